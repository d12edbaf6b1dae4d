/// What a client should find in a text, whatever its string type counts in.
public struct TextFacts: Sendable, Equatable {
  /// Where a text begins.
  public enum Direction: String, Sendable {
    /// The first strong character is of a script written from left to right.
    case leftToRight = "ltr"
    /// It is Hebrew or Arabic, or a mark of their direction.
    case rightToLeft = "rtl"
    /// There is none: digits, signs and emoji alone.
    case neutral
  }

  /// Bytes in UTF-8.
  public private(set) var utf8Count = 0
  /// Code units in UTF-16.
  public private(set) var utf16Count = 0
  /// Unicode scalars.
  public private(set) var scalarCount = 0
  /// The direction of the first strong character outside isolates, as rule P2 of the Unicode
  /// Bidirectional Algorithm finds it, in the first paragraph that has one.
  public private(set) var direction = Direction.neutral
  /// The most scalars between two places where a line may break.
  ///
  /// A line may break behind a space, line feed, hyphen-minus, soft hyphen and zero-width space; and
  /// before and behind a scalar of two cells, but never before a scalar of no cells nor behind a
  /// joiner. Spaces and line feeds do not count. Thai and Korean have no dictionary here: Thai breaks
  /// at spaces alone, Korean at each syllable.
  public private(set) var longestRun = 0
  /// The lines that the text takes at the compact width.
  public private(set) var compactLines = 0
  /// The lines that the text takes at the regular width.
  public private(set) var regularLines = 0

  // What the scan carries from scalar to scalar.
  private var cells = 0
  private var run = 0
  private var previous: UInt32 = 0
  private var previousCells = 0
  private var isolates = 0

  /// Finds the facts of a text in UTF-8.
  ///
  /// - Parameter text: Any bytes; what is not UTF-8 counts one scalar U+FFFD a byte.
  /// - Complexity: O(bytes); allocates nothing.
  public init(utf8 text: Span<UInt8>) {
    self.init(text, isEscaped: false)
  }

  /// Finds the facts of a text in UTF-8, which may be escaped as JSON requires of the tables' texts.
  init(_ text: Span<UInt8>, isEscaped: Bool) {
    var index = 0
    while index < text.count {
      if isEscaped && text[index] == UInt8(ascii: "\\") {
        let letter = text[index + 1]
        add(letter == UInt8(ascii: "n") ? 0x0A : UInt32(letter), utf8: 1)
        index += 2
        continue
      }
      let (scalar, count) = Self.scalar(of: text, at: index)
      add(scalar, utf8: count)
      index += count
    }
    endParagraph()
    endRun()
  }

  /// How many lines the text takes at a width.
  public func lines(in width: WidthClass) -> Int {
    width == .regular ? regularLines : compactLines
  }

  /// Whether two texts have the same facts, whatever the scan held last.
  public static func == (first: Self, second: Self) -> Bool {
    first.utf8Count == second.utf8Count && first.utf16Count == second.utf16Count
      && first.scalarCount == second.scalarCount && first.direction == second.direction
      && first.longestRun == second.longestRun && first.compactLines == second.compactLines
      && first.regularLines == second.regularLines
  }

  // MARK: - The scan

  private mutating func add(_ scalar: UInt32, utf8 count: Int) {
    utf8Count += count
    utf16Count += scalar > 0xFFFF ? 2 : 1
    scalarCount += 1
    findDirection(scalar)
    let ownCells = previous == ScalarClass.joiner ? 0 : ScalarClass.cells(of: scalar)
    if scalar == 0x0A { endParagraph() } else { cells += ownCells }
    if breaks(before: scalar, cells: ownCells) { endRun() }
    if scalar != 0x20 && scalar != 0x0A { run += 1 }
    previous = scalar
    previousCells = ownCells == 0 && scalarCount > 1 ? previousCells : ownCells
  }

  /// Whether a line may break between the previous scalar and this one.
  private func breaks(before scalar: UInt32, cells: Int) -> Bool {
    if ScalarClass.breaksBehind(previous) { return true }
    if scalar == 0x20 || scalar == 0x0A { return true }
    if cells == 0 || previous == ScalarClass.joiner { return false }
    return cells == 2 || previousCells == 2
  }

  private mutating func endRun() {
    longestRun = max(longestRun, run)
    run = 0
  }

  private mutating func endParagraph() {
    compactLines += WidthClass.compact.lines(cells: cells)
    regularLines += WidthClass.regular.lines(cells: cells)
    cells = 0
    isolates = 0
  }

  private mutating func findDirection(_ scalar: UInt32) {
    switch scalar {
    case 0x2066...0x2068: isolates += 1
    case 0x2069: isolates = max(0, isolates - 1)
    default:
      guard isolates == 0 && direction == .neutral else { return }
      switch ScalarClass.direction(of: scalar) {
      case .leftToRight: direction = .leftToRight
      case .rightToLeft: direction = .rightToLeft
      case .neutral: break
      }
    }
  }

  /// The scalar at a byte, and how many bytes it has.
  private static func scalar(of text: Span<UInt8>, at index: Int) -> (scalar: UInt32, count: Int) {
    let first = UInt32(text[index])
    if first < 0x80 { return (first, 1) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2 && first < 0xF5 && index + count <= text.count else { return (0xFFFD, 1) }
    var scalar = first & (0x7F >> UInt32(count))
    for offset in 1..<count {
      let byte = UInt32(text[index + offset])
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | byte & 0x3F
    }
    let least: UInt32 = count == 4 ? 0x10000 : count == 3 ? 0x800 : 0x80
    guard scalar >= least && Unicode.Scalar(scalar) != nil else { return (0xFFFD, 1) }
    return (scalar, count)
  }

  /// How many cells a text of one paragraph takes.
  static func cells(of text: String) -> Int {
    var cells = 0
    var previous: UInt32 = 0
    for scalar in text.unicodeScalars where scalar != "\n" {
      if previous != ScalarClass.joiner { cells += ScalarClass.cells(of: scalar.value) }
      previous = scalar.value
    }
    return cells
  }
}
