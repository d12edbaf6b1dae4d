internal import ListSource

/// The statements on one dataset's tables, in one form, written once.
struct PostgresStatements: Sendable {
  private let older: PostgresStatement
  private let newer: PostgresStatement
  /// Parameters: limit, offset.
  let offset: PostgresStatement
  /// Parameters: key, id, limit above, limit of the anchor and below.
  ///
  /// One statement, so that both sides are of one state of the list.
  let window: PostgresStatement
  /// Parameters: id.
  let entry: PostgresStatement
  /// Parameters: key, id, cap.
  let countNewer: PostgresStatement
  /// Gives sequence and row count.
  let state: PostgresStatement
  /// Counts every row.
  let countAll: PostgresStatement
  /// Parameters: cap + 1.
  let countCapped: PostgresStatement
  /// What the last ANALYZE found; below 0 when there was none.
  let estimate: PostgresStatement
  /// Parameters: the last sequence number that the caller has, limit.
  ///
  /// Every row begins with the last number applied and the first that is kept; without changes there is one
  /// row, whose rest is NULL.
  let changes: PostgresStatement
  /// Takes the row's lock, so that writers take turns.
  let lockState: PostgresStatement
  /// Parameters: id, key, version, text.
  let insert: PostgresStatement
  /// Parameters: id, key.
  let delete: PostgresStatement
  /// Parameters: id, key, version.
  let move: PostgresStatement
  /// Parameters: id, key, version, text.
  let moveWithText: PostgresStatement
  /// Parameters: id, key, version, text.
  let update: PostgresStatement
  /// Parameters: sequence, operation, id, key, version, text.
  let insertChange: PostgresStatement
  /// Parameters: the last sequence number that is not kept.
  let trimLog: PostgresStatement
  /// Parameters: sequence, change of the row count.
  let updateState: PostgresStatement

  init(_ schema: PostgresSchema, form: PostgresForm, isPerShard: Bool) {
    let writer = PostgresStatementWriter(schema, form: form, isPerShard: isPerShard)
    older = writer.keyset(.older)
    newer = writer.keyset(.newer)
    offset = writer.offset
    window = writer.window
    entry = writer.entry
    countNewer = writer.countNewer
    state = writer.state
    countAll = writer.countAll
    countCapped = writer.countCapped
    estimate = writer.estimate
    changes = writer.changes
    lockState = writer.lockState
    insert = writer.insert
    delete = writer.delete
    move = writer.move
    moveWithText = writer.moveWithText
    update = writer.update
    insertChange = writer.insertChange
    trimLog = writer.trimLog
    updateState = writer.updateState
  }

  /// Parameters: key, id, limit.
  func keyset(_ direction: Direction) -> PostgresStatement {
    direction == .older ? older : newer
  }
}
