/// A JSON value; the members of an object keep their order and have distinct keys.
indirect enum JSON: Equatable {
  /// A member of an object.
  struct Member: Equatable {
    var key: String
    var value: JSON
  }

  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])
}

extension JSON {
  /// An object with its keys sorted.
  static func sorted(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { Member(key: $0.0, value: $0.1) }.sorted { $0.key < $1.key })
  }

  /// A number, or null.
  static func number(orNull value: Double?) -> JSON {
    value.map { $0.isFinite ? JSON.number($0) : .null } ?? .null
  }

  /// The text, indented by two, with a line feed at its end; what is short and flat stays on one
  /// line.
  var text: String { write(indentation: 0) + "\n" }

  private func write(indentation: Int) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.text(of: value)
    case .string(let value): Self.quoted(value)
    case .array(let values):
      Self.enclose(
        "[", values.map { $0.write(indentation: indentation + 2) }, "]",
        isFlat: values.allSatisfy(\.isScalar), indentation: indentation)
    case .object(let members):
      Self.enclose(
        "{",
        members.map { "\(Self.quoted($0.key)): \($0.value.write(indentation: indentation + 2))" },
        "}", isFlat: members.allSatisfy(\.value.isScalar), indentation: indentation)
    }
  }

  private static func enclose(
    _ opening: String, _ parts: [String], _ closing: String, isFlat: Bool, indentation: Int
  ) -> String {
    let line = opening + parts.joined(separator: ", ") + closing
    if isFlat, line.utf8.count <= 160 { return line }
    let margin = String(repeating: " ", count: indentation)
    return "\(opening)\n"
      + parts.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin)\(closing)"
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// Whole numbers without a fraction; the rest in the fewest digits that give the same number
  /// back.
  private static func text(of value: Double) -> String {
    precondition(value.isFinite, "a JSON number that is not finite")
    if value.magnitude < 9_007_199_254_740_992, let whole = Int(exactly: value) {
      return "\(whole)"
    }
    return "\(value)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
