import Foundation
import Testing

@testable import FixtureFormats

/// A folder that goes with its owner.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "longlist-formats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  /// Writes lines, each with a line feed, and returns the file's path.
  @discardableResult
  func write(_ name: String, lines: [String]) throws -> String {
    try write(name, lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  /// The lines of a file, without their line feeds.
  func lines(_ name: String) throws -> [String] {
    String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Changes a file's bytes.
  func edit(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try bytes(name)
    body(&bytes)
    try write(name, bytes)
  }

  /// The names in the folder or in a folder of it, sorted.
  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// Packs bytes with the program gzip.
  func gzip(_ bytes: some Sequence<UInt8>) throws -> [UInt8] {
    let name = "packed-\(UUID().uuidString)"
    try write(name, bytes)
    try run("gzip", ["-n", path(name)])
    return try self.bytes(name + ".gz")
  }
}

/// Runs a program and returns what it printed.
@discardableResult
func run(_ program: String, _ arguments: [String], input: String? = nil) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let output = Pipe()
  process.standardOutput = output
  if let input {
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    pipe.fileHandleForWriting.write(Data(input.utf8))
    try pipe.fileHandleForWriting.close()
  } else {
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "\(program) ended with an error")
  return String(decoding: data, as: UTF8.self)
}

/// The error that a call throws.
func failure(_ body: () throws -> Void) -> FormatError? {
  do {
    try body()
    return nil
  } catch {
    return error as? FormatError
  }
}

/// A folder of the package's fixtures.
var fixturesFolder: URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")
}
