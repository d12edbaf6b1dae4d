import ProcessSupport

/// Which field of a row comes from which field of the file that is imported.
public struct ImportMapping: Sendable {
  /// The fields that can be given.
  public enum Field: String, CaseIterable, Sendable {
    /// The identity; needed.
    case id
    /// What orders the list; needed.
    case key
    /// The text that a row shows first; empty where it is missing.
    case title
    /// Who wrote the item; null where it is missing.
    case author
    /// The longer text; null where it is missing.
    case body
    /// A state of the item; null where it is missing.
    case status
    /// The item's version; 1 where it is missing.
    case version
    /// Of events: insert, delete, move or update; its own name unless it is mapped.
    case op
    /// Of events: when; its own name unless it is mapped, the last event's where it is missing.
    case at
    /// Of events: the number in the stream; its own name unless it is mapped, not needed.
    case seq
  }

  /// How a time is written.
  public enum Unit: String, CaseIterable, Sendable {
    /// Whole seconds since 1970.
    case s
    /// Whole milliseconds since 1970.
    case ms
    /// Whole microseconds since 1970, or a number that is no time.
    case us
    /// A date and time, as in `2024-02-29T23:59:59.5+01:00`.
    case iso8601
  }

  /// Where a field comes from.
  public struct Source: Equatable, Sendable {
    /// The name of the source's field; `a.b` is `b` in the object `a`.
    public var name: String
    /// How the time is written; `us` of fields that are no time.
    public var unit: Unit
  }

  /// The sources by field.
  public private(set) var sources: [Field: Source] = [
    .op: Source(name: "op", unit: .us), .at: Source(name: "at", unit: .us),
    .seq: Source(name: "seq", unit: .us),
  ]
  /// What was given, for the manifest: field, then source, in the order of the fields.
  let words: [(field: String, source: String)]

  /// Reads words like `key=committed:s`.
  ///
  /// - Throws: `UsageError` for a field or unit that does not exist, a field that is given twice, and
  ///   when `id` or `key` is missing.
  public init(_ words: [String]) throws(UsageError) {
    var given: [Field: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw UsageError("--map takes FIELD=SOURCE, as in --map key=created:iso8601; got '\(word)'")
      }
      guard let field = Field(rawValue: String(parts[0])) else {
        throw .unknown(
          "field of --map", String(parts[0]), known: Field.allCases.map(\.rawValue))
      }
      guard given[field] == nil else {
        throw UsageError("--map gives '\(field.rawValue)' twice; give it once")
      }
      given[field] = String(parts[1])
      sources[field] = try Self.source(String(parts[1]), of: field)
    }
    for field in [Field.id, .key] where given[field] == nil {
      throw UsageError(
        "--map \(field.rawValue)=SOURCE is missing; it says which field of the file is the \(field.rawValue)"
      )
    }
    self.words = Field.allCases.compactMap { field in
      given[field].map { (field.rawValue, $0) }
    }
  }

  private static func source(_ text: String, of field: Field) throws(UsageError) -> Source {
    guard field == .key || field == .at, let colon = text.lastIndex(of: ":") else {
      return Source(name: text, unit: .us)
    }
    let suffix = String(text[text.index(after: colon)...])
    guard let unit = Unit(rawValue: suffix) else {
      throw .unknown("unit in --map", suffix, known: Unit.allCases.map(\.rawValue))
    }
    return Source(name: String(text[..<colon]), unit: unit)
  }
}
