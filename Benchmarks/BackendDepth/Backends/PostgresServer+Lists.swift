import BenchHarness
import Foundation
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Synchronization
import Workload

/// The lists of a run in its server.
extension PostgresServer {
  /// Puts a list into the server unless it is there, and returns the digest of its data.
  static func fixture(of source: WorkloadSource) throws -> String {
    let digest = try source.fixture()
    if try opened(name(of: source), .offset) == nil { try load(source) }
    return digest
  }

  /// Opens a list, and loads it first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the server refuses.
  static func list(of source: WorkloadSource, form: PostgresForm) throws -> PostgresSource {
    let name = name(of: source)
    if let list = try opened(name, form) { return list }
    try load(source)
    return try reopened(name, form)
  }

  /// Opens a list of a name, and loads its rows first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the server refuses.
  static func list(
    _ name: String, form: PostgresForm, isWritable: Bool = false, rows: () throws -> Page
  ) throws -> PostgresSource {
    if let list = try opened(name, form, isWritable: isWritable) { return list }
    let rows = try rows()
    try load(name) { loader throws(SourceError) in try loader.append(rows) }
    return try reopened(name, form, isWritable: isWritable)
  }

  private static func name(of source: WorkloadSource) -> String {
    prefix + source.fileKey.suffix(39).lowercased().replacing("-", with: "_")
  }

  /// Opens a list; nil where it is not there, or not whole.
  static func opened(
    _ name: String, _ form: PostgresForm, isWritable: Bool = false
  ) throws -> PostgresSource? {
    let address = try address()
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

  /// Opens a list that is there.
  static func reopened(
    _ name: String, _ form: PostgresForm, isWritable: Bool = false
  ) throws -> PostgresSource {
    guard let list = try opened(name, form, isWritable: isWritable) else {
      throw EnvironmentError("PostgreSQL lost the list '\(name)': run again")
    }
    return list
  }

  private static func load(_ source: WorkloadSource) throws {
    let rows = try ShuffledRows(source)
    try load(name(of: source)) { loader throws(SourceError) in
      try rows.forEachPage { page throws(SourceError) in try loader.append(page) }
    }
  }

  private static let ownLists = Atomic(1_000)

  /// A name for a list that nobody else uses, in this process or beside it; always of one length.
  static func ownName(_ word: String) -> String {
    let process = 1_000_000_000 + Int(ProcessInfo.processInfo.processIdentifier)
    let number = ownLists.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(prefix)\(word)_\(process)_\(number)"
  }

  /// Opens a list that nobody else sees, of some rows; `drop` removes it.
  static func ownList(_ name: String, form: PostgresForm, rows: Page) throws -> PostgresSource {
    try load(name) { loader throws(SourceError) in try loader.append(rows) }
    return try reopened(name, form, isWritable: true)
  }

  /// Opens a list that nobody else sees, as a source is after its changes; `drop` removes it.
  static func ownList(_ name: String, of source: WorkloadSource) throws -> PostgresSource {
    let rows = try ShuffledRows(source)
    try load(name, sequence: rows.sequence) { loader throws(SourceError) in
      try rows.forEachPage { page throws(SourceError) in try loader.append(page) }
    }
    return try reopened(name, .cursor, isWritable: true)
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
    _ name: String, sequence: UInt64 = 0,
    _ append: (PostgresLoader) throws(SourceError) -> Void
  ) throws {
    let address = try address()
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    do throws(SourceError) {
      let loader = try PostgresLoader(
        address: address, list: name, identity: SQLiteFile.identity, sequence: sequence,
        replacing: true)
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
