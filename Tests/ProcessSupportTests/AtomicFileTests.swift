import Foundation
import ProcessSupport
import Testing

@Suite struct AtomicFileTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "atomic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func nothingHasTheNameBeforeTheCommit() throws {
    let path = folder.appending(path: "a.txt").path
    let file = try AtomicFile(path: path)
    try file.write("one")
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.commit()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
    #expect(try names() == ["a.txt"])
  }

  @Test func aDiscardedFileLeavesWhatWasThere() throws {
    let path = folder.appending(path: "a.txt").path
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    let file = try AtomicFile(path: path)
    try file.write("new")
    file.discard()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try names() == ["a.txt"])
  }

  @Test func aForgottenFileIsRemoved() throws {
    do { try AtomicFile(path: folder.appending(path: "b").path).write("x") }
    #expect(try names().isEmpty)
  }

  @Test func aLinkIsFollowed() throws {
    let file = folder.appending(path: "a.txt").path
    let link = folder.appending(path: "link").path
    try "old".write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.txt")
    let atomic = try AtomicFile(path: link)
    try atomic.write("new")
    try atomic.commit()
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.txt")
    #expect(try names() == ["a.txt", "link"])
  }

  @Test func whatIsNoPlainFileIsNotReplaced() throws {
    let pipe = folder.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path, ""] {
      #expect(throws: FileError.self) { try AtomicFile(path: path) }
    }
    #expect(try names() == ["pipe"])
  }

  @Test func aMissingFolderIsNamed() {
    let error = #expect(throws: FileError.self) { try AtomicFile(path: "/nonexistent/x") }
    #expect(error?.description == "cannot create '/nonexistent/x': No such file or directory")
  }

  @Test func aFullDiskIsAnError() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 0, count: 10)
    let error = #expect(throws: FileError.self) {
      try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: "/dev/full") }
    }
    #expect(error?.code == ENOSPC)
  }
}
