internal import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// Loads the list as it is now into another file, in another layout.
  ///
  /// The copy is of the same dataset and at the same sequence number; its log starts there.
  /// - Throws: What `SQLiteLoader` throws, and what reading throws; there is no new file then.
  /// - Complexity: O(n log n).
  public func copy(
    to path: String, layout: SQLiteLayout, replacing: Bool = false
  ) throws(SourceError) {
    try database.withLock { database throws(SourceError) in
      try database.reading { () throws(SourceError) in
        let loader = try SQLiteLoader(
          path: path, identity: identity, layout: layout, sequence: try database.state().sequence,
          replacing: replacing)
        let all = try onFile(self.path) { () throws(SQLiteError) in
          try database.connection.prepare(SQLiteSchema.all)
        }
        var page = Page()
        while try onFile(self.path, { () throws(SQLiteError) in try all.step() }) {
          try database.appendRow(of: all, to: &page)
          guard page.rows.count == 1_000 else { continue }
          try loader.append(page)
          page.removeAll()
        }
        try loader.append(page)
        try loader.finish()
      }
    }
  }
}
