import ListCore
import ListSource
import ProcessSupport
import Synchronization
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server of this run of the tests: started when the first test asks for it, gone with the process.
enum TestServer {
  private static let started: Result<PrivateCluster, PostgresError> = {
    var options = PrivateCluster.Options()
    // Nothing here outlives the machine.
    options.settings = ["fsync": "off"]
    do throws(PostgresError) {
      return .success(try PrivateCluster(options))
    } catch {
      return .failure(error)
    }
  }()

  /// The server.
  static var shared: PrivateCluster { get throws { try started.get() } }

  /// Why the tests are skipped; nil where PostgreSQL is installed.
  static let obstacle = PrivateCluster.obstacle

  /// A new database of the server, for a test that changes more than its own list.
  static func database(_ name: String) throws -> String {
    let server = try shared
    let connection = try PostgresConnection(try PostgresAddress(server.address()))
    try connection.execute("DROP DATABASE IF EXISTS \(name)")
    try connection.execute("CREATE DATABASE \(name)")
    return server.address(database: name)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips where PostgreSQL is not installed, and says so.
  static var needsPostgres: Self {
    .enabled(
      if: TestServer.obstacle == nil,
      Comment(rawValue: TestServer.obstacle.map { "skipped: \($0.message)" } ?? ""))
  }
}

/// A body on a thread of its own, as the tests' own threads all may wait for a server.
final class Helper: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)

  /// - Parameter pause: Microseconds before it starts.
  init(after pause: UInt32, _ body: @escaping @Sendable () throws -> Void) throws {
    let isStarted = startThread { [self] in
      usleep(pause)
      let result = Result { try body() }
      outcome.withLock { $0 = result }
    }
    try #require(isStarted)
  }

  /// Waits for the body's end, and throws what it threw.
  func wait() throws {
    for _ in 0..<12_000 {
      if let outcome = outcome.withLock(\.self) { return try outcome.get() }
      usleep(10_000)
    }
    Issue.record("a helper that does not end")
  }
}

let identity = DatasetIdentity(digest: Array(repeating: 7, count: 32), generation: 3)

/// Loads rows in pages of 1,000.
func load(
  _ rows: [ModelRow], into address: String, list: String, identity: DatasetIdentity = identity,
  sequence: UInt64 = 0, keptChanges: Int = PostgresLoader.defaultLogLimit, replacing: Bool = false
) throws {
  let loader = try PostgresLoader(
    address: address, list: list, identity: identity, sequence: sequence, keptChanges: keptChanges,
    replacing: replacing)
  var page = Page()
  for start in stride(from: 0, to: rows.count, by: 1_000) {
    page.removeAll()
    page.append(contentsOf: rows[start..<min(start + 1_000, rows.count)])
    try loader.append(page)
  }
  try loader.finish()
}

extension PostgresSource {
  /// Opens a list of the tests.
  convenience init(
    _ address: String, _ list: String, form: PostgresForm = .cursor, isWritable: Bool = false,
    change: (inout Options) -> Void = { _ in }
  ) throws(SourceError) {
    var options = Options(form: form, isWritable: isWritable)
    change(&options)
    try self.init(
      address: address, list: list, authenticator: TestAuthenticator(), options: options)
  }
}

/// A session beside the source's.
func session(_ address: String) throws -> PostgresConnection {
  try PostgresConnection(try PostgresAddress(address))
}

/// The error that the body throws.
func sourceError(_ body: () throws -> Void) throws -> SourceError {
  try #require(throws: SourceError.self) { try body() }
}

/// Rows without NUL in their texts, which PostgreSQL refuses.
func withoutNUL(_ rows: [ModelRow]) -> [ModelRow] {
  rows.map { row in
    var row = row
    row.text = withoutNUL(row.text)
    return row
  }
}

/// A text whose NULs are other bytes.
func withoutNUL(_ text: [UInt8]) -> [UInt8] { text.map { $0 == 0 ? 1 : $0 } }

/// A source whose texts hold NUL, over one that refuses it: 1 stands for 0, which the model never has otherwise.
struct NULTolerant: ListSource {
  let source: PostgresSource

  private func restore(_ page: inout Page) {
    for index in page.text.indices where page.text[index] == 1 { page.text[index] = 0 }
  }

  func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    try source.fill(&page, with: request)
    restore(&page)
  }

  func fill(_ page: inout Page, round window: WindowRequest) throws(SourceError) -> AnchorPlace {
    let place = try source.fill(&page, round: window)
    restore(&page)
    return place
  }

  func entry(of id: ItemID) throws(SourceError) -> ListEntry? { try source.entry(of: id) }

  func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor {
    try source.cursor(after: entry, direction)
  }

  func count() throws(SourceError) -> Int { try source.count() }

  func total(_ kind: TotalKind) throws(SourceError) -> Total { try source.total(kind) }

  func countNewer(than entry: ListEntry, upTo cap: Int) throws(SourceError) -> Int {
    try source.countNewer(than: entry, upTo: cap)
  }

  func sequence() throws(SourceError) -> UInt64 { try source.sequence() }

  func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    var stored = ChangeBatch()
    batch.removeAll()
    let last = try source.fill(&stored, after: sequence, limit: limit)
    batch = ChangeBatch(
      stored.modelChanges.map { change in
        ModelChange(change.change, text: change.text.map { $0.map { $0 == 1 ? 0 : $0 } })
      })
    return last
  }

  func apply(_ batch: ChangeBatch) throws(SourceError) {
    try source.apply(
      ChangeBatch(
        batch.modelChanges.map { ModelChange($0.change, text: $0.text.map(withoutNUL)) }))
  }
}
