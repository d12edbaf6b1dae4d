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
/// The parent starts it before the first case that needs it, and says where it is in an environment variable that its
/// child processes inherit.
enum PostgresServer {
  /// Where the server is, for child processes and for who has one.
  static let variable = "LONGLIST_POSTGRES"

  private static let cluster = Mutex<PrivateCluster?>(nil)

  /// Why there can be no server here; nil where there can.
  static var obstacle: String? {
    given != nil ? nil : PrivateCluster.obstacle.map { $0.message }
  }

  private static var given: String? { getenv(variable).map { String(cString: $0) } }

  /// The server's address; starts a private one where there is none.
  ///
  /// - Throws: `EnvironmentError` when it does not start.
  static func address() throws -> String {
    if let given { return given }
    return try cluster.withLock { cluster in
      if let given { return given }
      do {
        let started = try PrivateCluster()
        cluster = started
        setenv(variable, started.address(), 1)
        return started.address()
      } catch { throw EnvironmentError("\(error)") }
    }
  }

  /// Puts a list into the server, and returns the digest of its data.
  static func fixture(of source: WorkloadSource) throws -> String {
    let digest = try source.fixture()
    _ = try list(of: source, form: .offset)
    return digest
  }

  /// Opens a list, and loads it first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the server refuses.
  static func list(of source: WorkloadSource, form: PostgresForm) throws -> PostgresSource {
    try list("bench_\(source.fileKey.filter { $0 != "-" }.suffix(40))", form: form) {
      let workload = try SQLiteFile.workload(source)
      var pages: [Page] = []
      let rows = workload.outcome
      for start in stride(from: 0, to: rows.count, by: 10_000) {
        var page = Page()
        workload.fill(&page, with: rows[start..<min(start + 10_000, rows.count)])
        pages.append(page)
      }
      return pages
    }
  }

  /// Opens a list of a name, and loads its rows first if it is not there.
  static func list(
    _ name: String, form: PostgresForm, rows: () throws -> [Page]
  ) throws -> PostgresSource {
    let address = try address()
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    func opened() throws(SourceError) -> PostgresSource {
      try PostgresSource(
        address: address, list: name, authenticator: authenticator, options: .init(form: form))
    }
    do {
      do throws(SourceError) {
        return try opened()
      } catch where error.code == .foreign || error.code == .incomplete {
        let loader = try PostgresLoader(
          address: address, list: name, identity: SQLiteFile.identity, replacing: true)
        for page in try rows() { try loader.append(page) }
        try loader.finish()
        return try opened()
      }
    } catch let error as SourceError { throw EnvironmentError("\(error)") }
  }
}

extension DepthDesign {
  /// What every profile measures of PostgreSQL.
  static let postgresMain = [PostgresForm.offset, .keysetRowValues, .cursor].map(DepthDesign.init)

  /// What else there is, from the standard profile on.
  static let postgresMore = [PostgresForm.deferredJoin, .keysetOr, .keysetTwoSeeks]
    .map(DepthDesign.init)

  /// A form of query on PostgreSQL.
  init(_ form: PostgresForm) {
    self.init(
      implementation: form.implementation, needs: "index (sort_key, id)", isByRank: form.isByRank,
      growthMetric: "blocksTouched"
    ) { source, run in
      let (model, _) = try StoredRows.load(source, scratchFolder: run.scratchFolder)
      let list = try PostgresServer.list(of: source, form: form)
      return DepthReader(model: model) { depth, before in
        try list.place(depth: depth, after: before)
      } fill: { page, request in
        try list.fill(&page, with: request)
      } counts: { request in
        let counters = try list.counters(of: .page(request))
        return [
          ("blocksTouched", counters.blocksTouched), ("rowsScanned", counters.rowsScanned),
          ("rowsRemoved", counters.rowsRemoved),
        ]
      }
    }
    open = { [open] source, run in
      var reader = try open(source, run)
      reader.isRemote = true
      return reader
    }
  }
}
