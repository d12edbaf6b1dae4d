import Foundation
import ProcessSupport
import Testing

/// One call of the bench program with the suites that are made for its tests.
struct BenchCall {
  var code: Int32
  var output: String
  var errors: String

  /// Calls the program and waits for its end.
  ///
  /// - Parameters:
  ///   - words: The words after its name.
  ///   - variables: More variables of its environment.
  ///   - path: The program, where it is not the one beside this one.
  ///   - interruptAfter: Seconds after which it gets an interrupt.
  init(
    _ words: [String], variables: [String: String] = [:], program path: String? = nil,
    interruptAfter seconds: Double? = nil
  ) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "bench-call-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    func file(_ name: String) throws -> (url: URL, handle: FileHandle) {
      let url = scratch.appending(path: name)
      try Data().write(to: url)
      return (url, try FileHandle(forWritingTo: url))
    }
    let output = try file("output")
    let errors = try file("errors")
    let process = try Self.process(words, variables: variables, program: path)
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    if let seconds {
      Thread.sleep(forTimeInterval: seconds)
      process.interrupt()
    }
    process.waitUntilExit()
    code = process.terminationStatus
    self.output = try String(contentsOf: output.url, encoding: .utf8)
    self.errors = try String(contentsOf: errors.url, encoding: .utf8)
  }

  /// The program before it runs, without input.
  static func process(
    _ words: [String], variables: [String: String] = [:], program path: String? = nil
  ) throws -> Process {
    let folder = URL(filePath: try #require(executablePath())).deletingLastPathComponent()
    let process = Process()
    process.executableURL = path.map { URL(filePath: $0) } ?? folder.appending(path: "bench")
    process.arguments = words
    // Tests of this same process may have told their children of a server.
    let inherited = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("LONGLIST_POSTGRES")
    }
    process.environment = inherited.merging([
      "LONGLIST_DEBUG": "1", "LONGLIST_SELFTEST_SUITE": "1",
    ]) { $1 }.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// The same for words one by one.
  init(
    _ words: String..., variables: [String: String] = [:], interruptAfter seconds: Double? = nil
  ) throws {
    try self.init(words, variables: variables, interruptAfter: seconds)
  }

  /// The output as JSON: the rows of `results`.
  var rows: [[String: Any]] {
    get throws {
      let json = try JSONSerialization.jsonObject(with: Data(output.utf8))
      return try #require((json as? [String: Any])?["results"] as? [[String: Any]])
    }
  }

  /// The row of an implementation with so many items, or the first of it.
  func row(_ implementation: String, items: Int? = nil) throws -> [String: Any] {
    try #require(
      try rows.first { row in
        row["implementation"] as? String == implementation
          && (items == nil || (row["parameters"] as? [String: Any])?["items"] as? Int == items)
      })
  }

  /// Whether it ended with 1 and one line on standard error, and printed nothing.
  var isRefused: Bool {
    code == 1 && output.isEmpty && errors.hasPrefix("bench: ")
      && errors.filter(\.isNewline).count == 1
  }
}

/// A figure of a row.
func value(_ row: [String: Any], _ metric: String) -> Double? {
  let metrics = row["metrics"] as? [String: Any]
  return ((metrics?[metric] as? [String: Any])?["value"] as? NSNumber)?.doubleValue
}

/// A new folder, gone with the object.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
