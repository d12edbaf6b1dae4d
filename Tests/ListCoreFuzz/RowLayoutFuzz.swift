#if DEBUG
  @testable import ListCore
#else
  import ListCore
#endif

/// A `RowLayout`, and an anchor in it, against plain arrays.
struct RowLayoutFuzz: ~Copyable, FuzzBody {
  private var layout: RowLayout
  private var model = RowLayoutModel()
  /// What each row is, so that the anchored one is known again.
  private var rows: [Int] = []
  private var nextRow = 0
  private var anchor: ScrollAnchor?
  private var anchoredRow = 0
  private var anchoredY: Int64 = 0

  init?(_ input: inout FuzzInput) {
    let kind = input.byte()
    #if DEBUG
      let sizes = [(2, 3), (3, 4), (5, 8), (16, 6), (63, 63)]
      let (leaf, fan) = sizes[kind % sizes.count]
      layout = RowLayout(leafCapacity: leaf, fanOut: fan)
    #else
      layout = RowLayout()
    #endif
  }

  var size: Int { model.heights.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    switch input.byte() % 20 {
    case 0..<3:
      let rank = rank(&input, upTo: size)
      let height = input.height()
      layout.insert(height, atRank: rank)
      insert([height], rank, areEstimated: false)
    case 3:
      let rank = rank(&input, upTo: size)
      let height = input.height()
      layout.insert(estimatedHeight: height, atRank: rank)
      insert([height], rank, areEstimated: true)
    case 4, 5: insertRun(&input)
    case 6..<8: if size > 0 { remove(count: 1, rank(&input, upTo: size - 1)) }
    case 8, 9:
      let rank = rank(&input, upTo: size)
      remove(count: Swift.min(input.below(400), size - rank), rank)
    case 10, 11:
      if size == 0 { break }
      let rank = rank(&input, upTo: size - 1)
      let height = input.height()
      layout.setHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: false)
    case 12:
      if size == 0 { break }
      let rank = rank(&input, upTo: size - 1)
      let height = input.height()
      layout.setEstimatedHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: true)
    case 13: setRun(&input)
    case 14: changeAll(&input)
    case 15: try setAnchor(&input)
    case 16: try correct()
    case 17: try readVisible(&input)
    case 18: try readRow(&input)
    default: if input.byte() == 0 { removeAll() }
    }
    try expect(layout.count, size, "count")
  }

  mutating func check() throws(FuzzFinding) {
    layout.checkInvariants()
    let difference = model.difference(
      from: layout, estimatedCount: layout.estimatedCount
    ) { layout.isEstimated(rank: $0) }
    if let difference { throw FuzzFinding(difference) }
    try correct()
  }

  private func rank(_ input: inout FuzzInput, upTo last: Int) -> Int {
    let kind = input.byte()
    return kind < 32 ? 0 : kind < 64 ? last : input.below(1 << 16) % (last + 1)
  }

  // MARK: - Changes

  private mutating func insert(_ heights: [Int32], _ rank: Int, areEstimated: Bool) {
    model.insert(heights, at: rank, areEstimated: areEstimated)
    rows.insert(contentsOf: nextRow..<(nextRow + heights.count), at: rank)
    nextRow += heights.count
    anchor?.didInsert(heights.count, atRank: rank)
  }

  private mutating func insertRun(_ input: inout FuzzInput) {
    let kind = input.byte()
    let rank = rank(&input, upTo: size)
    let count = size > 1200 ? 3 : input.below(kind % 4 == 0 ? 1500 : 130)
    if kind % 2 == 0 {
      let heights = input.heights(count)
      layout.insert(heights.span, atRank: rank)
      insert(heights, rank, areEstimated: false)
    } else {
      let height = input.height()
      layout.insert(count: count, estimatedHeight: height, atRank: rank)
      insert(Array(repeating: height, count: count), rank, areEstimated: true)
    }
  }

  private mutating func remove(count: Int, _ rank: Int) {
    let ranks = rank..<(rank + count)
    moveAnchor(out: ranks)
    anchor?.willRemove(ranks, from: layout)
    if count == 1 { layout.remove(atRank: rank) } else { layout.removeRows(in: ranks) }
    model.remove(ranks)
    rows.removeSubrange(ranks)
  }

  private mutating func setRun(_ input: inout FuzzInput) {
    let rank = rank(&input, upTo: size)
    let heights = input.heights(Swift.min(input.below(400), size - rank))
    layout.setHeights(heights.span, fromRank: rank)
    for (offset, height) in heights.enumerated() {
      model.set(height, rank + offset, isEstimated: false)
    }
  }

  private mutating func changeAll(_ input: inout FuzzInput) {
    let kind = input.byte()
    if kind % 2 == 0 {
      let height = input.height()
      layout.reestimate(at: height)
      model.reestimate(at: height)
    } else {
      let scale = kind % 4 == 1 ? (Int64(kind), 100) : (Int64(Int32.max), Int64(Int32.max) - 1)
      layout.forgetMeasurements(numerator: scale.0, denominator: scale.1)
      model.forget(numerator: scale.0, denominator: scale.1)
    }
  }

  private mutating func removeAll() {
    layout.removeAll()
    model = RowLayoutModel()
    rows = []
    anchor = nil
  }

  // MARK: - Anchor

  private mutating func setAnchor(_ input: inout FuzzInput) throws(FuzzFinding) {
    if size == 0 { return }
    let rank = rank(&input, upTo: size - 1)
    let edge = ScrollAnchor.Edge.allCases[input.byte() % 2]
    let new = ScrollAnchor(rank: rank, edge: edge, in: layout)
    anchor = new
    anchoredRow = rows[rank]
    anchoredY = y(of: rank, edge)
    try expect(new.y, anchoredY, "y of a new anchor")
  }

  private func y(of rank: Int, _ edge: ScrollAnchor.Edge) -> Int64 {
    model.y(ofRank: edge == .top ? rank : rank + 1)
  }

  /// Where the anchor goes by the rule when the rows of some ranks go: to the nearest that is left.
  private mutating func moveAnchor(out ranks: Range<Int>) {
    guard let anchor, let rank = anchor.rank, ranks.contains(rank) else { return }
    let left = rows.indices.filter { !ranks.contains($0) }
    // Of two that are equally near, the later one is below.
    guard let nearest = left.reversed().min(by: { abs($0 - rank) < abs($1 - rank) }) else {
      return
    }
    anchoredY += y(of: nearest, anchor.edge) - y(of: rank, anchor.edge)
    anchoredRow = rows[nearest]
  }

  private mutating func correct() throws(FuzzFinding) {
    guard var corrected = anchor else { return }
    let correction = corrected.correction(in: layout)
    anchor = corrected
    guard let rank = corrected.rank else { return try expect(correction, 0, "lost correction") }
    try expect(rank < size ? rows[rank] : nil, anchoredRow, "anchored row")
    let now = y(of: rank, corrected.edge)
    try expect(correction, now - anchoredY, "correction of the anchor")
    anchoredY = now
  }

  // MARK: - Reads

  private func readRow(_ input: inout FuzzInput) throws(FuzzFinding) {
    if size == 0 { return }
    let rank = rank(&input, upTo: size - 1)
    try expect(layout.y(ofRank: rank), model.y(ofRank: rank), "y of rank \(rank)")
    try expect(layout.height(ofRank: rank), model.heights[rank], "height of rank \(rank)")
    try expect(layout.isEstimated(rank: rank), model.estimated[rank], "state of rank \(rank)")
    if model.total == 0 { return }
    let y = Int64(input.word() % UInt64(model.total))
    try expect(layout.position(atY: y), model.position(atY: y), "row at \(y)")
  }

  private func readVisible(_ input: inout FuzzInput) throws(FuzzFinding) {
    let total = model.total
    let top = Int64(input.word() % UInt64(total + 20)) - 10
    let bottom = top + Int64(input.below(1 << 16)) * 64
    let visible = layout.visibleRows(top: top, bottom: bottom)
    let first = Swift.max(top, 0)
    let last = Swift.min(bottom, total)
    guard first < last else {
      return try expect(visible.ranks.isEmpty, true, "rows of an empty viewport")
    }
    let start = model.position(atY: first)
    let end = model.position(atY: last - 1)
    try expect(visible.ranks, start.rank..<(end.rank + 1), "rows visible from \(top)")
    try expect(visible.y, first - start.distance, "y of the first visible row")
  }
}
