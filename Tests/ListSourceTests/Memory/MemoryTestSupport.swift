import ListCore
import ListSource
import TestSupport
import Testing

let testIdentity = DatasetIdentity(digest: Array(repeating: 7, count: 32), generation: 3)

extension MemorySource {
  /// A source with the model's rows, in the order given.
  static func holding(
    _ rows: [ModelRow], sequence: UInt64 = 0, options: Options = Options()
  ) throws -> MemorySource {
    var loader = MemoryLoader(identity: testIdentity, sequence: sequence, options: options)
    var page = Page()
    for start in stride(from: 0, to: rows.count, by: 1_000) {
      page.removeAll()
      page.append(contentsOf: rows[start..<min(start + 1_000, rows.count)])
      try loader.append(page)
    }
    return loader.finish(authenticator: TestAuthenticator(secret: 1))
  }
}

/// The error that the body throws.
func sourceError(_ body: () throws -> Void) throws -> SourceError {
  try #require(throws: SourceError.self) { try body() }
}
