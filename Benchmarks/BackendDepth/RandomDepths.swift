import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// Measures pages at depths in no order, each once: what a page costs whose rows are not in the processor's caches, as
/// those of `page at depth` are.
enum RandomDepths {
  private static let pageCount = 2_000

  static func cases(_ sources: [WorkloadSource]) -> [BenchmarkCase] {
    let designs =
      [SQLiteDesign(.cursor), SQLiteDesign(.keysetTwoSeeks)].map { DepthDesign($0) }
      + DepthDesign.memory
    return sources.flatMap { source in
      designs.map { design in
        BenchmarkCase(
          suite: "BackendDepth", benchmark: "page at any depth",
          implementation: design.implementation,
          isReference: design.implementation == SQLiteDesign(.cursor).implementation,
          parameters: [
            Parameter("items", source.items), Parameter("page", BackendDepth.pageSize),
          ],
          timeLimitSeconds: source.timeLimitSeconds, fixtureKey: source.fixtureKey,
          fixture: source.fixture
        ) { run in
          try measure(try design.open(source, run), run)
        }
      }
    }
  }

  private static func measure(_ reader: DepthReader, _ run: Run) throws {
    let newestFirst = reader.model.reversed()
    let step = max(1, newestFirst.count / pageCount)
    var ranks = Array(stride(from: 0, to: max(1, newestFirst.count), by: step))
    ranks.shuffle(seed: 3)
    ranks = Array(ranks.prefix(pageCount))
    let requests = try ranks.map { rank in
      let before = rank > 0 ? newestFirst.dropFirst(rank - 1).first?.entry : nil
      return PageRequest(try reader.place(rank, before), limit: BackendDepth.pageSize)
    }
    var page = Page()
    // Checked before they are timed, which leaves no page in the caches that a thousand others follow.
    for (rank, request) in zip(ranks, requests) {
      try reader.fill(&page, request)
      let expected = newestFirst.dropFirst(rank).prefix(BackendDepth.pageSize)
      try run.expect(
        page.rows.map(\.entry) == expected.map(\.entry),
        "the page at depth \(rank) differs from the model's")
    }
    var rowCount = 0
    // Short lists have few pages.
    let rounds = run.pass == .time ? max(1, pageCount / requests.count) : 1
    try run.measure(operations: rounds * requests.count) {
      for _ in 0..<rounds {
        for request in requests {
          try reader.fill(&page, request)
          rowCount += page.rows.count
        }
      }
    }
    let expected = ranks.map { min(BackendDepth.pageSize, newestFirst.count - $0) }.reduce(0, +)
    try run.expect(rowCount == rounds * expected, "\(rowCount) rows came, not \(rounds * expected)")
  }
}
