/// The words of a kind of text, as they are checked in.
///
/// All of it is part of the dataset version. Every sequence has been in Unicode since version 12.
package struct TextSource: Sendable {
  /// Which kind it is.
  package let kind: TextKind
  /// Its words, the most frequent first; none has a space.
  package let words: [String]
  /// What every sixteenth word is drawn from: numbers, signs and words of other scripts.
  package let mixed: [String]
  /// A full stop, question, exclamation, pause, end of a paragraph, and an aside with its own stop.
  package let endings: [String]
  /// Whether words have a space behind.
  package let isSpaced: Bool

  /// All kinds, in their order.
  package static let all: [TextSource] = TextKind.allCases.map { TextSource($0) }

  /// First names and last names of authors, 64 of each.
  package static let names = (first: split(firstNames), last: split(lastNames))

  private init(_ kind: TextKind) {
    self.kind = kind
    words = kind == .combining ? Self.combining : Self.split(Self.words(of: kind))
    mixed = Self.split(Self.mixed(of: kind))
    endings = Self.endings(of: kind)
    switch kind {
    case .thai, .han, .japanese, .emoji, .unbreakable: isSpaced = false
    default: isSpaced = true
    }
  }

  /// Splits at spaces, byte by byte: nothing depends on a Unicode version.
  private static func split(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  private static func words(of kind: TextKind) -> String {
    switch kind {
    case .latin: latin
    case .cyrillic: cyrillic
    case .arabic: arabic
    case .hebrew: hebrew
    case .devanagari: devanagari
    case .thai: thai
    case .han: han
    case .japanese: japanese
    case .hangul: hangul
    case .emoji: emoji
    case .combining: shortLatin
    case .unbreakable: unbreakable
    case .softBreaks: softBreaks
    case .bidiControls: bidiControls
    }
  }

  private static func mixed(of kind: TextKind) -> String {
    switch kind {
    case .latin, .combining, .softBreaks: signs
    case .arabic, .hebrew, .bidiControls: numbers
    case .thai, .han, .japanese: compactSigns
    case .emoji, .unbreakable: shortLatin
    case .cyrillic, .devanagari, .hangul: numbers + " " + signs
    }
  }

  /// Stop, question, exclamation, pause, end of a paragraph, aside.
  private static func endings(of kind: TextKind) -> [String] {
    switch kind {
    case .latin, .combining, .softBreaks, .hangul, .bidiControls:
      [".", "?", "!", "…", ".\n", " \"sic\"."]
    case .cyrillic: [".", "?", "!", "…", ".\n", " «да»."]
    case .arabic: [".", "؟", "!", "،", ".\n", " \"نعم\"."]
    case .hebrew: [".", "?", "!", "…", ".\n", " \"כן\"."]
    case .devanagari: ["।", "?", "!", "…", "।\n", " \"हाँ\"।"]
    case .thai: [" ", "? ", "! ", "ๆ ", "\n", " \"ครับ\" "]
    case .han: ["。", "？", "！", "，", "。\n", "“好”。"]
    case .japanese: ["。", "？", "！", "、", "。\n", "「はい」。"]
    case .emoji: [" ", "? ", "! ", "… ", "\n", " \"ok\" "]
    case .unbreakable: [".", "?", "&", "=", "/", "_"]
    }
  }

  /// Short words under one to four marks a letter, drawn by a rule.
  private static var combining: [String] {
    let marks: ClosedRange<UInt32> = 0x300...0x34E
    return split(shortLatin).enumerated().map { number, word in
      var text = String.UnicodeScalarView()
      for (index, letter) in word.unicodeScalars.enumerated() {
        text.append(letter)
        for mark in 0..<(number * 7 + index * 3) % 4 + 1 {
          let offset = UInt32(number * 5 + index * 11 + mark * 13) % UInt32(marks.count)
          if let scalar = Unicode.Scalar(marks.lowerBound + offset) { text.append(scalar) }
        }
      }
      return String(text)
    }
  }
}
