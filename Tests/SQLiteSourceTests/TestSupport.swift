import ListCore
import ListSource
import TestSupport
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

let secret = Array("a secret of the tests".utf8)
let identity = DatasetIdentity(digest: Array(repeating: 7, count: 32), generation: 3)

/// Loads rows in pages of 1,000.
func load(
  _ rows: [ModelRow], into path: String, identity: DatasetIdentity = identity,
  sequence: UInt64 = 0, replacing: Bool = false
) throws {
  let loader = try SQLiteLoader(
    path: path, identity: identity, sequence: sequence, replacing: replacing)
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
func spreadRows(_ count: Int) -> [ModelRow] { .spread(count) }

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
