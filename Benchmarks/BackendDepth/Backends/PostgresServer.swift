import BenchHarness
import Foundation
import PostgresSource
import ProcessSupport
import Synchronization

/// The PostgreSQL server of a run: the caller's, or a private one on loopback that goes with this process.
///
/// The parent starts it before the first case that needs it, and says where it is in an environment variable, which its
/// child processes inherit: a password stands on no command line and in no output.
///
/// Every list of a run has the run's number in its name: two runs on one server do not meet, and what a run and
/// its child processes left on the caller's server is known when the run ends, and dropped.
enum PostgresServer {
  /// Where the server is, for child processes.
  static let variable = "LONGLIST_POSTGRES"
  /// The run's number, for child processes.
  private static let runVariable = "LONGLIST_POSTGRES_RUN"
  /// What libpq reads beside the address, as children get only our own variables.
  private static let passed = ["PGPASSWORD", "PGPASSFILE", "PGAPPNAME"]

  private static let cluster = Mutex<PrivateCluster?>(nil)
  private static let callers = Atomic(false)

  /// Why there can be no server here; nil where there can.
  static let obstacle: String? =
    given != nil
    ? nil : askedOnce("LONGLIST_POSTGRES_OBSTACLE") { PrivateCluster.obstacle?.message }

  /// Whether this process was told to use the caller's server.
  static var isCallers: Bool { callers.load(ordering: .relaxed) }

  static var given: String? { value(of: variable) }

  private static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// What the names of the run's lists begin with: always of one length, so that statements take as many bytes.
  static let prefix: String = {
    if let known = value(of: runVariable) { return "longlist_bench_\(known)_" }
    let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
    let number = String(repeating: "0", count: 8 - digits.count) + digits
    setenv(runVariable, number, 1)
    return "longlist_bench_\(number)_"
  }()

  /// Asks this machine what some processes must run for, once: child processes inherit the answer.
  static func askedOnce(_ variable: String, _ question: () -> String?) -> String? {
    if let known = value(of: variable) { return known.isEmpty ? nil : known }
    let answer = question()
    setenv(variable, answer ?? "", 1)
    return answer
  }

  /// Makes this process and its children use a server that runs, and has all that they make there dropped when
  /// this process ends or is interrupted.
  ///
  /// - Throws: `EnvironmentError` when it lets nobody in.
  static func use(_ address: String) throws(EnvironmentError) {
    do throws(PostgresError) {
      _ = try PostgresConnection(try PostgresAddress(address))
    } catch {
      throw EnvironmentError(
        "--postgres: \(error); or leave the option out: bench then starts a server of its own")
    }
    // Tells the server which sessions are the run's, unless the address says something else.
    setenv("PGAPPNAME", prefix, 1)
    for name in passed {
      if let value = value(of: name) { setenv("LONGLIST_\(name)", value, 1) }
    }
    setenv(variable, address, 1)
    callers.store(true, ordering: .relaxed)
    atexit { PostgresServer.dropLists() }
    _ = Interrupts.add { dropLists() }
  }

  /// The server's address; starts a private one where there is none.
  ///
  /// - Throws: `EnvironmentError` when it does not start.
  static func address() throws(EnvironmentError) -> String {
    do throws(PostgresError) {
      return try cluster.withLock { cluster throws(PostgresError) -> String in
        _ = prefix
        for name in passed {
          if let value = value(of: "LONGLIST_\(name)") { setenv(name, value, 1) }
        }
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
  static func session(
    _ options: PostgresConnection.Options = .init()
  ) throws -> PostgresConnection {
    try PostgresConnection(try PostgresAddress(try address()), options: options)
  }

  /// Drops the lists of the run, after the sessions of its child processes have ended.
  private static func dropLists() {
    do {
      var options = PostgresConnection.Options()
      options.statementTimeoutMilliseconds = 30_000
      let session = try session(options)
      // Children that were killed may still be at work on the server, which notices it late.
      for _ in 0..<50 {
        let others = try? session.execute(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = '\(prefix)' AND pid <> pg_backend_pid()
          """)
        if others?.text(0, 0) ?? "0" == "0" { break }
        usleep(100_000)
      }
      let lists = try session.execute(
        "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '\(prefix)')")
      for row in 0..<lists.rowCount {
        try session.execute(
          "DROP SCHEMA \(PostgresConnection.identifier(lists.text(row, 0))) CASCADE")
      }
    } catch let error as PostgresError where error.code == .cannotConnect {
      // A server that is gone; who needed it has said so in the one line that there is to be.
    } catch {
      writeToStandardError("bench: drop the schemas \(prefix)* by hand: \(error)\n")
    }
  }
}
