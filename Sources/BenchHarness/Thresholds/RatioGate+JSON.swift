import ListText

extension RatioGate: Comparable {
  /// By implementation, size, peer and metric, as in the file.
  static func < (left: RatioGate, right: RatioGate) -> Bool {
    let (one, other) = (left.rows, right.rows)
    return (one.implementation, one.items ?? 0, one.peer, one.metric)
      < (other.implementation, other.items ?? 0, other.peer, other.metric)
  }

  /// The limit is a number, or `{"goal": ..., "value": ..., "why": ...}` where the goal is not reached.
  var json: JSONValue {
    let limit: JSONValue =
      shortfall.map {
        .sorted([
          ("goal", .real($0.goal)), ("value", .real(self.limit)), ("why", .string($0.why)),
        ])
      } ?? .real(self.limit)
    return .sorted(
      (rows.items.map { [("items", .real(Double($0)))] } ?? []) + [
        ("implementation", .string(rows.implementation)), ("limit", limit),
        ("metric", .string(rows.metric)), ("peer", .string(rows.peer)),
      ])
  }

  init(
    _ gate: ThresholdReader, suite: String, benchmark: String
  ) throws(ThresholdFormatError) {
    try gate.allow(["implementation", "items", "limit", "metric", "peer"])
    rows = ComparedRows(
      suite: suite, benchmark: benchmark, implementation: try gate.string("implementation"),
      items: nil, peer: try gate.string("peer"), metric: try gate.string("metric"))
    if gate.has("items") {
      guard let items = Int(exactly: try gate.number("items")), items > 0 else {
        throw ThresholdFormatError(
          description: "\(gate.place): 'items' is no whole number above 0")
      }
      rows.items = items
    }
    if gate.isObject("limit") {
      let exception = try gate.object("limit")
      try exception.allow(["goal", "value", "why"])
      limit = try exception.number("value")
      shortfall = Shortfall(goal: try exception.number("goal"), why: try exception.string("why"))
    } else {
      limit = try gate.number("limit")
    }
    guard limit > 0 else {
      throw ThresholdFormatError(description: "\(gate.place): a limit that is not above 0")
    }
  }
}
