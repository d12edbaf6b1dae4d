public import ListCore
public import ListSource
internal import ListText

/// What a counted run asks.
public enum PostgresQuestion: Hashable, Sendable {
  /// A page.
  case page(PageRequest)
  /// A window round an entry.
  case window(WindowRequest)
  /// A total.
  case total(TotalKind)
  /// Every row counted, as an exact total costs without a number that is kept.
  case countByScan
  /// How many rows are newer than an entry, up to a cap.
  case newer(ListEntry, upTo: Int)
}

extension PostgresSource {
  /// Returns what a question costs, by a run of its own; its rows are thrown away.
  public func counters(of question: PostgresQuestion) throws(SourceError) -> PostgresCounters {
    try plan(of: question).counters
  }

  /// Returns the lines of PostgreSQL's plan for a question, without costs, and without the token that
  /// the tables' names carry.
  public func queryPlan(of question: PostgresQuestion) throws(SourceError) -> [String] {
    let (statement, parameters) = try self.statement(of: question)
    return try read { connection throws(PostgresError) in
      try connection.prepare(statement)
      let result = try connection.execute(
        "EXPLAIN (COSTS OFF) " + Self.execution(of: statement, parameters))
      return (0..<result.rowCount).map { row in
        result.text(row, 0).split(separator: "_" + schema.token, omittingEmptySubsequences: false)
          .joined()
      }
    }
  }

  /// Returns the statements that a question sends to other servers.
  public func remoteStatements(of question: PostgresQuestion) throws(SourceError) -> [String] {
    try plan(of: question).remoteStatements
  }

  private func plan(of question: PostgresQuestion) throws(SourceError) -> PlanReader {
    let (statement, parameters) = try self.statement(of: question)
    let text = try read { connection throws(PostgresError) in
      try connection.prepare(statement)
      let result = try connection.execute(
        "EXPLAIN (ANALYZE, BUFFERS, VERBOSE, TIMING OFF, FORMAT JSON) "
          + Self.execution(of: statement, parameters))
      return result.withBytes(0, 0) { bytes in bytes.indices.map { bytes[$0] } }
    }
    guard let reader = (try? PlanReader(text)) ?? nil else {
      throw SourceError(
        .engine, "the server's EXPLAIN is not that of PostgreSQL: ask for no counters there",
        place: place)
    }
    return reader
  }

  /// A prepared statement's name is the same to SQL as to the protocol.
  private static func execution(of statement: PostgresStatement, _ values: [Int64]) -> String {
    "EXECUTE " + PostgresConnection.identifier(statement.name)
      + (values.isEmpty ? "" : "(" + values.map { "'\($0)'" }.joined(separator: ", ") + ")")
  }

  /// The statement behind a question, and its parameters, all of them integers.
  private func statement(
    of question: PostgresQuestion
  ) throws(SourceError) -> (PostgresStatement, [Int64]) {
    switch question {
    case .page(let request):
      try request.validate()
      switch try PagePosition(request.place, codec: codec) {
      case .offset(let offset):
        return (statements.offset, [Int64(request.limit), Self.clamped(offset)])
      case .after(let entry, let direction):
        return (
          statements.keyset(direction),
          [entry.key.rawValue, try number(entry.id), Int64(request.limit)]
        )
      }
    case .window(let window):
      try window.validate()
      let anchor = window.anchor
      return (
        statements.window,
        [anchor.key.rawValue, try number(anchor.id), Int64(window.newer), Int64(window.older + 1)]
      )
    case .total(.exact): return (statements.state, [])
    case .total(.capped(let cap)):
      guard (0..<Int.max).contains(cap) else {
        throw SourceError(
          .totalOutOfRange, "cap \(cap) is out of range: give 0 or more", place: place)
      }
      return (statements.countCapped, [Int64(cap) + 1])
    case .total(.estimated): return (statements.estimate, [])
    case .countByScan: return (statements.countAll, [])
    case .newer(let entry, let cap):
      precondition(cap >= 0, "negative cap")
      return (statements.countNewer, [entry.key.rawValue, try number(entry.id), Int64(cap)])
    }
  }
}
