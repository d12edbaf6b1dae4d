/// The words after a command's name, sorted into options and positionals.
public struct Arguments: Sendable {
  /// Whether `--help` or `-h` was among them; nothing else was checked then.
  public private(set) var asksForHelp = false
  /// The positional arguments in order.
  public private(set) var positionals: [String] = []
  /// The words after `--`, of a command that takes another program's call.
  public private(set) var call: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads words by a command's specification.
  ///
  /// Options are `--name value`, `--name=value` or `--flag`, in any place; `--` ends them.
  ///
  /// - Throws: `UsageError` for an option that the command lacks (the nearest is suggested), a missing
  ///   or superfluous value, an option given twice that may not be, too few or too many positionals.
  public init(_ words: [String], for command: Command) throws(UsageError) {
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      asksForHelp = true
      return
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        if command.takesCall { call += rest } else { positionals += rest }
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        positionals.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try take(
        String(parts[0]), attached: parts.count == 2 ? String(parts[1]) : nil, rest: &rest,
        command: command)
    }
    try checkPositionals(of: command)
    if command.takesCall, call.isEmpty {
      throw UsageError("the command to run is missing; give it after '--': -- COMMAND ARGUMENT...")
    }
  }

  private mutating func take(
    _ name: String, attached: String?, rest: inout ArraySlice<String>, command: Command
  ) throws(UsageError) {
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw .unknown("option", name, known: command.options.map(\.name) + ["--help"])
    }
    if values[name] != nil, !option.repeats {
      throw UsageError("\(name) is given twice; give it once")
    }
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError("\(name) takes no value; leave '=' out") }
      values[name, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty,
      attached != nil || !value.hasPrefix("--")
    else {
      throw UsageError("\(name) needs a value: \(name) \(placeholder)")
    }
    values[name, default: []].append(value)
  }

  private func checkPositionals(of command: Command) throws(UsageError) {
    let required = command.positionals.count - command.optionalPositionals
    if positionals.count < required {
      let missing = command.positionals[positionals.count]
      throw UsageError(
        "\(missing) is missing; usage: \(([command.name] + command.positionals).joined(separator: " "))"
      )
    }
    if positionals.count > command.positionals.count {
      let extra = positionals[command.positionals.count]
      throw UsageError("unexpected argument '\(extra)'; --help lists what there is")
    }
  }

  /// Whether an option or flag was given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option, or nil when it was not given.
  public func value(_ name: String) -> String? { values[name]?.last }

  /// The values of a repeated option in order; empty when it was not given.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as an integer.
  ///
  /// - Throws: `UsageError` with the accepted range when it is not an integer of that range.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    return try parseInteger(text, name: name, in: range)
  }

  /// The value of an option as an unsigned integer of 64 bits, as seeds are.
  public func unsigned(_ name: String) throws(UsageError) -> UInt64? {
    guard let text = value(name) else { return nil }
    guard let number = UInt64(text) else {
      throw UsageError("\(name) takes a whole number from 0 to \(UInt64.max); got '\(text)'")
    }
    return number
  }

  /// The value of an option as one of some words.
  ///
  /// - Throws: `UsageError` that suggests the nearest word.
  public func choice(_ name: String, of words: [String]) throws(UsageError) -> String? {
    guard let text = value(name) else { return nil }
    guard words.contains(text) else {
      throw .unknown("value of \(name)", text, known: words)
    }
    return text
  }
}

/// Reads a whole number that must lie in a range; `1_000` and `1000` are the same.
///
/// - Throws: `UsageError` with the accepted range.
public func parseInteger(
  _ text: String, name: String, in range: ClosedRange<Int>
) throws(UsageError) -> Int {
  guard let number = Int(text.filter { $0 != "_" }), range.contains(number) else {
    throw UsageError(
      "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound); got '\(text)'")
  }
  return number
}
