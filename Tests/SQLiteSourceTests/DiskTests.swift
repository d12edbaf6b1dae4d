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

  /// A folder on a disk of at most some MiB, such as a small tmpfs.
  private static let smallDisk = getenv("LONGLIST_SMALL_DISK").map { String(cString: $0) }

  @Test(.enabled(if: smallDisk != nil, "LONGLIST_SMALL_DISK names a folder on a small disk"))
  func aSmallDiskFillsAndIsUsableAgain() throws {
    let path = try #require(Self.smallDisk) + "/longlist-small"
    defer { unlink(path) }
    let large = try sourceError { try load(.spread(200_000), into: path) }
    #expect(large.code == .full && large.message.contains("make room"))
    #expect(access(path, F_OK) != 0)
    try load(.spread(100), into: path)
    for journal in SQLiteSource.Options.Journal.allCases {
      let source = try SQLiteSource(
        path: path, secret: secret, options: .init(isWritable: true, journal: journal))
      var page = Page()
      try source.fill(&page, with: PageRequest(.head, limit: 10_000))
      var model = ListModel(page.modelRows, sequence: try source.sequence())
      var error: SourceError?
      for number in 0..<10_000 as Range<UInt64> {
        var after = model
        var batch = ChangeBatch()
        let change = ModelChange(
          Change(
            sequence: model.sequence + 1, operation: .insert,
            id: ItemID(1_000_000 + model.sequence), key: SortKey(Int64(number)), version: 1),
          text: Array(repeating: 66, count: 20_000))
        batch.append(change)
        after.apply(batch)
        do {
          try source.apply(batch)
          model = after
        } catch let caught {
          error = caught
          break
        }
      }
      #expect(error?.code == .full)
      #expect(try source.sequence() == model.sequence)
      try source.fill(&page, with: PageRequest(.head, limit: 10_000))
      #expect(page.modelRows == model.rows)
    }
  }
}
