import ListCore
import ListSource
import TestSupport
import Testing

/// Readers on several threads beside one writer.
@Suite struct SharedSourceTests {
  @Test func readersSeeWholeBatches() throws {
    let shared = try SharedSource(rows: 2_000, seed: SeededRandom.seed(6)) { rows in
      try MemorySource.holding(rows)
    }
    try shared.run(readers: 3, batches: 400)
    #expect(shared.pageCount > 100)
    (shared.source as? MemorySource)?.checkInvariants()
  }
}
