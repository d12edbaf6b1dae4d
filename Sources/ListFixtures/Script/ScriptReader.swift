import ListCore

/// A reader's state between two fetches.
struct ScriptReader: Sendable {
  private let reader: StepScript.Reader
  /// The last row of the page that the reader holds.
  private(set) var cursor: ScriptOrder.Standing?
  /// How many rows the reader has fetched in this session.
  private var offset = 0
  /// Whether the next fetch starts at the head.
  private var startsAgain = true
  /// How many events come before the next fetch.
  private var eventsLeft = 0
  /// The ranks of the page as they were when it was fetched.
  private(set) var page = 0..<0
  /// How often the reader has started at the head.
  private(set) var session = 0
  /// How many pages the reader has fetched.
  private(set) var fetchCount = 0

  init(_ reader: StepScript.Reader) {
    self.reader = reader
  }

  /// Lets the reader fetch if it is time; called before each event.
  ///
  /// - Returns: Whether it fetched.
  @discardableResult
  @inline(__always)
  mutating func beginEvent(_ order: borrowing ScriptOrder) -> Bool {
    if eventsLeft > 0 {
      eventsLeft -= 1
      return false
    }
    eventsLeft = reader.eventsPerFetch - 1
    fetch(order)
    return true
  }

  private mutating func fetch(_ order: borrowing ScriptOrder) {
    let start = nextRank(order)
    if startsAgain {
      session += 1
      startsAgain = false
    }
    fetchCount += 1
    let end = min(start + reader.pageSize, order.count)
    page = min(start, end)..<end
    if end > start { cursor = order.standing(atRank: end - 1) }
    offset = end
    if end - start < reader.pageSize { startsAgain = true }
  }

  /// The rank at which the next page starts; at most the number of rows.
  func nextRank(_ order: borrowing ScriptOrder) -> Int {
    guard !startsAgain, let cursor else { return 0 }
    switch reader.method {
    case .keyset: return order.firstRank(behind: cursor)
    case .offset: return min(offset, order.count)
    }
  }
}
