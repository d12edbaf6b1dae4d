import ListCore
import ListSource
import Testing

@testable import SQLiteSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that goes with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/longlist-sqlite-XXXXXX".utf8CString)
    path = try #require(
      template.withUnsafeMutableBufferPointer { buffer in
        mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
      })
  }

  deinit {
    chmod(path, 0o755)
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// The names of what is in the folder.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// Random numbers that a seed repeats.
///
/// Source: SplitMix64.
struct SeededRandom {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to below `bound`.
  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// The seed of this run: LONGLIST_SEED, or the given one.
  static func seed(_ standard: UInt64) -> UInt64 {
    getenv("LONGLIST_SEED").flatMap { UInt64(String(cString: $0)) } ?? standard
  }
}

let secret = Array("a secret of the tests".utf8)
let identity = DatasetIdentity(digest: Array(repeating: 7, count: 32), generation: 3)

/// One row of the model.
struct ModelRow: Equatable {
  var entry: ListEntry
  var version: UInt32 = 1
  var text: [UInt8]
}

/// Loads rows in pages of 1,000.
func load(
  _ rows: [ModelRow], into path: String, identity: DatasetIdentity = identity,
  layout: SQLiteLayout = SQLiteLayout(), sequence: UInt64 = 0, replacing: Bool = false
) throws {
  let loader = try SQLiteLoader(
    path: path, identity: identity, layout: layout, sequence: sequence, replacing: replacing)
  var page = Page()
  for start in stride(from: 0, to: rows.count, by: 1_000) {
    page.removeAll()
    for row in rows[start..<min(start + 1_000, rows.count)] {
      page.append(entry: row.entry, version: row.version, text: row.text.span)
    }
    try loader.append(page)
  }
  try loader.finish()
}

/// Rows with about four rows to a key, newest first.
func spreadRows(_ count: Int) -> [ModelRow] {
  (0..<count).reversed().map { number in
    ModelRow(
      entry: ListEntry(key: SortKey(Int64(number / 4)), id: ItemID(UInt64(number) + 1)),
      text: Array("row \(number) with some text that a list would show".utf8))
  }
}

extension SQLiteSource {
  /// A source that does not wait for the disk, for tests with many small batches.
  convenience init(withoutSync path: String, form: QueryForm = .cursor) throws {
    try self.init(path: path, secret: secret, options: .init(form: form, isWritable: true))
    try database.withLock { database in
      try database.connection.execute("PRAGMA synchronous = OFF")
    }
  }
}

/// The error that the body throws.
func sourceError(_ body: () throws -> Void) throws -> SourceError {
  try #require(throws: SourceError.self) { try body() }
}

/// The forms that any file answers, among the rest with text.
let plainForms: [QueryForm] = [.offset, .keysetRowValues, .keysetTwoSeeks, .cursor]
