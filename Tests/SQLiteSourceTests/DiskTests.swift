import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Disks that are full: the system refuses a write, at any byte.
@Suite struct DiskTests {
  /// Lets no file of this process grow beyond some bytes; writes beyond fail with EFBIG.
  private static func limitFiles(_ byteCount: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    getrlimit(resource, &limit)
    limit.rlim_cur = rlim_t(byteCount)
    setrlimit(resource, &limit)
  }

  private static let unlimited = 1 << 40

  @Test func aLoadOntoAFullDiskLeavesNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    await #expect(processExitsWith: .success) { [path = path as String] in
      let rows: [ModelRow] = .spread(3_000)
      var failures = 0
      for byteCount in stride(from: 0, to: 2_000_000, by: 24_000) {
        Self.limitFiles(byteCount)
        do {
          try load(rows, into: path)
          break
        } catch let error as SourceError {
          #expect(error.code == .full, "\(byteCount): \(error)")
          #expect(error.message.contains("make room"))
          failures += 1
        }
        #expect(access(path, F_OK) != 0)
      }
      #expect(failures > 10)
      Self.limitFiles(Self.unlimited)
      #expect(try SQLiteSource(path: path, secret: secret).count() == 3_000)
    }
    #expect(folder.names == ["list"])
  }

  @Test(arguments: SQLiteSource.Options.Journal.allCases)
  func aBatchOntoAFullDiskIsUndone(journal: SQLiteSource.Options.Journal) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    try load(.spread(1_000), into: path)
    await #expect(processExitsWith: .success) {
      [path = path as String, journal = journal.rawValue as String] in
      let journal = try #require(SQLiteSource.Options.Journal(rawValue: journal))
      let source = try SQLiteSource(
        path: path, secret: secret, options: .init(isWritable: true, journal: journal))
      var model = ListModel(.spread(1_000))
      var random = SeededRandom(state: 2)
      var failures = 0
      var byteCount = 1
      for _ in 0..<200 {
        var after = model
        let batch = after.churn(200, &random)
        Self.limitFiles(byteCount)
        do {
          try source.apply(batch)
          model = after
          byteCount = byteCount * 2 / 3
        } catch let error as SourceError {
          #expect(error.code == .full, "\(byteCount): \(error)")
          failures += 1
          byteCount += 16_384
        }
        Self.limitFiles(Self.unlimited)
        #expect(try source.sequence() == model.sequence)
        var page = Page()
        try source.fill(&page, with: PageRequest(.head, limit: 10_000))
        #expect(page.modelRows == model.rows)
      }
      #expect(failures > 20 && failures < 200)
    }
  }
}
