import ListFixtures

/// How a language writes constants.
struct ConstantSyntax {
  /// A constant.
  enum Value {
    /// A number of at most 31 bits.
    case number(Int)
    /// A number of at most 63 bits.
    case long(Int)
    /// A text.
    case text(String)
    /// Numbers of at most 31 bits.
    case numbers([Int])
    /// Texts without spaces.
    case words([String])
    /// Any texts.
    case texts([String])
  }

  private let language: RowFunction.Language
  private static let lineLimit = 100

  /// Takes a language.
  init(_ language: RowFunction.Language) {
    self.language = language
  }

  /// The lines that declare a constant.
  func declaration(_ name: String, _ value: Value) -> String {
    switch language {
    case .python: "\(name) = \(written(value))\n"
    case .typescript: "const \(name) = \(written(value));\n"
    case .kotlin: "private val \(name) = \(written(value))\n"
    }
  }

  private func written(_ value: Value) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .long(let number):
      switch language {
      case .python: "\(number)"
      case .typescript: "\(number)n"
      case .kotlin: "\(number)L"
      }
    case .text(let text): quoted(text)
    case .numbers(let numbers): list(numbers.map { "\($0)" })
    case .words(let words): "\(quoted(words.joined(separator: " "))).split(\(quoted(" ")))"
    case .texts(let texts): list(texts.map(quoted), perLine: true)
    }
  }

  private func list(_ elements: [String], perLine: Bool = false) -> String {
    let (open, close) = language == .kotlin ? ("listOf(", ")") : ("[", "]")
    var lines: [String] = []
    var line = ""
    for (index, element) in elements.enumerated() {
      let word = element + (index < elements.count - 1 ? "," : "")
      if !line.isEmpty && (perLine || line.utf8.count + word.utf8.count >= Self.lineLimit - 4) {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    lines.append(line)
    if lines.count == 1 { return open + line + close }
    return open + "\n" + lines.map { "  \($0)\n" }.joined() + close
  }

  /// A literal; what cannot be seen, or turns the direction, is written by its number.
  private func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "$": literal += language == .kotlin ? "\\$" : "$"
      case "\u{A0}", "\u{202F}", "\u{2011}": literal += escaped(scalar)
      default:
        if scalar.value >= 0x80 && ScalarClass.cells(of: scalar.value) == 0 {
          literal += escaped(scalar)
        } else {
          literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    func digits(_ value: UInt32, _ count: Int) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    switch language {
    case .python:
      return scalar.value > 0xFFFF
        ? "\\U" + digits(scalar.value, 8) : "\\u" + digits(scalar.value, 4)
    case .typescript: return "\\u{\(digits(scalar.value, 1))}"
    case .kotlin: return scalar.utf16.map { "\\u" + digits(UInt32($0), 4) }.joined()
    }
  }
}
