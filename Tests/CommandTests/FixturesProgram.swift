import Foundation
import Testing

/// The built program `fixtures`, run as a user would.
enum FixturesProgram {
  /// What a run left behind.
  struct Result {
    var exitCode: Int32
    var output: [UInt8]
    var errorText: String

    var outputText: String { String(decoding: output, as: UTF8.self) }
  }

  /// Where the program lies: beside the test bundle.
  static func path() throws -> String {
    var starts = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    starts.append(URL(fileURLWithPath: CommandLine.arguments[0]))
    for start in starts {
      let path = start.deletingLastPathComponent().appending(path: "fixtures").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return try #require(nil, "the program fixtures is not beside \(starts)")
  }

  /// Starts the program; `shell` is put before it, as in `ulimit -f 100; exec`.
  static func start(
    _ arguments: [String], shell: String? = nil, output: Any, errors: Any
  ) throws -> Process {
    let process = Process()
    let program = try path()
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "\(shell) \"$0\" \"$@\"", program] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
    }
    var environment = ProcessInfo.processInfo.environment
    // A re-execution inside `swift test` would wait for ever on the build's lock.
    environment["LONGLIST_DEBUG"] = "1"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  /// Runs the program to its end.
  @discardableResult
  static func run(_ arguments: [String], shell: String? = nil) throws -> Result {
    let folder = try Scratch()
    let files = ["out", "err"].map { folder.url.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    let process = try start(
      arguments, shell: shell, output: try FileHandle(forWritingTo: files[0]),
      errors: try FileHandle(forWritingTo: files[1]))
    process.waitUntilExit()
    return Result(
      exitCode: process.terminationStatus, output: [UInt8](try Data(contentsOf: files[0])),
      errorText: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self))
  }
}

/// A folder that goes with its owner.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "longlist-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(name)
  }

  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}
