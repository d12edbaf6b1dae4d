import Foundation
import ListFixtures
import ProcessSupport
import Testing

@testable import FixtureFormats

@Suite struct ResumeTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func list(seed: UInt64 = 3) throws -> GeneratedList {
    try GeneratedList(recipe: .timeline, itemCount: 140_000, eventCount: 70_000, seed: seed)
  }

  /// What a killed run leaves: everything under temporary names, cut after some bytes of the items.
  private func kill(
    _ compression: Compression = .none, cut: (Int) -> Int
  ) throws -> (writer: DatasetWriter, whole: Manifest) {
    let layout = DatasetLayout(compression: compression)
    let writer = DatasetWriter(try list(), jobs: 2, layout: layout)
    let whole = try writer.write(into: folder.path("whole"), replaces: false)
    try leave(writer)
    let name = "d/\(layout.fileName(of: .items)).partial"
    try folder.edit(name) { $0.removeLast($0.count - cut($0.count)) }
    return (writer, whole)
  }

  /// Writes everything but the last step.
  private func leave(_ writer: DatasetWriter) throws {
    let out = try OutputFolder(
      path: folder.path("d"), names: [], replaces: false, partial: .resumed)
    _ = try DatasetRun(writer, out).run { _ in }
  }

  private func resume(_ writer: DatasetWriter) throws -> (manifest: Manifest, first: Int) {
    var first = -1
    let manifest = try writer.write(into: folder.path("d"), replaces: false, resumes: true) {
      if first < 0 { first = $0 }
    }
    try run("diff", ["-r", folder.path("whole"), folder.path("d")])
    return (manifest, first)
  }

  @Test(arguments: Compression.allCases)
  func wholeBlocksAreKept(compression: Compression) throws {
    let (writer, whole) = try kill(compression) { $0 - 1 }
    let resumed = try resume(writer)
    #expect(resumed.manifest == whole)
    // Two blocks are there; the first chunk that is made is the one after them.
    #expect(resumed.first > 2 * 65_536)
  }

  @Test(arguments: Compression.allCases)
  func bytesThatAreNotThoseNotedAreMadeAnew(compression: Compression) throws {
    let (writer, whole) = try kill(compression) { $0 }
    let name = "d/\(writer.layout.fileName(of: .items)).partial"
    try folder.edit(name) { $0[$0.count * 2 / 3] ^= 1 }
    let resumed = try resume(writer)
    #expect(resumed.manifest == whole)
    #expect(resumed.first == 65_536 + 1_024)
  }

  @Test(arguments: Compression.allCases)
  func aStreamThatIsWholeIsLeftAsItIs(compression: Compression) throws {
    let list = try GeneratedList(
      recipe: .timeline, itemCount: 65_536, eventCount: 70_000, seed: 3)
    let writer = DatasetWriter(list, layout: DatasetLayout(compression: compression))
    let whole = try writer.write(into: folder.path("whole"), replaces: false)
    try leave(writer)
    #expect(try resume(writer).manifest == whole)
  }

  @Test func nothingThatHelpsIsNeeded() throws {
    for damage in 0..<4 {
      let (writer, whole) = try kill { damage == 0 ? 0 : $0 / 2 }
      let journal = "d/\(ResumeJournal.fileName)"
      switch damage {
      case 1: try FileManager.default.removeItem(atPath: folder.path(journal))
      case 2: try folder.edit(journal) { $0.removeLast(40) }
      case 3: try folder.edit(journal) { $0[200] ^= 1 }
      default: break
      }
      #expect(try resume(writer).manifest == whole)
      for name in ["d", "whole"] {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
    }
  }

  @Test func filesThatHaveTheirNamesAlreadyAreResumed() throws {
    let (writer, whole) = try kill { $0 }
    try FileManager.default.moveItem(
      atPath: folder.path("d/items.ndjson.partial"), toPath: folder.path("d/items.ndjson"))
    let resumed = try resume(writer)
    #expect(resumed.manifest == whole)
    #expect(resumed.first > 2 * 65_536)
  }

  @Test func aFinishedFolderIsVerified() throws {
    let (writer, whole) = try kill { $0 }
    #expect(try resume(writer).manifest == whole)
    #expect(try resume(writer).manifest == whole)
    try folder.edit("d/items.ndjson") { $0[100] ^= 1 }
    let error = failure {
      _ = try writer.write(into: folder.path("d"), replaces: false, resumes: true)
    }
    #expect(error?.code == .mismatch)
    #expect(error?.byteOffset == 100)
  }

  @Test func anUnfinishedFolderIsTakenOnlyWhenAsked() throws {
    let (writer, whole) = try kill { $0 / 2 }
    let refused = failure { _ = try writer.write(into: folder.path("d"), replaces: false) }
    #expect(refused?.code == .occupied)
    #expect(refused?.message.contains("--resume") == true)
    #expect(refused?.message.contains("--force") == true)
    let other = failure {
      _ = try DatasetWriter(list(seed: 4))
        .write(into: folder.path("d"), replaces: false, resumes: true)
    }
    #expect(other?.code == .occupied)
    #expect(other?.message.contains("other options") == true)
    #expect(try writer.write(into: folder.path("d"), replaces: true) == whole)
    try run("diff", ["-r", folder.path("whole"), folder.path("d")])
  }

  @Test func aFolderOfOthersIsNotResumed() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("d"), withIntermediateDirectories: true)
    try folder.write("d/mine.txt", [])
    let error = failure {
      _ = try DatasetWriter(list()).write(into: folder.path("d"), replaces: false, resumes: true)
    }
    #expect(error?.code == .occupied)
    #expect(try folder.names("d") == ["mine.txt"])
  }

  @Test func twoProcessesDoNotWriteIntoOneFolder() throws {
    let identity = SHA256(blocks: [])
    _ = try folder.write("spare", [])
    let first = try ResumeJournal(folder: folder.url.path, identity: identity, resumes: true)
    let second = failure {
      _ = try ResumeJournal(folder: folder.url.path, identity: identity, resumes: true)
    }
    #expect(second?.code == .occupied)
    first.remove()
  }

  @Test func filesOfDeadProcessesGo() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("d"), withIntermediateDirectories: true)
    for name in ["items.ndjson.partial-4000000", "list.sqlite.partial", "resume.partial"] {
      try folder.write("d/\(name)", [1, 2, 3])
    }
    let list = try GeneratedList(recipe: .timeline, itemCount: 9, eventCount: 0, seed: 1)
    _ = try DatasetWriter(list).write(into: folder.path("d"), replaces: true)
    #expect(try folder.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
  }
}
