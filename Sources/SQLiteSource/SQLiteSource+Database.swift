internal import ListCore
internal import ListSource
internal import SQLite

extension SQLiteSource {
  /// The connection and its compiled statements.
  struct Database {
    let connection: Connection
    let form: QueryForm
    let shape: TableShape
    let begin: Statement
    let end: Statement
    /// Pages by rank, without a rank aid of several statements.
    let byRank: Statement
    let ranks: Ranks
    let older: Statement
    let newer: Statement
    /// What a window is made of; two seeks in every form.
    let window: (newer: Statement, olderOrSame: Statement)
    let keyOfID: Statement
    let countNewer: Statement
    let countAll: Statement
    let countSome: Statement
    let estimate: Statement
    let change: Statement
    let metadata: Statement
    let writer: Writer?

    /// What finds a rank, and the statement for the rows from there on.
    enum Ranks {
      case none
      case milestones(Statement, fromPlace: Statement)
      case buckets(Statement, fromPlace: Statement)
    }

    init(
      _ connection: Connection, layout: SQLiteLayout, options: Options
    ) throws(SQLiteError) {
      let form = options.form
      func prepare(_ sql: String) throws(SQLiteError) -> Statement { try connection.prepare(sql) }
      self.connection = connection
      self.form = form
      shape = layout.shape
      begin = try prepare("BEGIN DEFERRED")
      end = try prepare("ROLLBACK")
      byRank = try prepare(SQLiteSchema.byRank(form, layout.shape))
      ranks =
        switch form {
        case .milestones:
          .milestones(
            try prepare(SQLiteSchema.milestone), fromPlace: try prepare(SQLiteSchema.fromPlace))
        case .bucketCounts:
          .buckets(
            try prepare(SQLiteSchema.buckets), fromPlace: try prepare(SQLiteSchema.fromPlace))
        default: .none
        }
      older = try prepare(SQLiteSchema.keyset(form, .older))
      newer = try prepare(SQLiteSchema.keyset(form, .newer))
      window = (
        try prepare(SQLiteSchema.keyset(.keysetTwoSeeks, .newer)),
        try prepare(SQLiteSchema.olderOrSame)
      )
      keyOfID = try prepare(SQLiteSchema.keyOfID)
      countNewer = try prepare(SQLiteSchema.countNewer)
      countAll = try prepare(SQLiteSchema.countAll)
      countSome = try prepare(SQLiteSchema.countSome)
      estimate = try prepare(SQLiteSchema.estimate)
      change = try prepare(SQLiteSchema.change)
      metadata = try prepare(SQLiteSchema.metadata)
      writer = options.isWritable ? try Writer(connection, layout: layout) : nil
    }

    /// Runs a body in a read transaction, so that all its statements see one state.
    func reading<Result>(
      _ body: () throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
      try onFile(connection.path) { () throws(SQLiteError) in try begin.run() }
      defer {
        // Nothing was written. SQLite may have ended the transaction itself, when it failed.
        if connection.isInTransaction { try? end.run() }
      }
      return try body()
    }

    /// Reads a key; NULL stands for the smallest.
    func key(_ statement: Statement, at column: Int) -> SortKey {
      let number = statement.integer(at: column)
      // NULL reads as 0; only then is it worth to ask.
      return number == 0 && statement.isNull(at: column) ? SortKey(.min) : SortKey(number)
    }
  }
}
