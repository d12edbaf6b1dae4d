import Testing

@testable import FixtureFormats

@Suite struct InputTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func lines(_ path: String) throws -> [(Line, [UInt8])] {
    var reader = LineReader(try InputFile(path: path))
    var lines: [(Line, [UInt8])] = []
    while let line = try reader.next() { lines.append((line, Array(reader.buffer[line.range]))) }
    return lines
  }

  // Lengths round the read sizes of the file (128 KiB) and of the reader (256 KiB).
  @Test func linesAreWholeWhereverChunksEnd() throws {
    let lengths = [0, 1, 131_070, 131_071, 131_072, 262_143, 262_144, 262_145, 5, 0, 1 << 20]
    let texts = lengths.enumerated().map {
      [UInt8](repeating: UInt8(ascii: "a") + UInt8($0.offset), count: $0.element)
    }
    let bytes = [UInt8](texts.map { $0 + [0x0a] }.joined())
    for path in [
      try folder.write("plain", bytes), try folder.write("packed", try folder.gzip(bytes)),
    ] {
      let lines = try lines(path)
      // Compared apart, as a failure would print megabytes.
      let isSame = lines.map(\.1) == texts
      #expect(isSame)
      #expect(lines.map(\.0.number) == Array(1...lengths.count))
      #expect(lines.allSatisfy { $0.0.isTerminated && !$0.0.isTooLong })
      var byteOffset = 0
      for (line, length) in zip(lines, lengths) {
        #expect(line.0.byteOffset == byteOffset)
        byteOffset += length + 1
      }
    }
  }

  @Test func aLineBeyondTheLimitIsSkippedInBoundedMemory() throws {
    let long = [UInt8](repeating: 0x61, count: 5 << 20)
    let path = try folder.write("long", [0x31, 0x0a] + long + [0x0a, 0x32, 0x0a] + long)
    var reader = LineReader(try InputFile(path: path))
    var seen: [(Int, Bool, Bool, Int)] = []
    while let line = try reader.next() {
      seen.append((line.number, line.isTooLong, line.isTerminated, line.byteOffset))
      #expect(reader.buffer.count <= 2 << 20)
    }
    let second = 2 + long.count + 1
    #expect(seen.map(\.0) == [1, 2, 3, 4])
    #expect(seen.map(\.1) == [false, true, false, true])
    #expect(seen.map(\.2) == [true, true, true, false])
    #expect(seen.map(\.3) == [0, 2, second, second + 2])
  }

  @Test func aLastLineWithoutALineFeedIsALine() throws {
    let lines = try lines(try folder.write("open", Array("a\nb".utf8)))
    #expect(lines.map(\.1) == [[0x61], [0x62]])
    #expect(lines.map(\.0.isTerminated) == [true, false])
    #expect(try self.lines(try folder.write("none", [])).isEmpty)
  }

  @Test func membersOfAGzipFileAreOneStream() throws {
    let packed =
      try folder.gzip(Array("a\nb".utf8)) + folder.gzip([]) + folder.gzip(Array("c\n".utf8))
    #expect(try lines(try folder.write("members", packed)).map(\.1) == [[0x61], [0x62, 0x63]])
    #expect(try lines(try folder.write("empty", try folder.gzip([]))).isEmpty)
  }

  @Test func damagedGzipIsNamed() throws {
    let packed = try folder.gzip((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    let cut = try folder.write("cut", packed.dropLast(packed.count / 2))
    #expect(failure { _ = try lines(cut) }?.message.contains("end too early") == true)
    var changed = packed
    changed[packed.count / 2] ^= 0xff
    changed[packed.count / 2 + 1] ^= 0xff
    let damaged = try folder.write("damaged", changed)
    #expect(failure { _ = try lines(damaged) }?.code == .malformed)
    let head = try folder.write("head", packed.prefix(5))
    #expect(failure { _ = try lines(head) }?.code == .malformed)
  }

  @Test func whatCannotBeReadIsNamed() throws {
    #expect(failure { _ = try InputFile(path: folder.path("nothing")) }?.code == .unreadable)
    #expect(failure { _ = try InputFile(path: folder.url.path) }?.code == .unreadable)
  }
}
