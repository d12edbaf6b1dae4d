/// How many texts hold characters of which scripts, by ranges of scalars.
struct ScriptCount {
  /// A script, or what else matters where text is drawn.
  enum Script: Int, CaseIterable {
    case latin, greek, cyrillic, hebrew, arabic, devanagari, thai, kana, han, hangul
    case emoji, combining, joiner, bidi

    /// As the report says it.
    var name: String {
      switch self {
      case .combining: "combining marks"
      case .joiner: "joiners"
      case .bidi: "bidi controls"
      default: "\(self)"
      }
    }
  }

  private(set) var counts = [Int](repeating: 0, count: Script.allCases.count)
  /// How many texts were added.
  private(set) var textCount = 0

  /// Adds a text: the bytes of UTF-8 in some ranges, escapes left as they are.
  mutating func add(_ line: Span<UInt8>, _ ranges: [Range<Int>]) {
    textCount += 1
    var seen: UInt32 = 0
    for range in ranges { seen |= Self.scripts(line, range) }
    for script in Script.allCases where seen >> UInt32(script.rawValue) & 1 == 1 {
      counts[script.rawValue] += 1
    }
  }

  /// A bit for each script that stands in some bytes.
  private static func scripts(_ line: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    var seen: UInt32 = 0
    var position = range.lowerBound
    while position < range.upperBound {
      let first = line[position]
      if first < 0x80 {
        let isLetter = (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7A
        if isLetter { seen |= 1 << UInt32(Script.latin.rawValue) }
        position += 1
        continue
      }
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var scalar = UInt32(first) & (0xFF >> UInt32(length + 1))
      for index in position + 1..<min(range.upperBound, position + length) {
        scalar = scalar << 6 | UInt32(line[index] & 0x3F)
      }
      if let script = script(of: scalar) { seen |= 1 << UInt32(script.rawValue) }
      position += length
    }
    return seen
  }

  /// Source: the block names of the Unicode Standard 12.
  private static func script(of scalar: UInt32) -> Script? {
    switch scalar {
    case 0x00C0...0x024F, 0x1E00...0x1EFF: .latin
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x20D0...0x20FF: .combining
    case 0x0370...0x03FF, 0x1F00...0x1FFF: .greek
    case 0x0400...0x052F: .cyrillic
    case 0x0590...0x05FF: .hebrew
    case 0x0600...0x06FF, 0x0750...0x077F: .arabic
    case 0x0900...0x097F: .devanagari
    case 0x0E00...0x0E7F: .thai
    case 0x3040...0x30FF: .kana
    case 0x3400...0x9FFF, 0x20000...0x2FFFF: .han
    case 0x1100...0x11FF, 0xAC00...0xD7AF: .hangul
    case 0x200B...0x200D, 0x2060, 0xFE0E...0xFE0F: .joiner
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: .bidi
    case 0x2600...0x27BF, 0x1F000...0x1FAFF: .emoji
    default: nil
    }
  }
}
