import ListCore
import ListSource
import ProcessSupport
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Loading: all of it or nothing.
@Suite(.needsPostgres) struct LoaderTests {
  private func page(_ rows: [ModelRow]) -> Page {
    var page = Page()
    page.append(contentsOf: rows)
    return page
  }

  private func loader(_ address: String, replacing: Bool = false) throws -> PostgresLoader {
    try PostgresLoader(address: address, list: "list", identity: identity, replacing: replacing)
  }

  @Test func rowsComeInAnyOrder() throws {
    let address = try TestServer.database("load_order")
    let rows: [ModelRow] = .spread(2_500)
    var random = SeededRandom(state: 1)
    var shuffled = rows
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, random.next(below: index + 1))
    }
    try load(shuffled, into: address, list: "list", sequence: 12)
    let source = try PostgresSource(address, "list")
    #expect(source.identity == identity)
    #expect(try source.count() == 2_500)
    #expect(try source.sequence() == 12)
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 2_500))
    #expect(page.modelRows == rows)
  }

  @Test func aTextOfManyMessagesArrivesWhole() throws {
    let address = try TestServer.database("load_long")
    var page = Page()
    let text = [UInt8](unsafeUninitializedCapacity: 100_000_000) { buffer, count in
      for index in buffer.indices { buffer[index] = UInt8(0x20 + index % 89) }
      count = buffer.count
    }
    page.append(entry: ListEntry(key: 1, id: 1), version: 1, text: text.span)
    let loader = try loader(address)
    try loader.append(page)
    try loader.finish()
    var read = Page()
    try PostgresSource(address, "list").fill(&read, with: PageRequest(.head, limit: 1))
    #expect(read.text == text)
  }

  @Test func anAbandonedLoadLeavesNothing() throws {
    let address = try TestServer.database("load_abandoned")
    do {
      let loader = try loader(address)
      try loader.append(page(.spread(5_000)))
      #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
    }
    #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
    try load(.spread(5), into: address, list: "list")
    #expect(try PostgresSource(address, "list").count() == 5)
  }

  @Test func anIDAbove63BitsIsRefusedAndTheLoadGoesOn() throws {
    let address = try TestServer.database("load_ids")
    let loader = try loader(address)
    let largest = ModelRow(
      entry: ListEntry(key: 1, id: ItemID(UInt64(Int64.max))), text: Array("last".utf8))
    for id in [UInt64(1) << 63, .max] {
      let tooLarge = ModelRow(entry: ListEntry(key: 2, id: ItemID(id)), text: [])
      let error = try sourceError { try loader.append(page([largest, tooLarge])) }
      #expect(error.code == .idOutOfRange)
      #expect(error.message.contains(String(id)))
    }
    try loader.append(page([largest]))
    try loader.finish()
    #expect(try PostgresSource(address, "list").count() == 1)
  }

  @Test func anIDThatAppearsTwiceIsRefused() throws {
    let address = try TestServer.database("load_twice")
    let loader = try loader(address)
    let rows: [ModelRow] = .spread(10)
    try loader.append(page(rows))
    try loader.append(page([rows[3]]))
    #expect(try sourceError { try loader.finish() }.code == .duplicateID)
    #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
    // The load is over.
    #expect(try sourceError { try loader.append(page(rows)) }.code == .duplicateID)
    #expect(try sourceError { try loader.finish() }.code == .duplicateID)
  }

  @Test func aDatasetIsReplacedOnlyWhenAsked() throws {
    let address = try TestServer.database("load_replacing")
    try load(.spread(5), into: address, list: "list")
    #expect(
      try sourceError { try load(.spread(6), into: address, list: "list") }.code == .alreadyExists)
    #expect(try PostgresSource(address, "list").count() == 5)
    // One that fails leaves the old dataset.
    let loader = try loader(address, replacing: true)
    let rows: [ModelRow] = .spread(5)
    try loader.append(page(rows + rows))
    #expect(try sourceError { try loader.finish() }.code == .duplicateID)
    #expect(try PostgresSource(address, "list").count() == 5)
    try load(.spread(6), into: address, list: "list", replacing: true)
    #expect(try PostgresSource(address, "list").count() == 6)
  }

  @Test func anotherLoadOfTheNameIsRefusedInTime() throws {
    let address = try TestServer.database("load_races")
    let one = try loader(address)
    var options = PostgresConnection.Options()
    options.lockTimeoutMilliseconds = 200
    let error = try sourceError {
      _ = try PostgresLoader(
        address: address, list: "list", identity: identity, session: options)
    }
    #expect(error.code == .busy)
    try one.append(page(.spread(3)))
    try one.finish()
    #expect(try PostgresSource(address, "list").count() == 3)
  }

  @Test func aLostConnectionLosesTheLoadAndNothingElse() throws {
    let address = try TestServer.database("load_lost")
    let loader = try loader(address)
    try loader.append(page(.spread(5_000)))
    try session(address).execute(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    let error = try sourceError {
      for _ in 0..<100 { try loader.append(page(.spread(10_000))) }
      try loader.finish()
    }
    #expect(error.code == .connectionLost)
    #expect(try sourceError { try loader.finish() } == error)
    #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
  }

  /// On a file system of 100 MiB, which only root can make.
  @Test(.enabled(if: geteuid() == 0, "skipped: only root can mount a small file system"))
  func aFullDiskUndoesTheLoadAndTheServerGoesOn() throws {
    var template = Array("/tmp/longlist-small-XXXXXX".utf8CString)
    let folder = try #require(
      template.withUnsafeMutableBufferPointer { buffer in
        mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
      })
    defer { rmdir(folder) }
    let mount = ["mount", "-t", "tmpfs", "-o", "size=100m,mode=755", "none", folder]
    guard try ProgramRun.run(mount, timeLimitSeconds: 10) == .exited(0) else { return }
    defer { _ = try? ProgramRun.run(["umount", folder], timeLimitSeconds: 10) }
    var options = PrivateCluster.Options()
    options.parentFolder = folder
    options.sharedBuffersMebibytes = 16
    let cluster = try PrivateCluster(options)
    defer { cluster.stop() }
    let address = cluster.address()
    try load(.spread(100), into: address, list: "list")
    let error = try sourceError {
      let loader = try loader(address, replacing: true)
      for number in 0..<200 {
        var rows = [ModelRow].spread(10_000)
        for index in rows.indices {
          rows[index].entry.id = ItemID(rows[index].entry.id.rawValue + UInt64(number) * 10_000)
        }
        try loader.append(page(rows))
      }
      try loader.finish()
    }
    #expect(error.code == .full, "\(error)")
    #expect(error.message.contains("make room"))
    let source = try PostgresSource(address, "list", isWritable: true)
    #expect(try source.countByScan() == 100)
    var first = Page()
    try source.fill(&first, with: PageRequest(.head, limit: 100))
    #expect(first.modelRows == .spread(100))
  }

  @Test func aLimitOnTemporaryFilesIsSaidSo() throws {
    let address = try TestServer.database("load_full")
    try session(address).execute("ALTER DATABASE load_full SET temp_file_limit = '64kB'")
    try session(address).execute("ALTER DATABASE load_full SET maintenance_work_mem = '1MB'")
    try session(address).execute(
      "ALTER DATABASE load_full SET max_parallel_maintenance_workers = 0")
    let loader = try loader(address)
    try loader.append(page(.spread(200_000)))
    let error = try sourceError { try loader.finish() }
    #expect(error.code == .full)
    #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
  }

  @Test func anyNameIsAListsName() throws {
    let address = try TestServer.database("load_names")
    for (number, name) in ["a\"b'c; DROP", "Über", "select", " "].enumerated() {
      try load(.spread(number), into: address, list: name)
      #expect(try PostgresSource(address, name).count() == number)
    }
  }
}
