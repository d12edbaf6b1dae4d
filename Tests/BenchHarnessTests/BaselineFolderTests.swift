import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct BaselineFolderTests {
  private let scratch: ScratchFolder
  private let folder: BaselineFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = BaselineFolder(path: "\(scratch.path)/kept")
  }

  private func save(_ name: String, date: String = "2026-01-01T00:00:00Z", force: Bool = false)
    throws
  {
    let saving = try BaselineSaving(name, in: folder, replaces: force)
    try saving.commit(try Samples.baseline(name: name, date: date))
  }

  private func write(_ text: String, _ name: String) throws {
    let file = try AtomicFile(path: "\(folder.path)/\(name)")
    try file.write(text)
    try file.commit()
  }

  @Test func whatIsSavedIsThereUntilItIsDeleted() throws {
    #expect(try folder.names().isEmpty && folder.baseline("a") == nil)
    try save("a")
    #expect(try folder.names() == ["a"] && folder.baseline("a")?.name == "a")
    #expect(try folder.delete("a") && !folder.delete("a"))
    #expect(try folder.names().isEmpty)
  }

  @Test func aNameThatIsTakenNeedsForce() throws {
    try save("a", date: "1")
    #expect(throws: UsageError.self) { try save("a", date: "2") }
    #expect(try folder.baseline("a")?.date == "1")
    try save("a", date: "3", force: true)
    #expect(try folder.baseline("a")?.date == "3")
  }

  @Test func ofTwoSavesAtOnceOneIsRefused() throws {
    let first = try BaselineSaving("a", in: folder, replaces: false)
    // The second is another process's, with a temporary name of its own.
    let second = open(folder.file(of: "a"), O_WRONLY | O_CREAT | O_EXCL, 0o644)
    try Array(try Samples.baseline(date: "second").text.utf8).withUnsafeBytes { bytes in
      try writeAll(bytes, to: second, path: "a.json")
    }
    close(second)
    #expect(throws: UsageError.self) { try first.commit(try Samples.baseline(date: "first")) }
    #expect(try folder.baseline("a")?.date == "second")
  }

  @Test func aSaveThatIsGivenUpLeavesNothing() throws {
    do { _ = try BaselineSaving("a", in: folder, replaces: false) }
    #expect(namesInFolder(folder.path) == nil)
    try save("b")
    do { _ = try BaselineSaving("a", in: folder, replaces: false) }
    #expect(namesInFolder(folder.path) == ["b.json"])
  }

  @Test func aFolderThatTakesNothingIsKnownBeforeARun() throws {
    let nowhere = BaselineFolder(path: "\(scratch.path)/no/such")
    #expect(throws: FileError.self) { try BaselineSaving("a", in: nowhere, replaces: false) }
    let file = try AtomicFile(path: folder.path)
    try file.commit()
    #expect(throws: FileError.self) { try BaselineSaving("a", in: folder, replaces: true) }
    #expect(throws: EnvironmentError.self) { try folder.names() }
    #expect(try !folder.delete("a"))
  }

  @Test func whatIsNoBaselineIsRefusedInOneLineAndStays() throws {
    try save("good")
    let path = folder.path
    try write("", "empty.json")
    try write("{\"schema\": 1}", "foreign.json")
    mkdir("\(path)/folder.json", 0o755)
    mkfifo("\(path)/pipe.json", 0o644)
    symlink("loop.json", "\(path)/loop.json")
    symlink("/nonexistent", "\(path)/nowhere.json")
    let huge = open("\(path)/huge.json", O_WRONLY | O_CREAT, 0o644)
    ftruncate(huge, 100 << 20)
    close(huge)
    let bad = ["empty", "folder", "foreign", "huge", "loop", "nowhere", "pipe"]
    #expect(try folder.names() == (bad + ["good"]).sorted())
    for name in bad {
      let error = #expect(throws: BaselineError.self, "\(name)") { try folder.baseline(name) }
      #expect(error?.description.contains("\(name).json") == true)
      #expect(error?.description.contains("\n") == false)
    }
    #expect(try folder.baseline("good") != nil)
    #expect(folder.reports(limit: 9).map(\.name) == ["good"])
    for name in ["folder", "pipe"] {
      #expect(throws: FileError.self) { try BaselineSaving(name, in: folder, replaces: true) }
    }
    #expect(throws: FileError.self) { try folder.delete("folder") }
    #expect(try folder.delete("huge"))
  }

  @Test func aHistoryIsInTheOrderOfDates() throws {
    for (name, date) in [("c", "2026-02-01"), ("a", "2026-03-01"), ("b", "2026-01-01")] {
      try save(name, date: "\(date)T00:00:00Z")
    }
    let all = folder.reports(limit: 9)
    #expect(all.map(\.name) == ["b", "c", "a"])
    #expect(all[0].date == "2026-01-01T00:00:00Z" && all[0].report.results.count == 1)
    #expect(folder.reports(limit: 2).map(\.name) == ["c", "a"])
  }

  @Test func anAbsentNameIsAnsweredWithTheNearest() throws {
    #expect(folder.absence(of: "main").hasSuffix("make it by bench baseline save NAME"))
    try save("main")
    #expect(folder.absence(of: "mian").hasSuffix("did you mean 'main'?"))
    #expect(folder.absence(of: "zzzzzz").hasSuffix("known: main"))
  }

  @Test func theClockGivesADateThatSorts() {
    #expect(currentDate().wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
  }
}
