import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// The rows of a list with their texts, ascending, as all child processes find them.
enum StoredRows {
  /// The rows without texts.
  static func model(_ source: WorkloadSource, scratchFolder: String) throws -> Model {
    try Model("rows-\(source.fileKey).model", in: scratchFolder) {
      try SQLiteFile.workload(source).outcome
    }
  }

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

  /// The list in memory.
  static func list(
    _ source: WorkloadSource, scratchFolder: String
  ) throws -> (model: Model, list: MemorySource) {
    let (model, rows) = try load(source, scratchFolder: scratchFolder)
    return (model, try list(of: rows))
  }

  /// A list of some rows in memory.
  static func list(of rows: Page) throws -> MemorySource {
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    var loader = MemoryLoader(identity: SQLiteFile.identity, minimumCapacity: rows.rows.count)
    try loader.append(rows)
    return loader.finish(authenticator: authenticator)
  }
}

extension DepthDesign {
  /// The list in memory, indexed by rank.
  static let memory = [
    memory("memory, offset") { _, depth, _ in .offset(depth) },
    memory("memory, keyset") { _, _, before in before.map { .after($0, .older) } ?? .head },
    memory("memory, cursor") { list, _, before in
      try before.map { .cursor(try list.cursor(after: $0, .older)) } ?? .head
    },
  ]

  private static func memory(
    _ implementation: String,
    place: @escaping @Sendable (MemorySource, Int, ListEntry?) throws -> PageRequest.Place
  ) -> DepthDesign {
    DepthDesign(
      implementation: implementation, needs: "a counted tree: about 38 bytes an item",
      walks: false, growthMetric: "nodeVisits"
    ) { source, run in
      let (model, list) = try StoredRows.list(source, scratchFolder: run.scratchFolder)
      return DepthReader(model: model) { depth, before in
        try place(list, depth, before)
      } fill: { page, request in
        try list.fill(&page, with: request)
      } counts: { request in
        var counters = MemorySource.Counters()
        var page = Page()
        try list.fill(&page, with: request, counting: &counters)
        return [("nodeVisits", counters.nodeVisits)]
      }
    }
  }
}
