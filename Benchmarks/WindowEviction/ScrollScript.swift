import ListCore
import Workload

/// A person scrolls a list: which page is under the viewport at each move, and what the backend sends
/// when it has to come in.
///
/// Down 200 pages, up 60, and after every fifth turn a jump to anywhere.
struct ScrollScript {
  /// One move of the viewport.
  struct Move {
    /// The page under the viewport.
    var page: Int
    /// What the backend sends for it if it is not resident: one of `arrivals`.
    var arrival: Int
  }

  /// Rows of a page that are on the screen.
  static let visibleRows = 10
  private static let moveCount = 10_000
  /// Few enough to stay in a cache of 1 MiB, where a page is that was just decoded: one that has to
  /// be read from memory takes longer to read than to keep.
  private static let arrivalLimit = 64

  private(set) var moves: [Move] = []
  /// The list's first pages, newest row first, with texts as `RowText` has them.
  ///
  /// They come in one after the other whatever the page: a page that comes again has changed.
  private(set) var arrivals: [Page] = []
  /// How many pages come into a window of neighbouring pages.
  private(set) var pageIns = 0

  init(_ source: WorkloadSource, scratchFolder: String) throws {
    var pageCount = 0
    (pageCount, arrivals) = try ScriptFile.load(
      "arrivals-\(source.fileKey)", in: scratchFolder
    ) {
      try Self.make(source, &$0)
    } read: { file in
      let pageCount = try file.array(of: Int.self).reduce(0, +)
      var arrivals: [Page] = []
      for _ in 0..<min(pageCount, Self.arrivalLimit) { arrivals.append(try file.page()) }
      return (pageCount, arrivals)
    }
    var path = ScrollPath()
    var run = PageRun(limit: WindowEviction.windowPages)
    for number in 0..<Self.moveCount {
      let page = path.next(pageCount: pageCount)
      moves.append(Move(page: page, arrival: number % arrivals.count))
      if run.take(page) != nil { pageIns += 1 }
    }
  }

  /// How many pages the list has, and the pages that come in.
  private static func make(_ source: WorkloadSource, _ file: inout ScriptFile.Writer) throws {
    var workload = try Workload(source, changeLimit: source.isEmptyAtFirst ? .max : 0)
    workload.playIfEmpty()
    let size = WindowEviction.pageSize
    let pageCount = max(1, (workload.rows.count + size - 1) / size)
    try file.append([pageCount])
    for page in 0..<min(pageCount, Self.arrivalLimit) {
      let newestFirst = workload.rows.reversed().dropFirst(page * size).prefix(size)
      try file.append(Self.page(of: newestFirst, in: workload))
    }
  }

  private static func page(of rows: some Sequence<Workload.Row>, in workload: Workload) -> Page {
    var titles = Page()
    workload.fill(&titles, with: rows)
    var page = Page()
    for row in titles.rows {
      let start = Int(row.textByteOffset)
      var text: [UInt8] = []
      RowText.append(
        title: titles.text[start..<start + Int(row.textByteCount)], to: &text)
      page.append(entry: row.entry, version: row.version, text: text.span)
    }
    return page
  }

  /// The sum of the checksums of the pages that are taken in.
  func expectedChecksum(admitted: [Bool]) -> UInt64 {
    zip(moves, admitted).reduce(0) { sum, pair in
      pair.1 ? sum &+ Self.checksum(of: arrivals[pair.0.arrival]) : sum
    }
  }

  /// What is read of a page that was taken in, to see that it is there: the first row's id and the last
  /// byte of the last row's text.
  static func checksum(of page: Page) -> UInt64 {
    guard let first = page.rows.first, let last = page.rows.last else { return 0 }
    let end = Int(last.textByteOffset) + Int(last.textByteCount)
    return first.entry.id.rawValue &+ (last.textByteCount == 0 ? 0 : UInt64(page.text[end - 1]))
  }

  /// The sum that reading the visible rows must give over all moves.
  ///
  /// - Parameter admitted: Whether the page was taken in at a move; else the one of before is shown.
  func expectedSum(admitted: [Bool]) -> UInt64 {
    let sums = arrivals.map(Self.visibleSum)
    var shown: [Int: Int] = [:]
    var sum: UInt64 = 0
    for (number, move) in moves.enumerated() {
      if admitted[number] { shown[move.page] = move.arrival }
      if let arrival = shown[move.page] { sum &+= sums[arrival] }
    }
    return sum
  }

  /// What the visible rows of a page add up to.
  static func visibleSum(of page: Page) -> UInt64 {
    page.rows.prefix(visibleRows).reduce(0) { sum, row in
      let start = Int(row.textByteOffset)
      return sum
        &+ Self.sum(
          row.entry, version: row.version,
          text: page.text.span.extracting(start..<start + Int(row.textByteCount)))
    }
  }

  /// What reading a visible row adds.
  static func sum(_ entry: ListEntry, version: UInt32, text: Span<UInt8>) -> UInt64 {
    var sum = entry.id.rawValue &+ UInt64(bitPattern: entry.key.rawValue) &+ UInt64(version)
    for index in text.indices { sum = sum &* 31 &+ UInt64(text[index]) }
    return sum
  }
}

/// Where the viewport goes.
private struct ScrollPath {
  private static let turns = [200, -60]

  private var page = 0
  private var turn = 0
  private var left = turns[0]
  private var sample = Sample(seed: 7)

  mutating func next(pageCount: Int) -> Int {
    defer { advance(pageCount: pageCount) }
    page = min(page, pageCount - 1)
    return page
  }

  private mutating func advance(pageCount: Int) {
    if left == 0 {
      turn += 1
      left = Self.turns[turn % 2]
      if turn % 5 == 0 { page = sample.next(below: pageCount) }
    }
    let isDown = left > 0
    left -= isDown ? 1 : -1
    page += isDown ? 1 : -1
    if page < 0 || page >= pageCount {
      page = min(max(0, page), pageCount - 1)
      left = 0
    }
  }
}
