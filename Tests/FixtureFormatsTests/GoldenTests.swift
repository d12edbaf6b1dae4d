import Foundation
import Testing

@testable import FixtureFormats

/// The small datasets that other projects copy, and the sample that uses one.
@Suite struct GoldenTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let golden = package.appending(path: "Fixtures/golden")

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? [])
    .filter { !$0.contains(".") }.sorted()

  @Test func thereAreSome() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func datasetsAreWhatTheGeneratorMakes(name: String) throws {
    if case .failed(let error) = try Verdict.of(folder: Self.golden.appending(path: name).path) {
      Issue.record("\(name): \(error); make it again, as Fixtures/golden/README.md says")
    }
  }

  @Test func theyAreSmall() throws {
    let files = FileManager.default.enumerator(
      at: Self.golden, includingPropertiesForKeys: [.fileSizeKey])
    var bytes = 0
    for case let file as URL in files ?? .init() {
      bytes += try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
    #expect(bytes > 100_000 && bytes < 2 << 20)
  }

  /// The pytest sample of the quick start is the file that runs here, but for where its data lie.
  @Test func theQuickStartRuns() throws {
    let clients = Self.package.appending(path: "Tests/Clients/quick_start.py")
    let sample = try String(contentsOf: clients, encoding: .utf8)
    let document = try String(
      contentsOf: Self.package.appending(path: "Fixtures/quick-start.md"), encoding: .utf8)
    let start = try #require(sample.range(of: "class Server:"))
    let end = try #require(sample.range(of: "def run(session)"))
    #expect(document.contains(sample[start.lowerBound..<end.lowerBound]))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", clients.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.hasSuffix("sessions as expected\n"), "\(text)")
  }
}
