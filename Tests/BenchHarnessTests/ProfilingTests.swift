import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct CallgrindFileTests {
  private static let text = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    cmd:  bench __child 3 4
    positions: line
    events: Ir
    summary: 130

    ob=(1) /usr/bin/bench
    fl=(1) a.swift
    fn=(1) $s4main5outeryyF
    16 10
    +2 5
    cfn=(2) $s4main5inneryyF
    calls=3 20
    17 100
    * 1

    fl=(2) ???
    fn=(2)
    20 90
    fi=(3)
    -3 10
    cob=(2)
    cfi=(4)
    cfn=(3) malloc'2
    calls=1 0
    0 7
    fn=(3)
    0 14
    fn=(4) it's a name
    0 0
    totals: 130

    """

  private func file(_ text: String) -> CallgrindFile? { CallgrindFile(Array(text.utf8)) }

  @Test func costsAreThoseOfTheFunctionsThemselves() throws {
    let file = try #require(self.file(Self.text))
    #expect(file.total == 130)
    #expect(
      file.functions == [
        "$s4main5outeryyF": 16, "$s4main5inneryyF": 100, "malloc": 14, "it's a name": 0,
      ])
    #expect(file.functions.values.reduce(0, +) == file.total)
  }

  @Test func whatIsCutOffOrAnotherFileIsRefused() {
    #expect(file("") == nil)
    #expect(file("totals: 5\n") == nil)
    let lines = Self.text.components(separatedBy: "\n")
    for count in 0..<(lines.count - 2) {
      #expect(file(lines[..<count].joined(separator: "\n")) == nil)
    }
  }

  @Test func hostileFilesEndQuietly() {
    for line in [
      "fn=", "fn=(", "fn=()", "cfn=(9)", "calls=", "totals: x", "+", "*", "- -", "16 x",
      "16 99999999999999999999999", "\u{0}\u{ff}", "fn=(1) \n5 5",
    ] {
      let read = file("# callgrind format\n\(line)\n16 3\ntotals: 3\n")
      #expect(read == nil || read?.total == 3)
    }
    let bytes = Array(Self.text.utf8)
    for place in stride(from: 20, to: bytes.count, by: 3) {
      var other = bytes
      other[place] = 0xff
      _ = CallgrindFile(other)
    }
  }
}

extension String {
  fileprivate func components(separatedBy separator: Character) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

struct HeapDumpTests {
  private static let text = """
    heap_v2/1
      t*: 3: 400 [5: 700]
      t0: 3: 400 [5: 700]
    @ 0x7f0000001010 0x55000020 0x55000030
      t*: 2: 300 [3: 500]
      t0: 2: 300 [3: 500]
    @ 0x7f0000001020
      t*: 1: 100 [2: 200]
      t0: 1: 100 [2: 200]

    MAPPED_LIBRARIES:
    55000000-55001000 r-xp 00000000 fe:00 1                   /usr/bin/a program
    55001000-55003000 rw-p 00001000 fe:00 1                   /usr/bin/a program
    55003000-55009000 rw-p 00000000 00:00 0                   [heap]
    7f0000001000-7f0000002000 r-xp 00000000 fe:00 2           /lib/libc.so.6

    """

  private func dump(_ text: String) -> HeapDump? { HeapDump(Array(text.utf8)) }

  @Test func sitesAndMappingsAreRead() throws {
    let dump = try #require(self.dump(Self.text))
    #expect(
      dump.sites == [
        HeapDump.Site(
          stack: [0x7f00_0000_1010, 0x5500_0020, 0x5500_0030], liveBlocks: 2, liveBytes: 300,
          takenBlocks: 3, takenBytes: 500),
        HeapDump.Site(
          stack: [0x7f00_0000_1020], liveBlocks: 1, liveBytes: 100, takenBlocks: 2, takenBytes: 200),
      ])
    #expect(dump.mappings.map(\.file) == ["/usr/bin/a program", "/lib/libc.so.6"])
    #expect(dump.mapping(of: 0x5500_2fff)?.file == "/usr/bin/a program")
    #expect(dump.mapping(of: 0x5500_3000) == nil)
  }

  @Test func whatNoProgramFunctionTookIsAnotherLibrarys() throws {
    let dump = try #require(self.dump(Self.text))
    let functions = dump.functions(of: "/nonexistent/program")
    #expect(functions.map(\.name) == ["(another library)"])
    #expect(functions.first?.liveBytes == 400 && functions.first?.takenBlocks == 5)
  }

  @Test func whatIsNoDumpOrCutOffIsRefused() {
    #expect(dump("") == nil)
    #expect(dump("heap_v3/1\nMAPPED_LIBRARIES:\n") == nil)
    let end = Self.text.firstRange(of: "MAPPED")?.lowerBound ?? Self.text.startIndex
    #expect(dump(String(Self.text[..<end])) == nil)
    #expect(dump("heap_v2/1\n@ 0x1\n  t*: 1: 2 [3\nMAPPED_LIBRARIES:\n") == nil)
    #expect(
      dump("heap_v2/1\n@ x 0xzz\n  t*: 1: 2 [3: 4]\nMAPPED_LIBRARIES:\ngarbage\n")?.sites.count == 1
    )
  }
}

struct FunctionNamesTests {
  private static let hasDemangler = Tool.swiftNames.path != nil && Tool.cppNames.path != nil

  @Test(.enabled(if: hasDemangler, "no demangler is installed: skipped"))
  func swiftAndCPPNamesBecomeReadable() {
    #expect(
      FunctionNames.readable(["malloc", measuredRegionSymbol, "_ZNSt6vectorIiE4sizeEv", "$s?"]) == [
        "malloc", "callMeasuredRegion(_:)", "std::vector<int>::size()", "$s?",
      ])
    let long = String(repeating: "x", count: 500)
    #expect(FunctionNames.readable([long])[0].count == 120)
  }

  @Test(.enabled(if: hasDemangler, "no demangler is installed: skipped"))
  func manyNamesAreTakenInSeveralCalls() {
    let names = (0..<1_201).map { "$s1m\(String($0).count + 1)f\($0)yyF" }
    #expect(FunctionNames.readable(names) == (0..<1_201).map { "f\($0)()" })
  }

  @Test func rowsAreRankedAndTheRestSummedUp() {
    let functions = Dictionary(uniqueKeysWithValues: (1...700).map { ("f\($0)", $0) })
    let (rows, rest) = FunctionNames.ranked(functions, most: 3)
    #expect(rows.map(\.name) == ["f700", "f699", "f698"])
    #expect(rest.count == 697)
    #expect(rest.cost + 700 + 699 + 698 == 700 * 701 / 2)
    #expect(FunctionNames.ranked([:], most: 3).rows.isEmpty)
  }

  @Test func changesAreRankedByTheirSize() {
    let changes = FunctionNames.changes(
      from: ["same": 5, "less": 100, "gone": 7], to: ["same": 5, "less": 10, "new": 8])
    #expect(
      changes == [
        .init(name: "less", old: 100, new: 10), .init(name: "new", old: 0, new: 8),
        .init(name: "gone", old: 7, new: 0),
      ])
  }
}

/// Programs in valgrind's place.
struct CallgrindTests {
  private func outcome(_ script: String) throws -> Callgrind.Outcome {
    let scratch = try ScratchFolder()
    let fake = "\(scratch.path)/valgrind"
    let file = try AtomicFile(path: fake)
    try file.write("#!/bin/sh\n\(script)\n")
    try file.commit()
    chmod(fake, 0o755)
    var benchmarkCase = Samples.benchmarkCase()
    benchmarkCase.timeLimitSeconds = 1
    let callgrind = Callgrind(
      executable: "/bin/true", options: SuiteOptions(scratchFolder: scratch.path), valgrind: fake,
      slowness: 2)
    return try withExtendedLifetime(scratch) {
      try callgrind.run([benchmarkCase], in: [RunningGroup()])[0]
    }
  }

  @Test func aHangIsEndedAndFailed() throws {
    let start = Clock.monotonicNanoseconds()
    #expect(try outcome("sleep 60") == .failed("under valgrind: hung: ended after 2 s"))
    #expect(Clock.monotonicNanoseconds() - start < 20_000_000_000)
  }

  @Test func aFloodIsFailed() throws {
    #expect(
      try outcome("yes >&3") == .failed("under valgrind: the child's report is garbled"))
    #expect(
      try outcome("head -c 9000000 /dev/zero >&2; exit 3")
        == .failed("under valgrind: crashed (exit code 3): " + String(repeating: " ", count: 300)))
  }

  @Test func whatTheChildSaysOfItsSurroundingsIsPassedOn() throws {
    #expect(
      try outcome("printf 'environment\\tno folder\\n' >&3; exit 1") == .impossible("no folder"))
  }

  @Test func countsAreRead() throws {
    let script =
      "out=${5#*=}; printf '# callgrind format\\nfn=(1) f\\n1 7\\ntotals: 7\\n' >$out; "
      + "printf 'done\\n' >&3"
    #expect(try outcome(script) == .counted(CallgrindFile(total: 7, functions: ["f": 7])))
  }

  @Test func withoutValgrindItIsSkipped() throws {
    let callgrind = Callgrind(executable: "/bin/true", options: SuiteOptions(), valgrind: nil)
    #expect(
      try callgrind.run([Samples.benchmarkCase()], in: [RunningGroup()])
        == [.skipped("valgrind is not installed (apt-get install valgrind)")])
  }
}

struct InstructionCasesTests {
  @Test func oursAreCountedAtTheSmallestSizeAlone() {
    let cases =
      [1_000, 10].flatMap { items in
        [0, 5].flatMap { depth in
          [false, true].map { isReference in
            Samples.benchmarkCase(
              isReference ? "Theirs" : "Ours",
              parameters: [Parameter("items", items), Parameter("depth", depth)],
              isReference: isReference)
          }
        }
      } + [Samples.benchmarkCase(benchmark: "other", parameters: [])]
    #expect(
      Set(Runner.casesForInstructions(cases).map(\.description)) == [
        "Sample/page at depth/Ours/items=10,depth=0", "Sample/page at depth/Ours/items=10,depth=5",
        "Sample/other/Ours",
      ])
  }
}
