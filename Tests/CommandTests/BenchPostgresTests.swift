import Foundation
import PostgresSource
import Testing

/// What `bench --postgres` says of a server, and what it leaves there.
@Suite(
  .enabled(if: PrivateCluster.obstacle == nil, "PostgreSQL's server is not installed"), .serialized)
struct BenchPostgresTests {
  private static let cluster = Result { () throws(PostgresError) in try PrivateCluster() }
  /// Asks for the suites that people run.
  private static let variables = ["LONGLIST_SELFTEST_SUITE": "0"]
  private static var address: String { get throws { try cluster.get().address() } }

  private func call(_ address: String, filter: String = "whole list/PostgreSQL") throws -> BenchCall
  {
    try BenchCall(
      "--suite", "BackendDepth", "--profile", "quick", "--filter", filter, "--postgres", address,
      "--format", "json", variables: Self.variables)
  }

  private func ask(_ sql: String) throws -> String {
    let session = try PostgresConnection(try PostgresAddress(try Self.address))
    return try session.execute(sql).text(0, 0)
  }

  /// The schemas of lists that are on the server.
  private func lists() throws -> String {
    try ask(
      """
      SELECT coalesce(string_agg(nspname, ' '), '') FROM pg_namespace
      WHERE nspname LIKE 'longlist%'
      """)
  }

  /// Expects that nothing of a run is on the server; its last session may still be on its way out.
  private func expectNothingLeft(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try lists() == "", sourceLocation: sourceLocation)
    var count = ""
    for _ in 0..<500 where count != "0" {
      if !count.isEmpty { usleep(10_000) }
      count = try ask(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'longlist_bench%'")
    }
    #expect(count == "0", "sessions", sourceLocation: sourceLocation)
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("nonsense", "write postgres://USER@HOST:PORT/DATABASE"),
    ("http://127.0.0.1/list", "write postgres://USER@HOST:PORT/DATABASE"),
    ("postgres://127.0.0.1:port/list", "leave the option out"),
    ("postgres://somebody:secret-word@127.0.0.1:1/list", "check address, user and database"),
    ("postgres://somebody@/list?host=/nonexistent", "check address, user and database"),
  ])
  func aServerThatIsNotThereIsOneLineThatSaysWhatToDo(address: String, advice: String) throws {
    let call = try call(address)
    #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
    #expect(call.errors.hasPrefix("bench: --postgres: ") && call.errors.contains(advice))
    #expect(call.errors.contains("leave the option out") && !call.errors.contains("secret-word"))
  }

  @Test func aWrongPasswordIsOneLineThatSaysWhatToDo() throws {
    let address = try Self.address
    let parts = address.split(separator: "@", maxSplits: 1)
    for password in [":secret-word", ""] {
      let call = try call("postgres://postgres\(password)@\(parts[1])")
      #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
      #expect(call.errors.contains("PGPASSWORD"), "\(call.errors)")
      #expect(!call.errors.contains("secret-word"))
    }
  }

  @Test func aDatabaseThatIsNotThereIsRefused() throws {
    let call = try call(try Self.cluster.get().address(database: "absent"))
    #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
    #expect(call.errors.contains("absent"))
  }

  // MARK: - What is left

  @Test func aGoodServerIsUsedAndLeftAsItWas() throws {
    let call = try call(
      try Self.address,
      filter: "whole list/PostgreSQL, keyset, key alone|whole list under churn/PostgreSQL, cursor")
    #expect(call.code == 0 && call.errors.isEmpty, "\(call.code) \(call.errors)")
    #expect(try call.rows.count == 2)
    for row in try call.rows { #expect(row["verdict"] as? String == "pass", "\(row)") }
    try expectNothingLeft()
  }

  @Test func anInterruptLeavesNothingOnTheServer() throws {
    let process = try BenchCall.process(
      [
        "--suite", "BackendDepth", "--profile", "quick", "--filter",
        "whole list under churn/PostgreSQL", "--postgres", try Self.address,
      ], variables: Self.variables)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The list of a child process is there and not yet dropped.
    var isSeen = false
    for _ in 0..<3_000 where !isSeen && process.isRunning {
      isSeen = try lists().contains("_churn_")
      usleep(10_000)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(isSeen)
    #expect(process.terminationStatus == 130)
    try expectNothingLeft()
  }

  @Test func aServerOfTheCallersHasNoShards() throws {
    let call = try call(try Self.address, filter: "page over shards")
    #expect(call.code == 0, "\(call.errors)")
    #expect(try call.rows.count == 4)
    for row in try call.rows {
      #expect(row["verdict"] as? String == "skipped")
      #expect((row["reason"] as? String)?.contains("--postgres names one server") == true)
    }
    try expectNothingLeft()
  }
}
