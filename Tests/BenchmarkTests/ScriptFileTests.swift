import BenchHarness
import Foundation
import ListCore
import Testing

@testable import Workload

@Suite struct ScriptFileTests {
  private struct Refused: Error {}

  private static let entries = (0..<5).map { ListEntry(key: SortKey($0), id: ItemID(UInt64($0))) }
  private static let bytes: [UInt8] = [1, 2, 3]

  private static func load(
    in folder: String, make: () throws -> Void = {}
  ) throws -> (entries: [ListEntry], bytes: [UInt8], none: [Int], page: Page) {
    try ScriptFile.load("script", in: folder) { file in
      try make()
      try file.append(entries)
      try file.append(bytes)
      try file.append([Int]())
      var page = Page()
      page.append(entry: entries[1], version: 7, text: bytes.span)
      try file.append(page)
    } read: { file in
      (try file.array(), try file.array(), try file.array(), try file.page())
    }
  }

  @Test func aScriptIsMadeOnceAndReadByAll() throws {
    let scratch = try ScratchFolder()
    var makings = 0
    for folder in ["", scratch.path, scratch.path, scratch.path] {
      let script = try Self.load(in: folder) { makings += 1 }
      #expect(script.entries == Self.entries)
      #expect(script.bytes == Self.bytes)
      #expect(script.none.isEmpty)
      #expect(script.page.rows.map(\.version) == [7] && script.page.text == Self.bytes)
    }
    #expect(makings == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["script"])
  }

  @Test func aFileThatIsCutOrTooLongIsRefused() throws {
    let scratch = try ScratchFolder()
    _ = try Self.load(in: scratch.path)
    let file = URL(fileURLWithPath: scratch.path + "/script")
    let whole = try Data(contentsOf: file)
    for count in whole.indices {
      try whole.prefix(count).write(to: file)
      let error = #expect(throws: EnvironmentError.self) { try Self.load(in: scratch.path) }
      #expect(error?.description.contains("with \(count) bytes") == true)
    }
    try (whole + [0]).write(to: file)
    #expect(throws: EnvironmentError.self) { try Self.load(in: scratch.path) }
    try whole.write(to: file)
    #expect(try Self.load(in: scratch.path).entries == Self.entries)
  }

  @Test(arguments: [-1, 1 << 60, .max])
  func aCountThatNoFileHasIsRefused(count: Int) throws {
    let scratch = try ScratchFolder()
    let words = [1, count]
    try words.withUnsafeBytes { Data($0) }.write(
      to: URL(fileURLWithPath: scratch.path + "/script"))
    #expect(throws: EnvironmentError.self) { try Self.load(in: scratch.path) }
    #expect(throws: EnvironmentError.self) {
      try ScriptFile.load("script", in: scratch.path, make: { _ in }) {
        try $0.array(of: UInt8.self)
      }
    }
  }

  @Test func anArrayOfOtherElementsIsRefused() throws {
    let scratch = try ScratchFolder()
    _ = try Self.load(in: scratch.path)
    #expect(throws: EnvironmentError.self) {
      try ScriptFile.load("script", in: scratch.path, make: { _ in }) {
        try $0.array(of: UInt32.self)
      }
    }
  }

  @Test func aScriptThatCouldNotBeMadeIsMadeAgain() throws {
    let scratch = try ScratchFolder()
    #expect(throws: Refused.self) { try Self.load(in: scratch.path) { throw Refused() } }
    #expect(try Self.load(in: scratch.path).entries == Self.entries)
  }

  @Test func aFolderThatTakesNothingSaysWhatToDo() throws {
    let error = #expect(throws: EnvironmentError.self) { try Self.load(in: "/nowhere") }
    #expect(error?.description.contains("set TMPDIR") == true)
  }

  @Test func aModelIsMappedAsItsRowsAre() throws {
    let scratch = try ScratchFolder()
    let rows = Self.entries.map { Workload.Row(entry: $0, version: UInt32($0.id.rawValue)) }
    for folder in ["", scratch.path, scratch.path] {
      let model = try Model("model", in: folder) { rows }
      #expect(model.count == 5)
      #expect(Array(model) == rows)
    }
  }
}
