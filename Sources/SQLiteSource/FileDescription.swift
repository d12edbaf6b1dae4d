internal import ListSource
internal import SQLite

/// What a finished file of this version says of itself.
struct FileDescription {
  /// Which dataset it holds.
  let identity: DatasetIdentity
  /// How it lays out its rows.
  let layout: SQLiteLayout

  /// Checks that the file is a finished dataset of this version, and reads what it says of itself.
  ///
  /// - Throws: `foreign`, `otherVersion`, `incomplete`, `corrupt`, `busy`, `readOnly`.
  init(_ connection: Connection) throws(SourceError) {
    let path = connection.path
    try Self.checkVersion(connection)
    let row = try onFile(path) { () throws(SQLiteError) -> Row? in
      guard
        try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'metadata'") == 1
      else { return Row() }
      return try Row(connection)
    }
    guard let row else {
      throw SourceError(.incomplete, "a load was not finished: load the dataset anew", place: path)
    }
    guard row.digest.count == 32, let shape = TableShape(rawValue: row.shape),
      let aid = RankAid(rawValue: row.rankAid), let changeLimit = Int(exactly: row.changeLimit),
      changeLimit >= 0
    else {
      throw SourceError(.corrupt, "the metadata are damaged: load the dataset anew", place: path)
    }
    identity = DatasetIdentity(
      digest: row.digest, generation: UInt64(bitPattern: row.generation))
    layout = SQLiteLayout(shape: shape, rankAid: aid, changeLimit: changeLimit)
    let (sql, count) = SQLiteSchema.countObjects(layout)
    let found = try onFile(path) { () throws(SQLiteError) in try connection.integer(sql) }
    guard found == count else {
      throw SourceError(
        .corrupt, "tables or indexes are missing: load the dataset anew", place: path)
    }
  }

  private static func checkVersion(_ connection: Connection) throws(SourceError) {
    let (application, version) = try onFile(connection.path) { () throws(SQLiteError) in
      (
        try connection.integer("PRAGMA application_id"),
        try connection.integer("PRAGMA user_version") ?? 0
      )
    }
    guard application == SQLiteSchema.applicationID else {
      throw SourceError(
        .foreign, "not the file of a dataset: give one that was loaded by this program",
        place: connection.path)
    }
    guard version == SQLiteSchema.version else {
      throw SourceError(
        .otherVersion,
        "schema \(version), this program has \(SQLiteSchema.version): load the dataset anew",
        place: connection.path)
    }
  }

  /// The row of the metadata; empty when the table is gone.
  private struct Row {
    var digest: [UInt8] = []
    var generation: Int64 = 0
    var shape = ""
    var rankAid = ""
    var changeLimit: Int64 = 0

    init() {}

    init?(_ connection: Connection) throws(SQLiteError) {
      let metadata = try connection.prepare(SQLiteSchema.metadata)
      guard try metadata.step() else { return nil }
      digest = metadata.withBlob(at: 0) { blob in blob.indices.map { blob[$0] } }
      generation = metadata.integer(at: 1)
      shape = metadata.string(at: 4)
      rankAid = metadata.string(at: 5)
      changeLimit = metadata.integer(at: 6)
    }
  }
}
