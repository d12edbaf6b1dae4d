/// A piece of a page: markup that is written here, around texts that are escaped as they come in.
///
/// A `String` that is put into a literal is text, so no name can become markup.
struct HTML: ExpressibleByStringInterpolation, Equatable {
  /// The markup.
  private(set) var markup: String

  /// Takes what is markup already, as a picture or a style.
  init(markup: String) { self.markup = markup }

  init(stringLiteral text: String) { markup = text }

  init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// Collects a literal.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }

    mutating func appendInterpolation(_ number: Int) { markup += "\(number)" }

    mutating func appendInterpolation(_ text: String) { HTML.append(text, to: &markup) }
  }

  static func + (left: HTML, right: HTML) -> HTML { HTML(markup: left.markup + right.markup) }

  static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// Escapes what has a meaning in text or in an attribute between quotes; what HTML forbids becomes U+FFFD.
  private static func append(_ text: String, to markup: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      case "\n", "\t": markup.unicodeScalars.append(scalar)
      default: markup.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
  }

  /// Source: HTML Standard, 13.1.2.1 and 13.2.3.5: neither controls nor noncharacters.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
  }
}
