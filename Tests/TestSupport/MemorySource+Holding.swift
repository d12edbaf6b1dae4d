import ListCore
import ListSource

/// The dataset of the sources in memory.
package let testIdentity = DatasetIdentity(digest: Array(repeating: 7, count: 32), generation: 3)

extension MemorySource {
  /// A source with the model's rows, in the order given.
  package static func holding(
    _ rows: [ModelRow], sequence: UInt64 = 0, options: Options = Options()
  ) throws -> MemorySource {
    var loader = MemoryLoader(identity: testIdentity, sequence: sequence, options: options)
    var page = Page()
    for start in stride(from: 0, to: rows.count, by: 1_000) {
      page.removeAll()
      page.append(contentsOf: rows[start..<min(start + 1_000, rows.count)])
      try loader.append(page)
    }
    return loader.finish(authenticator: TestAuthenticator())
  }
}
