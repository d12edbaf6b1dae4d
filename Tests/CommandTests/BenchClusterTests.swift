import Foundation
import PostgresSource
import Testing

#if os(Linux)
  /// The private clusters of a run are gone, processes and folders, however the run ends.
  @Suite(
    .enabled(if: PrivateCluster.obstacle == nil, "PostgreSQL's server is not installed"),
    .serialized)
  struct BenchClusterTests {
    @Test(arguments: [nil, SIGTERM, SIGKILL])
    func clustersGoWithTheRun(signal: Int32?) throws {
      // A server and its two shards.
      let process = try BenchCall.process(
        [
          "--suite", "BackendDepth", "--profile", "quick", "--filter",
          "page over shards/PostgreSQL, shards, keyset/.*depth=1000$",
        ], variables: ["LONGLIST_SELFTEST_SUITE": "0"])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      var postmasters: [String: Int32] = [:]
      for _ in 0..<6_000 where postmasters.count < 3 && process.isRunning {
        for folder in try clusters(of: process.processIdentifier) {
          postmasters[folder] = postmaster(of: folder)
        }
        usleep(10_000)
      }
      if let signal { kill(process.processIdentifier, signal) }
      process.waitUntilExit()
      #expect(postmasters.count == 3)
      if signal == SIGKILL {
        #expect(process.terminationReason == .uncaughtSignal)
      } else {
        #expect(process.terminationStatus == (signal == nil ? 0 : 130))
      }
      for (folder, postmaster) in postmasters {
        // At the end of a run they are gone already; after a signal they are told when their owner is.
        for _ in 0..<2_000 where signal != nil && isThere(folder, postmaster) { usleep(10_000) }
        #expect(!isThere(folder, postmaster), "\(folder)")
      }
    }

    /// The folders that a process's children watch: the last words of their command lines.
    private func clusters(of process: Int32) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
        .filter { name in
          let status = FileManager.default.contents(atPath: "/proc/\(name)/stat") ?? Data()
          // After the name in brackets come state and parent.
          let words = String(decoding: status, as: UTF8.self).split(separator: ")").last?
            .split(separator: " ")
          return words?.dropFirst().first.map { Int32($0) == process } ?? false
        }
        .compactMap { words(of: $0).last }.filter { $0.hasPrefix("/tmp/longlist-postgres-") }
    }

    private func words(of process: String) -> [String] {
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private func postmaster(of folder: String) -> Int32? {
      FileManager.default.contents(atPath: "\(folder)/data/postmaster.pid")
        .flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").first }
        .flatMap { Int32($0) }
    }

    private func isThere(_ folder: String, _ postmaster: Int32) -> Bool {
      FileManager.default.fileExists(atPath: folder)
        || words(of: "\(postmaster)").contains { $0.hasPrefix(folder) }
    }
  }
#endif
