import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// The rows of a list with their texts, ascending, as all child processes find them.
enum StoredRows {
  /// Reads the rows, which the first process makes.
  static func load(
    _ source: WorkloadSource, scratchFolder: String
  ) throws -> (model: Model, page: Page) {
    var workload: Workload?
    let model = try Model("rows-\(source.fileKey).model", in: scratchFolder) {
      workload = try SQLiteFile.workload(source)
      return workload?.outcome ?? []
    }
    let page = try ScriptFile.load("rows-\(source.fileKey).page", in: scratchFolder) { writer in
      var page = Page()
      try (workload ?? SQLiteFile.workload(source)).fill(&page, with: model)
      try writer.append(page)
    } read: {
      try $0.page()
    }
    return (model, page)
  }
}

extension DepthDesign {
  /// The list in memory, indexed by rank.
  static let memory = [
    memory("memory, offset", isByRank: true) { _, depth, _ in .offset(depth) },
    memory("memory, keyset") { _, _, before in before.map { .after($0, .older) } ?? .head },
    memory("memory, cursor") { list, _, before in
      try before.map { .cursor(try list.cursor(after: $0, .older)) } ?? .head
    },
  ]

  private static func memory(
    _ implementation: String, isByRank: Bool = false,
    place: @escaping @Sendable (MemorySource, Int, ListEntry?) throws -> PageRequest.Place
  ) -> DepthDesign {
    DepthDesign(
      implementation: implementation, needs: "a counted tree: about 38 bytes an item",
      isByRank: isByRank
    ) { source, run in
      let (model, rows) = try StoredRows.load(source, scratchFolder: run.scratchFolder)
      var loader = MemoryLoader(identity: SQLiteFile.identity, minimumCapacity: rows.rows.count)
      try loader.append(rows)
      let list = try loader.finish(
        authenticator: HMACAuthenticator(secret: SQLiteFile.secret))
      return DepthReader(model: model) { depth, before in
        try place(list, depth, before)
      } fill: { page, request in
        try list.fill(&page, with: request)
      } counts: { _ in
        []
      }
    }
  }
}
