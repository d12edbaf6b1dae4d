import ListCore

/// A `PageWindow` against a dictionary of pages.
struct PageWindowFuzz: ~Copyable, FuzzBody {
  private var window: PageWindow
  private var pages: [Int: Page] = [:]
  private var dropped: Set<Int> = []
  /// Without slabs of overflow.
  private var expected: PageWindow.Counts
  private let byteCount: Int
  private let budgetBytes: Int

  init?(_ input: inout FuzzInput) {
    budgetBytes = 256 + input.below(1 << 15)
    let rowsPerPage = 1 + input.byte() % 9
    let textBytes = input.byte() % 4 * 20 * rowsPerPage
    do {
      window = try PageWindow(
        budgetBytes: budgetBytes, rowsPerPage: rowsPerPage, textBytesPerPage: textBytes)
    } catch {
      return nil
    }
    byteCount = window.byteCount
    expected = window.counts
  }

  var size: Int { pages.count * window.rowsPerPage }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    switch input.byte() % 8 {
    case 0, 1:
      let start = rank(&input)
      window.moveViewport(to: start..<(start + input.byte() % (4 * window.rowsPerPage)))
    case 2..<5: try admit(rank(&input) / window.rowsPerPage, &input)
    case 5:
      let pageCount = input.byte() < 200 ? 80 : Int.max
      let distance = input.byte()
      guard
        let wanted = window.nextWantedPage(
          prefetchPages: distance < 248 ? distance % 8 : .max, pageCount: pageCount)
      else { break }
      try expect(pages[wanted] == nil && wanted < pageCount, true, "a wanted page is missing")
      try admit(wanted, &input)
    case 6:
      let page = pages.keys.sorted().dropFirst(input.byte() % 8).first ?? input.byte()
      let wasResident = pages.removeValue(forKey: page) != nil
      try expect(window.drop(page), wasResident, "drop of page \(page)")
      if wasResident { note(dropped: page) }
    default:
      if input.byte() != 0 { break }
      expected.dropped += pages.count
      window.removeAll()
      pages = [:]
      dropped = []
    }
    try expect(window.residentPageCount, pages.count, "resident pages")
    try expect(window.byteCount, byteCount, "bytes")
    var counts = window.counts
    counts.overflowSlabs = 0
    try expect(counts, expected, "counts")
  }

  /// Ranks of the first 80 pages, mostly, or of a list without end, also near the last rank of all.
  private func rank(_ input: inout FuzzInput) -> Int {
    let near = input.below(80 * window.rowsPerPage)
    switch near % 16 {
    case 14: return Int.max - near - 8 * window.rowsPerPage
    case 15: return 1 << 40 + near
    default: return near
    }
  }

  // MARK: - Admission

  private mutating func admit(_ number: Int, _ input: inout FuzzInput) throws(FuzzFinding) {
    let page = page(&input)
    let wasResident = pages[number] != nil
    let farthest = pages.keys.map { distance(of: $0) }.max() ?? -1
    var drops: [Int] = []
    let admission: PageWindow.Admission
    do {
      admission = try window.admit(page, at: number) { drops.append($0) }
    } catch {
      let isTooLong = page.rows.count > window.rowsPerPage
      try expect(error.code, isTooLong ? .tooManyRows : .pageTooLarge, "refusal")
      try expect(drops, [], "pages dropped for one that was refused")
      return
    }
    try expect(page.rows.count <= window.rowsPerPage, true, "rows of a page that was taken")
    if admission == .declined {
      try expect(drops, [], "pages dropped for one that was declined")
      // One slab is had by dropping the farthest page.
      if window.counts.overflowSlabs == 0, !wasResident, page.text.isEmpty {
        try expect(distance(of: number) >= farthest, true, "declined page is the farthest")
      }
      expected.declined += 1
      return
    }
    for drop in drops {
      try expect(pages.removeValue(forKey: drop) != nil, true, "page \(drop) was resident")
      try expect(distance(of: drop) > distance(of: number), true, "page \(drop) is farther")
      note(dropped: drop)
    }
    pages[number] = nil
    let kept = pages.keys.map { distance(of: $0) }.max() ?? 0
    try expect(
      drops.allSatisfy { distance(of: $0) >= kept }, true, "dropped pages are the farthest")
    try count(admission, number, wasResident: wasResident)
    pages[number] = page
  }

  private mutating func count(
    _ admission: PageWindow.Admission, _ number: Int, wasResident: Bool
  ) throws(FuzzFinding) {
    try expect(admission == .refreshed, wasResident, "whether page \(number) was refreshed")
    if wasResident {
      expected.refreshed += 1
      return
    }
    expected.admitted += 1
    if admission == .reloaded { expected.reloaded += 1 }
    // Pages so far apart are confused.
    let history = window.historyPageCount
    let wasDropped = dropped.contains { ($0 - number) % history == 0 }
    try expect(admission == .reloaded, wasDropped, "whether page \(number) came again")
  }

  private mutating func note(dropped page: Int) {
    dropped.insert(page)
    expected.dropped += 1
  }

  private func distance(of page: Int) -> Int {
    let first = window.viewport.lowerBound / window.rowsPerPage
    let last =
      window.viewport.isEmpty ? first : (window.viewport.upperBound - 1) / window.rowsPerPage
    return page < first ? first - page : Swift.max(0, page - last)
  }

  /// A page of some rows, which may be too many, with texts apart or shared, which may be too long.
  private func page(_ input: inout FuzzInput) -> Page {
    var page = Page()
    let shape = input.byte()
    let rows = shape < 160 ? window.rowsPerPage : shape % (window.rowsPerPage + 2)
    for _ in 0..<rows {
      let text = shape % 4 == 0 ? [] : input.text()
      page.append(entry: input.entry(), version: input.version(), text: text.span)
    }
    if shape % 8 == 7, page.rows.count > 1 {
      page.rows[1].textByteOffset = page.rows[0].textByteOffset
      page.rows[1].textByteCount = page.rows[0].textByteCount
    }
    return page
  }

  // MARK: - Reading

  mutating func check() throws(FuzzFinding) {
    window.checkInvariants()
    try expect(window.byteCount <= budgetBytes, true, "bytes within the budget")
    var resident: [Int] = []
    window.forEachResidentPage { resident.append($0) }
    try expect(resident, pages.keys.sorted(), "resident pages")
    try expect(window.residentPageCount <= window.pageCapacity, true, "pages within the capacity")
    for number in resident {
      let page = pages[number] ?? Page()
      for row in 0..<window.rowsPerPage {
        try check(
          number * window.rowsPerPage + row, row < page.rows.count ? page.rows[row] : nil,
          page.text)
      }
    }
    for number in 0..<85 {
      try expect(window.isResident(number), pages[number] != nil, "whether \(number) is resident")
    }
  }

  private func check(_ rank: Int, _ row: Page.Row?, _ text: [UInt8]) throws(FuzzFinding) {
    let found = window.row(atRank: rank)
    try expect(found?.entry, row?.entry, "entry at rank \(rank)")
    try expect(found?.version, row?.version, "version at rank \(rank)")
    try expect(
      found?.textByteCount, row.map { Int($0.textByteCount) }, "bytes of text at rank \(rank)")
    let bytes = window.withText(atRank: rank) { span in span.indices.map { span[$0] } }
    let expected = row.map { Array(text[Int($0.textByteOffset)...].prefix(Int($0.textByteCount))) }
    try expect(bytes, expected, "text at rank \(rank)")
  }
}
