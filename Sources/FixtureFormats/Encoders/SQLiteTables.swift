import ListFixtures

/// The tables of `list.sqlite`.
///
/// A row's place is its primary key, so that rows are appended and both tables read in their order without
/// an index: `rank` in the snapshot, from 0, and `seq`. Ids have a unique index of their own. Names, types
/// and indexes are what Room's and GRDB's record types ask for; booleans are 0 and 1.
enum SQLiteTables {
  /// "LLFX": tells the file from other programs' databases.
  static let applicationID = 0x4C4C_4658
  /// Rises with every change of the tables; Room takes it for the version of a prepackaged database.
  static let version = 1

  /// The name of a stream's table.
  static func name(of stream: RowStream) -> String { stream == .items ? "item" : "event" }

  /// The names of a table's columns: the place first.
  static func columnNames(of stream: RowStream) -> [String] {
    (stream == .items ? ["rank"] : []) + FlatColumn.columns(of: stream).map { "\($0.name)" }
  }

  /// Makes a stream's table.
  static func create(_ stream: RowStream) -> String {
    let place = stream == .items ? ["\"rank\" INTEGER NOT NULL PRIMARY KEY"] : []
    let columns = FlatColumn.columns(of: stream).enumerated().map { index, column in
      let isKey = stream == .events && index == 0
      return "\"\(column.name)\" \(column.kind == .text ? "TEXT" : "INTEGER")"
        + (column.isNullable ? "" : " NOT NULL") + (isKey ? " PRIMARY KEY" : "")
    }
    return "CREATE TABLE \"\(name(of: stream))\" (\((place + columns).joined(separator: ", ")))"
  }

  static let createMeta =
    "CREATE TABLE \"meta\" (\"name\" TEXT NOT NULL PRIMARY KEY, \"value\" TEXT NOT NULL)"

  /// The indexes' names.
  static let idIndex = "index_item_id"
  static let keyIndex = "index_item_key_id"
  static let eventIndex = "index_event_id_seq"

  /// The names of all tables and indexes that hold rows.
  static let treeNames = RowStream.allCases.map(name) + [idIndex, keyIndex, eventIndex]

  /// Makes the indexes.
  static func createIndexes(_ order: ListOrder) -> [String] {
    let direction = order == .newestFirst ? "DESC" : "ASC"
    return [
      "CREATE UNIQUE INDEX \"\(idIndex)\" ON \"item\" (\"id\")",
      "CREATE INDEX \"\(keyIndex)\" ON \"item\" (\"key\" \(direction), \"id\" \(direction))",
      "CREATE INDEX \"\(eventIndex)\" ON \"event\" (\"id\", \"seq\")",
    ]
  }

  /// All that the file's schema holds, in the order in which it is made.
  static func schema(_ order: ListOrder) -> [String] {
    RowStream.allCases.map(create) + [createMeta] + createIndexes(order)
  }
}
