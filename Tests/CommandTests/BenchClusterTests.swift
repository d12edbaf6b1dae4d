import Foundation
import PostgresSource
import Testing

#if os(Linux)
  /// The private clusters of a run are gone, processes and folders, however the run ends.
  @Suite(
    .enabled(if: PrivateCluster.obstacle == nil, "PostgreSQL's server is not installed"),
    .serialized, .timeLimit(.minutes(5)))
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
      #expect(postmasters.count == 3)
      if let signal { kill(process.processIdentifier, signal) }
      // Foundation waits for the clusters too, as they inherit what it waits by.
      while isRunning(process.processIdentifier) { usleep(1_000) }
      // At the end of a run they are gone already; after a signal they are told when their owner is.
      let deadline = ContinuousClock.now + .seconds(signal == nil ? 0 : 15)
      for (folder, postmaster) in postmasters {
        while isThere(folder, postmaster), ContinuousClock.now < deadline { usleep(10_000) }
        #expect(!isThere(folder, postmaster), "\(folder)")
      }
      process.waitUntilExit()
      if signal == SIGKILL {
        #expect(process.terminationReason == .uncaughtSignal)
      } else {
        #expect(process.terminationStatus == (signal == nil ? 0 : 130))
      }
    }

    /// The state of a process and the number of its parent: what follows its name in brackets.
    private func status(of process: String) -> [Substring] {
      let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
      return String(decoding: status, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ") ?? []
    }

    private func isRunning(_ process: Int32) -> Bool {
      let status = status(of: "\(process)")
      return !status.isEmpty && status[0] != "Z"
    }

    /// The folders that a process's children watch: the last words of their command lines.
    private func clusters(of process: Int32) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
        .filter { status(of: $0).dropFirst().first.map { Int32($0) == process } ?? false }
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
        // A number below 0 is that of initdb's own server.
        .flatMap { $0 > 0 ? $0 : nil }
    }

    private func isThere(_ folder: String, _ postmaster: Int32) -> Bool {
      FileManager.default.fileExists(atPath: folder)
        || words(of: "\(postmaster)").contains { $0.hasPrefix(folder) }
    }
  }
#endif
