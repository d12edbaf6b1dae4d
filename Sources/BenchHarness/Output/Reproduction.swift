/// The call that measures a row again, to be pasted into a shell in the package's folder.
struct Reproduction {
  /// The words of the call that made the report.
  let call: [String]

  /// How the program is started from a clone.
  private static let program = ["swift", "run", "bench"]

  /// The command for a result: its own row, or those that its doubtful figures are made of.
  func command(for result: BenchmarkResult) -> String {
    let doubtful = result.metrics.filter { $0.verdict != .pass }.map(\.name)
    let rows: CaseFilter.Rows =
      if result.failure != nil {
        .one
      } else if doubtful.contains(MetricName.growthExponent) {
        .everyParameter
      } else if doubtful.contains(MetricName.ratioToPeer) {
        .everyImplementation
      } else {
        .one
      }
    return command(filter: CaseFilter.pattern(result.identity, rows))
  }

  /// The command for a ratio: our row and the peer's.
  func command(for ratio: JudgedRatio) -> String {
    let rows = ratio.rows
    let names = [rows.implementation, rows.peer].map(CaseFilter.literal).joined(separator: "|")
    let size = rows.items.map { "/.*items=\($0)\\b" } ?? ""
    return command(
      filter: "^\(CaseFilter.literal("\(rows.suite)/\(rows.benchmark)/"))(\(names))\(size)",
      more: call.contains("--peers") ? [] : ["--peers"])
  }

  /// The command that shows where a row spends its instructions, or with a tool what that tool shows.
  func profile(_ identity: CaseIdentity, with tool: String?) -> String {
    var words = ["profile", identity.description]
    if let tool { words += ["--with", tool] }
    return Self.command(words + data(items: identity.items))
  }

  /// The command that measures this build and the last commit of `main` in turn.
  func compare(filter: String) -> String {
    Self.command(["compare", "--base-commit", "main"] + data(items: nil) + ["--filter", filter])
  }

  /// The options of the call that say which data, and a size where the call has none.
  private func data(items: Int?) -> [String] {
    var words: [String] = []
    for name in ["--data", "--items", "--seed", "--budget"] {
      guard let place = call.firstIndex(of: name), call.indices.contains(place + 1) else {
        continue
      }
      if name != "--items" || items == nil { words += [name, call[place + 1]] }
    }
    if let items, !call.contains("--data") { words += ["--items", "\(items)"] }
    return words
  }

  /// A command with a filter.
  func command(filter: String, more: [String] = []) -> String {
    Self.line(Self.program + call + more + ["--filter", filter])
  }

  /// A command of other words.
  static func command(_ words: [String]) -> String { line(program + words) }

  /// Words as a shell takes them.
  private static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || "0123456789-_./:,=+@%".unicodeScalars.contains($0))
      }
      return isPlain && !word.isEmpty
        ? word
        : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: " ")
  }
}

extension CaseFilter {
  /// Which rows beside the one that is named.
  enum Rows {
    case one, everyImplementation, everyParameter
  }

  /// A regular expression for a row, or for those with which it is compared or fitted.
  static func pattern(_ identity: CaseIdentity, _ rows: Rows) -> String {
    let start = literal("\(identity.suite)/\(identity.benchmark)/")
    let whole = literal(identity.description)
    switch rows {
    case .one: return "^\(whole)$"
    case .everyParameter:
      return "^\(start)\(literal(identity.implementation))"
        + (identity.parameters.isEmpty ? "$" : "/")
    case .everyImplementation:
      var last = identity
      last.suite = ""
      last.benchmark = ""
      last.implementation = ""
      // `///items=10`: the slash before the parameters and what is behind it.
      let end = literal(String(last.description.dropFirst(2)))
      // A dot is no line feed.
      let any = identity.implementation.contains(where: \.isNewline) ? "[\\s\\S]*" : ".*"
      return identity.parameters.isEmpty ? "^\(start)" : "^\(start)\(any)\(end)$"
    }
  }

  /// A text as a regular expression that matches it alone.
  static func literal(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case _ where "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar): "\\\(scalar)"
      default: String(scalar)
      }
    }.joined()
  }
}
