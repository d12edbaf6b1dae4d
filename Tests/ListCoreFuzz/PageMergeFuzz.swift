import ListCore

/// `PageMerge` with a store and without one, against the rule row by row.
struct PageMergeFuzz: ~Copyable, FuzzBody {
  private var merge: PageMerge
  private var index = OrderedIndex()
  private var store = ItemStore()
  private var model = MergeModel()
  /// A list that keeps no items.
  private var bareIndex = OrderedIndex()
  private var bareModel = OrderModel()
  private(set) var batched = 0

  init?(_ input: inout FuzzInput) {
    let kind = input.byte()
    input.hasOneKey = kind % 8 == 0
    merge = PageMerge(rowsPerPage: kind % 40)
  }

  var size: Int { model.order.entries.count + bareModel.entries.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    switch input.byte() % 8 {
    case 0..<4:
      let page = page(&input)
      batched += page.rows.count
      let report = merge.merge(page, into: &index, store: &store)
      try expect(report, model.merge(page), "report of a page")
      try expect(report.rows, page.rows.count, "rows of a page")
    case 4:
      let id = input.id()
      let version = input.version()
      let outcome = store.remove(id, leavingTombstone: version)
      try expect(
        outcome, model.items.remove(id, leavingTombstone: version),
        "removal of \(id) in version \(version)")
      if outcome == .stale { break }
      try expect(index.remove(id), model.order.remove(id), "removal of \(id)")
    case 5:
      let id = input.id()
      try expect(bareIndex.remove(id), bareModel.remove(id), "removal of \(id) from the bare list")
    default: try mergeBare(&input)
    }
    try expect(index.count, model.order.entries.count, "count")
    try expect(bareIndex.count, bareModel.entries.count, "count of the bare list")
  }

  mutating func check() throws(FuzzFinding) {
    index.checkInvariants()
    bareIndex.checkInvariants()
    store.checkInvariants()
    try expect(index.allEntries, model.order.entries, "entries")
    try expect(bareIndex.allEntries, bareModel.entries, "entries of the bare list")
    for (id, item) in model.items.items {
      let text = store.withText(of: id) { span in span.indices.map { span[$0] } }
      try expect(text, item.text, "text of \(id)")
    }
  }

  /// A page whose rows are in any order, repeat ids, and share text or leave some out.
  private func page(_ input: inout FuzzInput) -> Page {
    var page = Page()
    page.text = input.text()
    for _ in 0..<input.below(90) {
      let start = input.byte() % (page.text.count + 1)
      let count = input.byte() % (page.text.count - start + 1)
      page.rows.append(
        Page.Row(
          entry: input.entry(), version: input.version(), textByteOffset: UInt32(start),
          textByteCount: UInt32(count)))
    }
    return page
  }

  /// Merges rows without a store: the last row of an id wins, nothing is stale.
  private mutating func mergeBare(_ input: inout FuzzInput) throws(FuzzFinding) {
    let rows = page(&input).rows
    batched += rows.count
    var expected = PageMerge.Report()
    var seen: Set<ItemID> = []
    for row in rows {
      let placed = bareModel.upsert(row.entry)
      guard seen.insert(row.entry.id).inserted else {
        expected.repeatedInPage += 1
        continue
      }
      switch placed {
      case .inserted: expected.inserted += 1
      case .moved: expected.moved += 1
      case .unchanged: expected.repeated += 1
      }
    }
    expected.ranks = bareModel.ranks(of: rows.map(\.entry))
    try expect(merge.merge(rows.span, into: &bareIndex), expected, "report of rows")
  }
}

extension OrderedIndex {
  /// A copy of the list.
  var allEntries: [ListEntry] {
    var entries: [ListEntry] = []
    forEach { entry in
      entries.append(entry)
      return true
    }
    return entries
  }
}

/// The union of two long runs against sorting.
struct UnionFuzz: ~Copyable, FuzzBody {
  private var entries: [ListEntry] = []
  private(set) var batched = 0

  init?(_ input: inout FuzzInput) { input.hasOneKey = input.byte() % 8 == 0 }

  var size: Int { entries.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    let first = run(&input)
    // Often a part of the first run, or the end that follows it.
    let second =
      switch input.byte() % 4 {
      case 0: Array(first.prefix(input.below(100)))
      case 1: Array(first.suffix(input.below(100)))
      default: run(&input)
      }
    batched += first.count + second.count
    entries = Array(Set(first + second)).sorted()
    let blank = ListEntry(key: SortKey(.max), id: ItemID(.max))
    let slack = input.byte() % 3
    var output = [ListEntry](repeating: blank, count: first.count + second.count + slack)
    var span = output.mutableSpan
    let written = PageMerge.union(first.span, second.span, into: &span)
    try expect(Array(output[..<written]), entries, "union")
    try expect(
      output[(first.count + second.count)...].allSatisfy { $0 == blank }, true, "slack untouched")
  }

  mutating func check() throws(FuzzFinding) {}

  /// A strictly ascending run, of single entries or of many neighbours.
  private func run(_ input: inout FuzzInput) -> [ListEntry] {
    var entries: Set<ListEntry> = []
    for _ in 0..<input.below(60) {
      let entry = input.entry()
      let count = input.byte()
      for number in 0..<UInt64(count < 224 ? 1 : count - 220) {
        entries.insert(ListEntry(key: entry.key, id: ItemID(entry.id.rawValue &+ number)))
      }
    }
    return entries.sorted()
  }
}
