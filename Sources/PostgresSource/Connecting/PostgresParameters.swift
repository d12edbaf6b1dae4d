/// The values of a statement's parameters, in order, in PostgreSQL's binary format.
public struct PostgresParameters: Sendable {
  /// All values, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each value lies in `bytes`; absent for NULL.
  private(set) var byteRanges: [Range<Int>?] = []

  /// Makes no parameters.
  public init() {}

  /// Makes parameters of integers.
  public init(_ values: Int64...) {
    for value in values { append(value) }
  }

  /// Appends a `bigint`.
  public mutating func append(_ value: Int64) {
    let start = bytes.count
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    byteRanges.append(start..<bytes.count)
  }

  /// Appends a `text` or `bytea`, byte for byte.
  public mutating func append(_ value: Span<UInt8>) {
    let start = bytes.count
    unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    byteRanges.append(start..<bytes.count)
  }

  /// Appends a text.
  public mutating func append(_ value: String) {
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    byteRanges.append(start..<bytes.count)
  }

  /// Appends NULL.
  public mutating func appendNull() { byteRanges.append(nil) }
}

/// A statement with a name of its own, prepared on a connection when it first runs there.
public struct PostgresStatement: Hashable, Sendable {
  /// The type of a parameter.
  public enum Kind: UInt32, Sendable {
    /// `bigint`.
    case integer = 20
    /// `text`.
    case text = 25
    /// `bytea`.
    case bytes = 17
  }

  /// Unique among the statements of a connection.
  public let name: String
  /// The statement, with parameters `$1`, `$2` and so on.
  public let sql: String
  /// What its parameters are.
  public let parameters: [Kind]

  /// Makes a statement; it is checked by the server at its first run.
  public init(_ name: String, _ parameters: [Kind] = [], _ sql: String) {
    self.name = name
    self.sql = sql
    self.parameters = parameters
  }
}
