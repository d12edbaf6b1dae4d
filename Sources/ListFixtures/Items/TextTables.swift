/// The words that rows are written with, packed.
struct TextTables: Sendable {
  /// How many words of each kind a draw chooses from: 9 bits.
  static let wordCount = 512
  /// How many endings of each kind a draw chooses from: 4 bits.
  static let endingCount = 16
  /// The ending that ends a paragraph too, where the kind has paragraphs.
  static let paragraphEnding = 13

  /// Where the words of a kind are.
  struct Kind: Sendable {
    /// The first choice of its words, each with its space behind.
    var words = 0
    /// The first choice of the same words with a capital letter first, where the kind has capitals.
    var capitals = 0
    /// The first of its endings.
    var endings = 0
    /// How many bytes and cells the space behind a word is: 1 or 0.
    var space = 0
    /// Whether the ending of a paragraph has a line feed.
    var hasParagraphs = false
  }

  /// The tables; made once.
  static let shared = TextTables()

  /// The words of all kinds.
  private(set) var words: [TextWord] = []
  /// Which word each draw of a kind chooses; frequent words stand more often.
  ///
  /// MEASURED: 40 KiB in place of 170 for a table with each frequent word many times; rows are made 1
  /// to 2 % faster.
  private(set) var choices: [UInt16] = []
  /// What does not fit into the first 16 bytes of words; the first element is none.
  private(set) var rests = [TextWord("")]
  /// What ends a sentence, mostly a full stop.
  private(set) var endings: [TextWord] = []
  /// In the order of `TextKind.allCases`.
  private(set) var kinds: [Kind] = []
  /// First names with a space behind.
  let firstNames: [TextWord]
  /// Last names.
  let lastNames: [TextWord]
  /// The bytes of the longest word or ending.
  private(set) var longestBytes = 0

  private init() {
    let names = TextSource.names
    firstNames = names.first.map { TextWord($0 + " ") }
    lastNames = names.last.map { TextWord($0) }
    precondition(firstNames.count == 64 && lastNames.count == 64, "64 names of each kind")
    for source in TextSource.all { append(source) }
  }

  private mutating func append(_ source: TextSource) {
    let space = source.isSpaced ? " " : ""
    let drawn = source.drawn
    let capitalised = drawn.map { TextSource.capitalised($0) }
    let hasCapitals = zip(drawn, capitalised).contains { !$0.isSame(as: $1) }
    var kind = Kind(words: choices.count, capitals: choices.count, endings: endings.count)
    kind.space = space.utf8.count
    kind.hasParagraphs = source.endings[4].utf8.contains(UInt8(ascii: "\n"))
    // Frequent words stand many times, and are packed once.
    for list in hasCapitals ? [drawn, capitalised] : [drawn] {
      for (index, word) in list.enumerated() {
        if index == 0 || !word.isSame(as: list[index - 1]) { words.append(pack(word + space)) }
        choices.append(UInt16(words.count - 1))
      }
    }
    if hasCapitals { kind.capitals += Self.wordCount }
    for ending in source.drawnEndings { endings.append(pack(ending)) }
    kinds.append(kind)
  }

  private mutating func pack(_ text: String) -> TextWord {
    let word = TextWord(text, rests: &rests)
    longestBytes = max(longestBytes, TextWord.escaped(text).count)
    return word
  }
}

extension String {
  /// Whether the bytes are the same: `==` also takes other spellings of a character.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension TextSource {
  /// What a draw of a word chooses from.
  ///
  /// Word number i stands about 1/(i + 8) as often as all, which are the frequencies of a real text;
  /// the last sixteenth is mixed in.
  var drawn: [String] {
    let weights = words.indices.map { 65536 / ($0 + 8) }
    let total = weights.reduce(0, +)
    let ownCount = TextTables.wordCount * 15 / 16
    var drawn: [String] = []
    var passed = 0
    for (word, weight) in zip(words, weights) {
      passed += weight
      while drawn.count < passed * ownCount / total { drawn.append(word) }
    }
    var next = 0
    while drawn.count < TextTables.wordCount {
      drawn.append(mixed[next % mixed.count])
      next += 1
    }
    return drawn
  }

  /// What a draw of an ending chooses from, with the space behind it.
  var drawnEndings: [String] {
    let choice = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5]
    return choice.map { endings[$0] + (isSpaced && $0 != 4 ? " " : "") }
  }

  /// A word with a capital letter first: ASCII and Cyrillic letters change, by number, so that nothing
  /// depends on a Unicode version.
  static func capitalised(_ word: String) -> String {
    var scalars = Array(word.unicodeScalars)
    let first = scalars[0].value
    let capital: UInt32
    switch first {
    case 0x61...0x7A, 0x430...0x44F: capital = first - 32
    case 0x450...0x45F: capital = first - 80
    default: return word
    }
    if let scalar = Unicode.Scalar(capital) { scalars[0] = scalar }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
