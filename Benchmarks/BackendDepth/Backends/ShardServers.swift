import BenchHarness
import Foundation
import PostgresSource
import Synchronization
import Workload

/// The servers over which a list is spread: private clusters on loopback, which the run's own server asks.
///
/// The parent starts them before the first case that needs them; its child processes inherit where they are. They go
/// with this process, as the private server does.
enum ShardServers {
  private static let variable = "LONGLIST_POSTGRES_SHARDS"
  private static let clusters = Mutex<[PrivateCluster]>([])
  /// What the servers need beside a plain one.
  private static let modules = ["postgres_fdw", "pg_stat_statements"]

  /// Why there can be none here; nil where there can.
  static var obstacle: String? {
    if PostgresServer.isCallers {
      return "--postgres names one server, and shards are several: leave it out for private ones"
    }
    return PostgresServer.obstacle ?? lack
  }

  private static let lack = PostgresServer.askedOnce("LONGLIST_POSTGRES_LACK") {
    PrivateCluster.lack(of: modules)?.message
  }

  /// The addresses of so many servers; starts those that are not there yet.
  ///
  /// - Throws: `EnvironmentError` when one does not start.
  static func addresses(_ count: Int) throws(EnvironmentError) -> [String] {
    do throws(PostgresError) {
      return try clusters.withLock { clusters throws(PostgresError) -> [String] in
        var addresses = getenv(variable).map { String(cString: $0).split(separator: " ") } ?? []
        while addresses.count < count {
          var options = PrivateCluster.Options()
          options.sharedBuffersMebibytes = 32
          options.settings = PostgresShardMeter.settings
          let started = try PrivateCluster(options)
          if clusters.isEmpty { atexit { ShardServers.stop() } }
          clusters.append(started)
          addresses.append(started.address()[...])
          setenv(variable, addresses.joined(separator: " "), 1)
        }
        return addresses.prefix(count).map(String.init)
      }
    } catch {
      throw EnvironmentError("\(error)")
    }
  }

  private static func stop() {
    clusters.withLock { clusters in
      for cluster in clusters { cluster.stop() }
      clusters = []
      unsetenv(variable)
    }
  }
}
