/// An option of a command: its name, what value it takes, and what it is for.
public struct Option: Sendable {
  /// With its dashes, as in `--items`.
  public var name: String
  /// What the value is called in the help text; absent for a flag.
  public var value: String?
  /// Whether it may be given more than once.
  public var repeats: Bool
  /// One line for the help text.
  public var summary: String
  /// The words that the value may be, as a shell offers them; empty where it may be any.
  public var choices: [String]

  /// Makes an option.
  public init(
    _ name: String, value: String? = nil, repeats: Bool = false, choices: [String] = [],
    _ summary: String
  ) {
    self.name = name
    self.value = value
    self.repeats = repeats
    self.choices = choices
    self.summary = summary
  }
}

/// One command of a program: what it takes and how it is explained.
public struct Command: Sendable {
  /// The words that call it, as in `thresholds lint`.
  public var name: String
  /// One line: what it does.
  public var summary: String
  /// The names of its positional arguments, as in `["DIR"]`; a last one of `DIR...` may be repeated.
  public var positionals: [String]
  /// The words that the first positional may be, as a shell offers them; empty where it may be any.
  public var choices: [String]
  /// Whether the last positional argument may be repeated.
  var repeatsLastPositional: Bool { positionals.last?.hasSuffix("...") ?? false }
  /// How many of them may be left out, counted from the last.
  public var optionalPositionals: Int
  /// Whether `--` and the call of another program come last.
  public var takesCall: Bool
  /// Its options; `--help` is added to all.
  public var options: [Option]
  /// What else one should know, wrapped by hand at 90 columns.
  public var discussion: String
  /// Calls that work as written, each with what it does.
  public var examples: [(call: String, does: String)]

  /// Makes a command.
  public init(
    _ name: String, summary: String, positionals: [String] = [], choices: [String] = [],
    optionalPositionals: Int = 0, takesCall: Bool = false, options: [Option] = [],
    discussion: String = "",
    examples: [(call: String, does: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.positionals = positionals
    self.choices = choices
    self.optionalPositionals = optionalPositionals
    self.takesCall = takesCall
    self.options = options
    self.discussion = discussion
    self.examples = examples
  }

  /// The page that `--help` prints, with a line feed at its end.
  ///
  /// - Parameter program: The program's name, put before the command's.
  public func help(program: String) -> String {
    let required = positionals.count - optionalPositionals
    let places = positionals.enumerated().map {
      $0.offset < required ? $0.element : "[\($0.element)]"
    }
    let call = ([program] + (name.isEmpty ? [] : [name]) + places).joined(separator: " ")
    var text = "\(summary)\n\nusage: \(call)\(options.isEmpty ? "" : " [options]")"
    text += takesCall ? " -- COMMAND [ARGUMENT]...\n" : "\n"
    if !options.isEmpty {
      let rows = options.map { option in
        (
          left: [option.name, option.value].compactMap { $0 }.joined(separator: " "),
          right: option.summary + (option.repeats ? " (may be repeated)" : "")
        )
      }
      text += "\noptions:\n" + columns(rows)
    }
    if !discussion.isEmpty { text += "\n\(discussion)\n" }
    if !examples.isEmpty {
      text += "\nexamples:\n" + columns(examples.map { (left: $0.call, right: $0.does) })
    }
    return text
  }
}

/// Two aligned columns, indented by two; a left side too long for its column gets a line of its own.
func columns(_ rows: [(left: String, right: String)]) -> String {
  let width = min(44, rows.map(\.left.count).max() ?? 0)
  return rows.map { row in
    guard row.left.count <= width else {
      return "  \(row.left)\n  \(String(repeating: " ", count: width))  \(row.right)\n"
    }
    let padding = String(repeating: " ", count: width - row.left.count)
    return "  \(row.left)\(padding)  \(row.right)\n"
  }.joined()
}
