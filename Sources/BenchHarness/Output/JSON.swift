import ListText

/// The harness's results and thresholds: objects with sorted names, numbers as doubles.
extension JSONValue {
  /// An object with its names sorted.
  static func sorted(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { ($0.0, $0.1) }.sorted { $0.0 < $1.0 })
  }

  /// A number that is finite: whole ones without a fraction, the rest in the fewest digits that give
  /// the same number back.
  static func real(_ value: Double) -> JSONValue {
    precondition(value.isFinite, "a JSON number that is not finite")
    if value.magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: value) {
      return .integer(whole)
    }
    return .number("\(value)")
  }

  /// A number, or null.
  static func real(orNull value: Double?) -> JSONValue {
    value.map { $0.isFinite ? .real($0) : .null } ?? .null
  }

  /// The value as a number; nil when it is none or beyond the range of doubles.
  var real: Double? {
    switch self {
    case .integer(let number): return Double(number)
    case .unsigned(let number): return Double(number)
    case .number(let digits):
      guard let value = Double(digits), value.isFinite else { return nil }
      return value
    default: return nil
    }
  }

  /// The text, with what is short and flat on one line.
  var text: String { String(decoding: text(.flat), as: UTF8.self) }
}
