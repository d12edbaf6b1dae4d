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

/// A cluster comes, is private, and goes in every way out.
@Suite(.needsPostgres) struct ClusterTests {
  private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func aStoppedClusterLeavesNothing() throws {
    let cluster = try PrivateCluster()
    let postmaster = try #require(cluster.postmaster)
    let connection = try session(cluster.address())
    #expect(try connection.execute("SELECT version()").text(0, 0).hasPrefix("PostgreSQL"))
    #expect(connection.serverVersion >= 120_000)
    // What parallel queries share lies below the folder, which goes even after a kill.
    #expect(try connection.execute("SHOW dynamic_shared_memory_type").text(0, 0) == "mmap")
    var status = stat()
    #expect(stat(cluster.folder, &status) == 0)
    #expect(status.st_mode & 0o077 == 0, "others look into the folder")
    cluster.stop()
    cluster.stop()
    #expect(!isThere(cluster.folder))
    // It removes its file just before it ends.
    for _ in 0..<6_000 where kill(postmaster, 0) == 0 { usleep(10_000) }
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
    for _ in 0..<6_000 where isThere(folder) { usleep(10_000) }
    #expect(!isThere(folder))
  }

  // MARK: - The folder and its watch

  private func makeParent() throws -> String {
    var template = Array("/tmp/longlist-clusters-XXXXXX".utf8CString)
    return try #require(
      template.withUnsafeMutableBufferPointer { buffer in
        mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
      })
  }

  private func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The command lines of all processes.
  private func commandLines() -> String {
    guard let stream = popen("cat /proc/[0-9]*/cmdline 2>/dev/null || ps -A -o args", "r") else {
      return ""
    }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whoever keeps interrupts off sees no folder without its watch, so none comes between the two.
  @Test func aFolderIsMadeTogetherWithItsWatch() throws {
    let programs = try PostgresPrograms()
    let parent = try makeParent()
    let watches = Mutex<[ClusterWatch]>([])
    let maker = try Helper(after: 0) {
      for _ in 0..<50 {
        let (_, watch) = try PrivateCluster.makeWatchedFolder(in: parent, for: programs)
        watches.withLock { $0.append(watch) }
      }
    }
    var seen: Set<String> = []
    for _ in 0..<10_000 where seen.count < 50 {
      Interrupts.hold {
        // First the watches, then the folders: those that are made meanwhile would be found without.
        let watched = commandLines()
        for name in names(in: parent) where seen.insert(name).inserted {
          #expect(watched.contains(name))
        }
      }
      usleep(1_000)
    }
    try maker.wait()
    #expect(seen.count == 50)
    watches.withLock { for watch in $0 { watch.finish() } }
    #expect(rmdir(parent) == 0, "\(names(in: parent)) left")
  }

  @Test func aFolderThatNobodyCanWatchIsRemoved() async throws {
    let parent = try makeParent()
    await #expect(processExitsWith: .success) { [parent = parent as String] in
      let programs = try PostgresPrograms()
      // No more files than standard input, output and error.
      var limit = rlimit()
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #else
        let resource = RLIMIT_NOFILE
      #endif
      getrlimit(resource, &limit)
      let usual = limit.rlim_cur
      limit.rlim_cur = 3
      setrlimit(resource, &limit)
      let outcome = Result { try PrivateCluster.makeWatchedFolder(in: parent, for: programs) }
      limit.rlim_cur = usual
      setrlimit(resource, &limit)
      let error = #expect(throws: PostgresError.self) { _ = try outcome.get() }
      #expect(error?.code == .cannotStart)
      #expect(error?.message.contains("close some files") == true)
    }
    #expect(rmdir(parent) == 0, "\(names(in: parent)) left")
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
