internal import ListText

/// Reads what `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` gives.
///
/// Source: PostgreSQL's documentation of EXPLAIN, and src/backend/commands/explain.c for the names.
struct PlanReader {
  private(set) var counters = PostgresCounters()
  /// What was sent to other servers, one text for each scan there.
  private(set) var remoteStatements: [String] = []
  private var shape: [String] = []

  /// - Throws: `JSONError` for a text that is no JSON.
  init?(_ text: [UInt8]) throws(JSONError) {
    guard case .array(let plans) = try JSONValue(text: text), let plan = plans.first?["Plan"] else {
      return nil
    }
    // Blocks of a node contain those of the nodes below.
    counters.sharedHits = Self.integer(plan["Shared Hit Blocks"])
    counters.sharedReads = Self.integer(plan["Shared Read Blocks"])
    counters.temporaryBlocks =
      Self.integer(plan["Temp Read Blocks"]) + Self.integer(plan["Temp Written Blocks"])
    add(plan)
    counters.planShape = shape.joined(separator: " > ")
  }

  private mutating func add(_ node: JSONValue) {
    let kind = Self.string(node["Node Type"])
    let loops = Self.number(node["Actual Loops"])
    // Rows are a mean over the loops.
    func total(_ name: String) -> Int { Int((Self.number(node[name]) * loops).rounded()) }
    shape.append(kind)
    if node["Relation Name"] != nil {
      let rows = total("Actual Rows")
      if kind == "Foreign Scan" {
        counters.rowsFromShards += rows
      } else {
        counters.rowsScanned += rows
      }
    }
    counters.rowsRemoved += total("Rows Removed by Filter") + total("Rows Removed by Index Recheck")
    counters.heapFetches += total("Heap Fetches")
    if let remote = node["Remote SQL"] { remoteStatements.append(Self.string(remote)) }
    if kind == "Sort" || kind == "Incremental Sort" {
      counters.sorts += 1
      if Self.isSpilled(node) { counters.spilledSorts += 1 }
    }
    guard case .array(let below) = node["Plans"] else { return }
    for node in below { add(node) }
  }

  private static func isSpilled(_ node: JSONValue) -> Bool {
    if string(node["Sort Space Type"]) == "Disk" { return true }
    // An incremental sort names the space for each kind of its groups.
    return ["Full-sort Groups", "Pre-sorted Groups"].contains { name in
      integer(node[name]?["Sort Space Disk"]?["Peak Sort Space Used"]) > 0
    }
  }

  private static func integer(_ value: JSONValue?) -> Int { Int(number(value)) }

  private static func number(_ value: JSONValue?) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .number(let text): Double(text) ?? 0
    default: 0
    }
  }

  private static func string(_ value: JSONValue?) -> String {
    if case .string(let text) = value { text } else { "" }
  }
}
