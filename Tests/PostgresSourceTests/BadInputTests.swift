import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Servers that are not there, that let nobody in, and datasets that are not what they should be.
@Suite(.enabled(if: PostgresConnection.isAvailable, "skipped: built without libpq"))
struct AddressTests {
  private func failure(_ address: String) throws -> SourceError {
    try sourceError { _ = try PostgresSource(address, "list") }
  }

  @Test func aServerThatIsNotThereIsOneErrorWithinSeconds() throws {
    let start = ContinuousClock.now
    let error = try failure("postgres://nobody@127.0.0.1:1/none")
    #expect(error.code == .cannotOpen)
    #expect(error.place == "postgres://nobody@127.0.0.1:1/none")
    #expect(error.description.allSatisfy { !$0.isNewline && $0 != "\t" })
    #expect(error.message.contains("check"))
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func aServerThatSaysNothingIsGivenUp() throws {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #expect(bind(listener, address, count) == 0)
        #expect(listen(listener, 5) == 0)
        #expect(getsockname(listener, address, &count) == 0)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let start = ContinuousClock.now
    let error = try failure("postgres://nobody@127.0.0.1:\(port)/none?connect_timeout=2")
    #expect(error.code == .cannotOpen)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test(arguments: [
    "postgres://user:secret@[broken/db", "password=secret nonsense",
    "postgres://h/db?secret=1", "host='secret", "post\u{0}gres://secret",
  ])
  func whatIsNoAddressIsRefusedWithoutRepeatingIt(address: String) throws {
    let error = try failure(address)
    #expect(error.code == .cannotOpen)
    #expect(!error.description.contains("secret"))
    #expect(error.message.contains("postgres://USER@HOST:PORT/DATABASE"))
  }

  @Test func aPortThatIsNoneIsRefusedWithoutThePassword() throws {
    let error = try failure("postgres://user:secret@host:port:port/")
    #expect(error.code == .cannotOpen)
    #expect(!error.description.contains("secret"))
  }

  @Test func aPlaceNeverHasThePassword() throws {
    for (text, place) in [
      (
        "postgres://me:secret@example.org:5433/db?sslmode=require",
        "postgres://me@example.org:5433/db"
      ),
      ("host=/tmp user=me password=secret dbname=db", "postgres://me@/tmp/db"),
      ("postgresql://h?password=secret", "postgres://h"), ("", "postgres://"),
    ] {
      #expect(try PostgresAddress(text).place == place)
    }
  }

  @Test func literalsAndIdentifiersAreQuoted() {
    #expect(PostgresConnection.literal("it's ''") == "'it''s '''''")
    #expect(PostgresConnection.identifier("a\"b") == "\"a\"\"b\"")
  }
}

@Suite(.needsPostgres) struct OpenTests {
  @Test func aWrongPasswordIsSaidSo() throws {
    let server = try TestServer.shared
    for (password, text) in [(":wrong", "authentication"), ("", "password")] {
      let error = try sourceError {
        _ = try PostgresSource(
          "postgres://postgres\(password)@127.0.0.1:\(server.port)/postgres", "list")
      }
      #expect(error.code == .passwordRefused)
      #expect(error.message.contains(text))
      #expect(!error.description.contains("wrong"))
    }
    let error = try sourceError {
      _ = try PostgresSource(server.address(database: "absent"), "list")
    }
    #expect(error.code == .cannotOpen)
    #expect(!error.description.contains(server.password))
  }

  @Test func whatIsNotADatasetIsToldApart() throws {
    let address = try TestServer.database("opening")
    let connection = try session(address)
    try connection.execute("CREATE SCHEMA other; CREATE TABLE other.metadata(token text)")
    func code(_ list: String) throws -> SourceError.Code {
      let error = try sourceError { _ = try PostgresSource(address, list) }
      #expect(error.place == (try PostgresAddress(address)).place)
      return error.code
    }
    #expect(try code("absent") == .cannotOpen)
    #expect(try code("other") == .foreign)
    #expect(
      try sourceError { try load([], into: address, list: "other", replacing: true) }.code
        == .foreign)
    let changes: [(name: String, sql: String, code: SourceError.Code)] = [
      (
        "version", "COMMENT ON SCHEMA LIST IS 'Longlist dataset, tables of version 2'",
        .otherVersion
      ),
      ("unfinished", "DELETE FROM LIST.metadata", .incomplete),
      ("metadata", "DROP TABLE LIST.metadata", .corrupt),
      ("item", "DROP TABLE LIST.item_TOKEN", .corrupt),
      ("index", "DROP INDEX LIST.item_TOKEN_order", .corrupt),
      ("log", "DROP TABLE LIST.change_TOKEN", .corrupt),
      ("limit", "UPDATE LIST.metadata SET log_limit = -1", .corrupt),
      ("shards", "UPDATE LIST.metadata SET shard_count = -1", .corrupt),
      ("servers", "UPDATE LIST.metadata SET shard_count = 1000000000000", .corrupt),
      ("digest", "UPDATE LIST.metadata SET dataset = '\\x0102'", .corrupt),
    ]
    for (name, sql, expected) in changes {
      try load(.spread(10), into: address, list: name)
      let token = try connection.run(PostgresSchema.identify(schema: name)).text(0, 0)
      try connection.execute(
        sql.split(separator: "LIST", omittingEmptySubsequences: false).joined(
          separator: "\"\(name)\""
        )
        .split(separator: "TOKEN", omittingEmptySubsequences: false).joined(separator: token))
      #expect(try code(name) == expected, "\(name)")
    }
  }

  @Test func rowsOutOfRangeAreCorruptNotATrap() throws {
    let address = try TestServer.database("ranges")
    for (name, change) in [
      ("id", "id = -1 WHERE id = 5"), ("version", "version = -1 WHERE id = 5"),
      ("large", "version = 4294967296 WHERE id = 5"),
    ] {
      try load(.spread(10), into: address, list: name)
      let source = try PostgresSource(address, name)
      try session(address).execute("UPDATE \(source.schema.item) SET \(change)")
      var page = Page()
      let error = try sourceError { try source.fill(&page, with: PageRequest(.head, limit: 10)) }
      #expect(error.code == .corrupt)
      #expect(page == Page())
      try source.fill(&page, with: PageRequest(.head, limit: 2))
      #expect(page.rows.count == 2, "the source goes on")
    }
  }

  @Test func aReaderWritesNothing() throws {
    let address = try TestServer.database("reading")
    try load(.spread(10), into: address, list: "list")
    let source = try PostgresSource(address, "list")
    var model = ListModel(.spread(10))
    var random = SeededRandom(state: 1)
    let batch = model.churn(3, &random)
    #expect(try sourceError { try source.apply(batch) }.code == .readOnly)
    // The server would refuse too.
    let error = try sourceError {
      try source.read { connection throws(PostgresError) in
        _ = try connection.execute("DELETE FROM \(source.schema.item)")
      }
    }
    #expect(error.code == .readOnly)
    #expect(try source.count() == 10)
  }

  @Test func aDatasetThatIsLoadedAnewIsGoneForItsReaders() throws {
    let address = try TestServer.database("renewing")
    try load(.spread(10), into: address, list: "list")
    let reader = try PostgresSource(address, "list", isWritable: true)
    var page = Page()
    try reader.fill(&page, with: PageRequest(.head, limit: 5))
    try load(.spread(20), into: address, list: "list", replacing: true)
    var model = ListModel(.spread(10))
    var random = SeededRandom(state: 1)
    let batch = model.churn(1, &random)
    for call in [
      { try reader.fill(&page, with: PageRequest(.head, limit: 5)) }, { _ = try reader.count() },
      { _ = try reader.entry(of: 1) }, { try reader.apply(batch) },
      { _ = try reader.total(.capped(5)) },
    ] as [() throws -> Void] {
      #expect(try sourceError(call).code == .datasetReplaced)
    }
    #expect(try PostgresSource(address, "list").count() == 20)
  }

  @Test func theLargestNumbersComeBack() throws {
    let address = try TestServer.database("largest")
    let last = DatasetIdentity(digest: identity.digest, generation: .max)
    let rows = [
      ModelRow(entry: ListEntry(key: SortKey(.max), id: ItemID(UInt64(Int64.max))), text: []),
      ModelRow(entry: ListEntry(key: SortKey(.min), id: 0), version: .max, text: [65]),
    ]
    try load(rows, into: address, list: "list", identity: last, sequence: UInt64(Int64.max))
    let source = try PostgresSource(address, "list", isWritable: true)
    #expect(source.identity == last)
    #expect(try source.sequence() == UInt64(Int64.max))
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page.modelRows == rows)
    var batch = ChangeBatch()
    batch.append(
      Change(sequence: 1 << 63, operation: .delete, id: 0, key: SortKey(.min), version: .max))
    #expect(try sourceError { try source.apply(batch) }.code == .sequenceGap)
    #expect(
      try sourceError { try load([], into: address, list: "more", sequence: 1 << 63) }.code
        == .sequenceGap)
  }
}
