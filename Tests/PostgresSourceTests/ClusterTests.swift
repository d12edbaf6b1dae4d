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

/// A cluster comes, is private, and goes in every way out.
@Suite(.needsPostgres) struct ClusterTests {
  private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func aStoppedClusterLeavesNothing() throws {
    let cluster = try PrivateCluster()
    let postmaster = try #require(cluster.postmaster)
    let connection = try session(cluster.address())
    #expect(try connection.execute("SELECT version()").text(0, 0).hasPrefix("PostgreSQL"))
    #expect(connection.serverVersion >= 120_000)
    var status = stat()
    #expect(stat(cluster.folder, &status) == 0)
    #expect(status.st_mode & 0o077 == 0, "others look into the folder")
    cluster.stop()
    cluster.stop()
    #expect(!isThere(cluster.folder))
    // It removes its file just before it ends.
    for _ in 0..<500 where kill(postmaster, 0) == 0 { usleep(10_000) }
    #expect(kill(postmaster, 0) != 0)
    #expect(cluster.postmaster == nil)
    let error = try sourceError { _ = try PostgresSource(cluster.address(), "list") }
    #expect(error.code == .cannotOpen)
  }

  @Test(arguments: ["exit", "trap", "kill", "interrupt"])
  func aClusterGoesWithItsProcess(ending: String) async throws {
    let result = await #expect(
      processExitsWith: ending == "exit" ? .success : .failure, observing: [\.standardOutputContent]
    ) { [ending = ending as String] in
      let cluster = try PrivateCluster()
      let line = Array("\n{\(cluster.folder)}\n".utf8)
      write(STDOUT_FILENO, line, line.count)
      switch ending {
      case "exit": exit(0)
      case "trap": fatalError("on purpose")
      case "interrupt":
        Interrupts.install()
        kill(getpid(), SIGINT)
        sleep(10)
      default: kill(getpid(), SIGKILL)
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let start = try #require(output.firstIndex(of: "{"))
    let end = try #require(output.firstIndex(of: "}"))
    let folder = String(output[output.index(after: start)..<end])
    #expect(folder.hasPrefix("/tmp/longlist-postgres-"))
    for _ in 0..<1_000 where isThere(folder) { usleep(10_000) }
    #expect(!isThere(folder))
  }

  @Test func aCrashedClusterStartsAgainWithWhatWasCommitted() throws {
    let cluster = try PrivateCluster()
    let connection = try session(cluster.address())
    try connection.execute("CREATE TABLE kept AS SELECT 1 AS number")
    try connection.execute("BEGIN; CREATE TABLE lost AS SELECT 1 AS number")
    cluster.crash()
    #expect(throws: PostgresError.self) { try connection.execute("COMMIT") }
    #expect(connection.isLost)
    try cluster.restart()
    let after = try session(cluster.address())
    #expect(
      try after.execute("SELECT to_regclass('kept') IS NOT NULL, to_regclass('lost') IS NULL")
        .text(0, 0) == "t")
    #expect(
      try after.execute("SELECT to_regclass('lost') IS NULL").text(0, 0) == "t")
  }

  @Test func modulesThatAreNotInstalledAreNamed() {
    #expect(PrivateCluster.lack(of: ["postgres_fdw", "pg_stat_statements"]) == nil)
    let lack = PrivateCluster.lack(of: ["postgres_fdw", "no_such_module"])
    #expect(lack?.code == .notInstalled)
    #expect(lack?.message.contains("modules no_such_module are not installed") == true)
  }

  @Test func aFolderThatCannotBeMadeIsSaidSo() {
    var options = PrivateCluster.Options()
    options.parentFolder = "/absent"
    let error = #expect(throws: PostgresError.self) { _ = try PrivateCluster(options) }
    #expect(error?.code == .cannotStart)
    #expect(error?.place == "/absent")
  }

  @Test func aServerThatDoesNotStartLeavesNothing() throws {
    var options = PrivateCluster.Options()
    options.settings = ["no_such_setting": "1"]
    let error = #expect(throws: PostgresError.self) { _ = try PrivateCluster(options) }
    #expect(error?.code == .cannotStart)
    #expect(
      error?.message.contains("no_such_setting") == true
        || error?.message.contains("contains errors") == true)
    let folder = try #require(error?.place)
    #expect(folder.hasPrefix("/tmp/longlist-postgres-"))
    #expect(!isThere(folder))
  }
}
