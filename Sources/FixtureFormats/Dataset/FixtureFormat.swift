/// The layouts that a dataset's rows can be written in.
public enum FixtureFormat: String, CaseIterable, Sendable {
  /// Canonical rows, one JSON object a line.
  case ndjson
  /// One JSON array per stream, one row a line.
  case json
  /// RFC 4180 with a header, nested fields flattened.
  case csv
  /// One script for psql that makes the tables and copies the rows into them.
  case copy
  /// One database file.
  case sqlite
  /// A folder that any file server serves as a paged API.
  case pages
  /// A change stream of `{"op","before","after"}`.
  case cdc

  /// Whether `Compression` applies to it: a database or a folder of pages is no stream.
  public var isText: Bool { self != .sqlite && self != .pages }

  /// Where the stream's rows go, without the compression's suffix.
  ///
  /// A name that ends in a slash is a folder.
  func fileName(of stream: RowStream) -> String {
    switch self {
    case .ndjson: "\(stream.rawValue).ndjson"
    case .json: "\(stream.rawValue).json"
    case .csv: "\(stream.rawValue).csv"
    case .copy: "load.sql"
    case .sqlite: "list.sqlite"
    case .pages: stream == .items ? "items/" : "changes/"
    case .cdc: "changes.ndjson"
    }
  }
}

/// How the files of a dataset are packed.
public enum Compression: String, CaseIterable, Sendable {
  /// Not at all.
  case none
  /// Gzip, one member per chunk of rows.
  case gzip
  /// Zstandard, one frame per chunk of rows.
  case zstd

  /// What file names end in.
  var suffix: String {
    switch self {
    case .none: ""
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }
}

/// What of a list is written, and how.
public struct DatasetLayout: Hashable, Sendable {
  /// The layout of the rows.
  public var format: FixtureFormat
  /// How the files are packed; `none` unless the format is text.
  public var compression: Compression
  /// The part that is written.
  public var shard: Shard

  /// Makes a layout.
  public init(
    format: FixtureFormat = .ndjson, compression: Compression = .none, shard: Shard = .whole
  ) {
    precondition(format.isText || compression == .none, "a database or folder is not compressed")
    self.format = format
    self.compression = compression
    self.shard = shard
  }

  /// Whether the files are the canonical rows, byte for byte.
  var isCanonical: Bool { format == .ndjson && compression == .none }

  /// The files or folders in the order they are written; each stands once.
  var fileNames: [String] {
    var names: [String] = []
    for stream in RowStream.allCases where !names.contains(fileName(of: stream)) {
      names.append(fileName(of: stream))
    }
    if format == .pages { names.append(StaticPages.indexName) }
    return names
  }

  /// Where a stream's rows go.
  func fileName(of stream: RowStream) -> String {
    format.fileName(of: stream) + compression.suffix
  }
}
