import ListCore
import ListSource
import Workload

/// The rows of a list in no order, as rows of a table lie that was written over a long time.
///
/// MEASURED: with rows in the order of their ids, pages of near rows share blocks, and the blocks of a keyset page
/// grow by an exponent of 0.06 to 0.09 over depth.
struct ShuffledRows {
  private let workload: Workload
  private let rows: [Workload.Row]
  /// The number of the last change that the rows have seen; 0 where they are a list's first.
  let sequence: UInt64

  init(_ source: WorkloadSource) throws {
    workload = try SQLiteFile.workload(source)
    var rows = workload.outcome
    rows.shuffle(seed: 1)
    self.rows = rows
    sequence = workload.changes.last?.sequence ?? 0
  }

  /// Hands the rows over, 10,000 a page.
  func forEachPage(_ body: (Page) throws(SourceError) -> Void) throws(SourceError) {
    var page = Page()
    for start in stride(from: 0, to: rows.count, by: 10_000) {
      workload.fill(&page, with: rows[start..<min(start + 10_000, rows.count)])
      try body(page)
    }
  }
}

extension Array {
  /// Puts the elements into an order that a seed alone decides.
  ///
  /// Source: Durstenfeld 1964, by SplitMix64.
  mutating func shuffle(seed: UInt64) {
    var state = seed
    for last in indices.dropFirst().reversed() {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      word ^= word >> 31
      swapAt(last, Int(word.multipliedFullWidth(by: UInt64(last + 1)).high))
    }
  }
}
