import ListCore
import Workload

/// A person scrolls a list while it changes: which page is under the viewport at each step, and what the
/// backend would send for it at that moment.
///
/// Down 200 pages, up 60, and after every fifth turn a jump to anywhere. Between two steps up to eight
/// changes happen.
struct ScrollScript {
  /// One step.
  struct Step {
    /// The page under the viewport.
    var pageNumber: Int
    /// What the backend sends for it now, newest row first.
    var page: Page
  }

  /// Rows of a page that are on the screen.
  static let visibleRows = 10
  private static let stepCount = 2_000

  private(set) var steps: [Step] = []

  init(_ source: WorkloadSource, scratchFolder: String) throws {
    var workload = try Workload(source)
    try workload.playIfEmpty(scratchFolder: scratchFolder)
    var backend = OrderedIndex(ascending: workload.entries.span)
    var versions: [ItemID: UInt32] = [:]
    var changes = workload.changes[...]
    let changesPerStep = min(8, changes.count / Self.stepCount)
    var path = ScrollPath()
    for _ in 0..<Self.stepCount {
      for change in changes.prefix(changesPerStep) {
        if change.operation == .delete {
          backend.remove(change.id)
        } else {
          backend.upsert(ListEntry(key: change.key, id: change.id))
          versions[change.id] = change.version
        }
      }
      changes = changes.dropFirst(changesPerStep)
      let size = WindowEviction.pageSize
      let number = path.next(pageCount: max(1, (backend.count + size - 1) / size))
      var page = Page()
      let rows = Self.entries(ofPage: number, in: backend).map { entry in
        Workload.Row(entry: entry, version: versions[entry.id] ?? workload.version(at: entry))
      }
      workload.fill(&page, with: rows)
      steps.append(Step(pageNumber: number, page: page))
    }
  }

  private static func entries(
    ofPage number: Int, in backend: borrowing OrderedIndex
  ) -> [ListEntry] {
    let end = backend.count - number * WindowEviction.pageSize
    let start = max(0, end - WindowEviction.pageSize)
    var entries: [ListEntry] = []
    for rank in (start..<end).reversed() { entries.append(backend.entry(atRank: rank)) }
    return entries
  }

  /// The sum of the checksums of the pages that are taken in.
  func expectedChecksum(admitted: [Bool]) -> UInt64 {
    zip(steps, admitted).reduce(0) { sum, pair in
      pair.1 ? sum &+ Self.checksum(of: pair.0.page) : sum
    }
  }

  /// What is read of a page that was taken in, to see that it is there: the first row's id and the last
  /// byte of the last row's text.
  static func checksum(of page: Page) -> UInt64 {
    guard let first = page.rows.first, let last = page.rows.last else { return 0 }
    let end = Int(last.textByteOffset) + Int(last.textByteCount)
    return first.entry.id.rawValue &+ (last.textByteCount == 0 ? 0 : UInt64(page.text[end - 1]))
  }

  /// The sum that reading the visible rows must give at every step.
  ///
  /// - Parameter admitted: Whether the page was taken in at a step; else the one of before is shown.
  func expectedSum(admitted: [Bool]) -> UInt64 {
    var shown: [Int: Int] = [:]
    var sum: UInt64 = 0
    for (number, step) in steps.enumerated() {
      if admitted[number] { shown[step.pageNumber] = number }
      guard let source = shown[step.pageNumber] else { continue }
      let page = steps[source].page
      for row in page.rows.prefix(Self.visibleRows) {
        let start = Int(row.textByteOffset)
        sum &+= Self.sum(
          row.entry, version: row.version,
          text: page.text.span.extracting(start..<start + Int(row.textByteCount)))
      }
    }
    return sum
  }

  /// What reading a visible row adds.
  static func sum(_ entry: ListEntry, version: UInt32, text: Span<UInt8>) -> UInt64 {
    var sum = entry.id.rawValue &+ UInt64(bitPattern: entry.key.rawValue) &+ UInt64(version)
    for index in text.indices { sum &+= UInt64(text[index]) }
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
