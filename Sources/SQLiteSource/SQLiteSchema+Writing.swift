/// The statements that write.
extension SQLiteSchema {
  /// Parameters: id, key, version, text.
  static func insert(_ shape: TableShape) -> String {
    let key = shape == .nullableKey ? "nullif(?2, \(Int64.min))" : "?2"
    return "INSERT INTO item(id, sort_key, version, text) VALUES (?1, \(key), ?3, ?4)"
  }
  /// Parameters: id, key.
  static let delete = "DELETE FROM item WHERE id = ?1 AND sort_key = ?2"
  /// Parameters: id, key, version.
  static let move = "UPDATE item SET sort_key = ?2, version = ?3 WHERE id = ?1"
  /// Parameters: id, key, version, text.
  static let moveWithText =
    "UPDATE item SET sort_key = ?2, version = ?3, text = ?4 WHERE id = ?1"
  /// Parameters: id, key, version, text.
  static let update =
    "UPDATE item SET version = ?3, text = ?4 WHERE id = ?1 AND sort_key = ?2"

  // MARK: - The log

  /// Parameters: id, key, version, text, sequence, operation.
  static let log = """
    INSERT INTO change(sequence, operation, id, sort_key, version, text)
    VALUES (?5, ?6, ?1, ?2, ?3, ?4)
    """
  /// Parameters: sequence.
  static let forget = "DELETE FROM change WHERE sequence = ?1"

  // MARK: - Metadata

  /// Parameters: dataset, generation, sequence, row count, shape, rank aid, change limit.
  static let insertMetadata = "INSERT INTO metadata VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?3)"
  /// Parameters: sequence, change of the row count, floor of the log.
  static let updateMetadata =
    "UPDATE metadata SET sequence = ?1, row_count = row_count + ?2, log_floor = ?3"
}
