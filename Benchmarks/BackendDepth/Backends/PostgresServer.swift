import BenchHarness
import Foundation
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Synchronization
import Workload

/// The PostgreSQL server of a run: the caller's, or a private one on loopback that goes with this process.
///
/// The parent starts it before the first case that needs it, and says where it is in an environment variable, which its
/// child processes inherit: a password stands on no command line and in no output.
enum PostgresServer {
  /// Where the server is, for child processes.
  static let variable = "LONGLIST_POSTGRES"
  /// What libpq reads beside the address, as children get only our own variables.
  private static let passed = ["PGPASSWORD", "PGPASSFILE"]

  private static let cluster = Mutex<PrivateCluster?>(nil)

  /// Why there can be no server here; nil where there can.
  static let obstacle: String? = given != nil ? nil : PrivateCluster.obstacle?.message

  private static var given: String? { value(of: variable) }

  private static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Makes this process and its children use a server that runs.
  ///
  /// - Throws: `EnvironmentError` when it lets nobody in.
  static func use(_ address: String) throws(EnvironmentError) {
    do throws(PostgresError) {
      _ = try PostgresConnection(try PostgresAddress(address))
    } catch {
      throw EnvironmentError(
        "--postgres: \(error); or leave the option out: bench then starts a server of its own")
    }
    for name in passed {
      if let value = value(of: name) { setenv("LONGLIST_\(name)", value, 1) }
    }
    setenv(variable, address, 1)
  }

  /// The server's address; starts a private one where there is none.
  ///
  /// - Throws: `EnvironmentError` when it does not start.
  static func address() throws(EnvironmentError) -> String {
    do throws(PostgresError) {
      return try cluster.withLock { cluster throws(PostgresError) -> String in
        if let given { return given }
        let started = try PrivateCluster()
        cluster = started
        // In every other way out of the process the server goes by itself, but a moment later.
        atexit { PostgresServer.stop() }
        setenv(variable, started.address(), 1)
        return started.address()
      }
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  /// Stops the private server, if one was started.
  static func stop() {
    cluster.withLock { cluster in
      guard let running = cluster else { return }
      running.stop()
      cluster = nil
      unsetenv(variable)
    }
  }

  /// Opens a session, for what no source does.
  static func session() throws -> PostgresConnection {
    try PostgresConnection(try PostgresAddress(try address()))
  }

  // MARK: - Lists

  /// Puts a list into the server unless it is there, and returns the digest of its data.
  static func fixture(of source: WorkloadSource) throws -> String {
    let digest = try source.fixture()
    let identity = identity(digest)
    // A server of somebody's own may hold a list of another version of the data.
    if try opened(name(of: source), .offset)?.identity != identity {
      try load(source, identity)
    }
    return digest
  }

  /// Opens a list, and loads it first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the server refuses.
  static func list(of source: WorkloadSource, form: PostgresForm) throws -> PostgresSource {
    let name = name(of: source)
    if let list = try opened(name, form) { return list }
    try load(source, SQLiteFile.identity)
    return try reopened(name, form)
  }

  /// Opens a list of a name, and loads its rows first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the server refuses.
  static func list(
    _ name: String, form: PostgresForm, rows: () throws -> Page
  ) throws -> PostgresSource {
    if let list = try opened(name, form) { return list }
    let rows = try rows()
    try load(name, SQLiteFile.identity) { loader throws(SourceError) in try loader.append(rows) }
    return try reopened(name, form)
  }

  private static func name(of source: WorkloadSource) -> String {
    "longlist_bench_\(source.fileKey.suffix(40))".lowercased().replacing("-", with: "_")
  }

  /// The identity of a list after its changes.
  private static func identity(_ digest: String) -> DatasetIdentity {
    let digits = Array(digest.drop { $0 != ":" }.dropFirst().utf8)
    var bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
    }
    bytes += [UInt8](repeating: 0, count: max(0, 32 - bytes.count))
    return DatasetIdentity(
      digest: Array(bytes.prefix(32)), generation: UInt64(SQLiteFile.changeLimit))
  }

  /// Opens a list; nil where it is not there, or not whole.
  private static func opened(
    _ name: String, _ form: PostgresForm, isWritable: Bool = false
  ) throws -> PostgresSource? {
    let address = try address()
    for name in passed {
      if let value = value(of: "LONGLIST_\(name)") { setenv(name, value, 1) }
    }
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    do throws(SourceError) {
      return try PostgresSource(
        address: address, list: name, authenticator: authenticator,
        options: .init(form: form, isWritable: isWritable))
    } catch {
      // What else is wrong, as a server that is not there, the load says.
      guard [.cannotOpen, .incomplete, .corrupt, .otherVersion].contains(error.code) else {
        throw EnvironmentError("\(error)")
      }
      return nil
    }
  }

  private static func reopened(
    _ name: String, _ form: PostgresForm, isWritable: Bool = false
  ) throws -> PostgresSource {
    guard let list = try opened(name, form, isWritable: isWritable) else {
      throw EnvironmentError("PostgreSQL lost the list '\(name)': run again")
    }
    return list
  }

  /// Loads the rows of a list in no order, as rows of a table lie that was written over a long time.
  ///
  /// MEASURED: with rows in the order of their ids, pages of near rows share blocks, and the blocks of a keyset page
  /// grow by an exponent of 0.06 to 0.09 over depth.
  private static func load(_ source: WorkloadSource, _ identity: DatasetIdentity) throws {
    let workload = try SQLiteFile.workload(source)
    var rows = workload.outcome
    rows.shuffle(seed: 1)
    try load(name(of: source), identity) { loader throws(SourceError) in
      var page = Page()
      for start in stride(from: 0, to: rows.count, by: 10_000) {
        workload.fill(&page, with: rows[start..<min(start + 10_000, rows.count)])
        try loader.append(page)
      }
    }
  }

  /// Opens a list that nobody else sees, of some rows; `drop` removes it.
  static func ownList(_ name: String, form: PostgresForm, rows: Page) throws -> PostgresSource {
    try load(name, SQLiteFile.identity) { loader throws(SourceError) in try loader.append(rows) }
    return try reopened(name, form, isWritable: true)
  }

  /// Removes a list.
  static func drop(_ name: String) throws {
    try session().execute("DROP SCHEMA IF EXISTS \(name) CASCADE")
  }

  /// The plans of a page of the list that ties, which is the smallest that is not simply sorted; none where no
  /// server runs.
  static func plans(of forms: [PostgresForm]) -> [(form: PostgresForm, plan: [String])] {
    guard given != nil else { return [] }
    let entry = ListEntry(key: 40_000, id: 50)
    return forms.compactMap { form in
      guard let list = try? opened(Ties.listName, form),
        let plan = try? list.queryPlan(
          of: .page(PageRequest(form.isByRank ? .offset(1_000) : .after(entry, .older), limit: 20)))
      else { return nil }
      return (form, plan.map { String($0.drop { $0 == " " }) })
    }
  }

  private static func load(
    _ name: String, _ identity: DatasetIdentity,
    _ append: (PostgresLoader) throws(SourceError) -> Void
  ) throws {
    let address = try address()
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    do throws(SourceError) {
      let loader = try PostgresLoader(
        address: address, list: name, identity: identity, replacing: true)
      try append(loader)
      try loader.finish()
      let list = try PostgresSource(
        address: address, list: name, authenticator: authenticator,
        options: .init(isWritable: true))
      // An old transaction of somebody else's keeps rows from being all-visible; its counts are then larger.
      for _ in 0..<3 where try list.settle() { break }
    } catch {
      throw EnvironmentError("\(error)")
    }
  }
}

extension Array {
  /// Puts the elements into an order that a seed alone decides.
  ///
  /// Source: Durstenfeld 1964, by SplitMix64.
  mutating func shuffle(seed: UInt64) {
    var state = seed
    for last in indices.dropFirst().reversed() {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      word ^= word >> 31
      swapAt(last, Int(word.multipliedFullWidth(by: UInt64(last + 1)).high))
    }
  }
}
