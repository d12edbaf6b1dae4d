import ProcessSupport

/// Names of functions as people write them.
enum FunctionNames {
  /// A call's arguments take at most some 2 MB in all, and an instance of a generic function has a name of
  /// some hundred bytes.
  private static let namesInACall = 500
  private static let timeLimitSeconds = 60

  /// Makes names of a symbol table readable; one for which no tool is there stays as it is.
  ///
  /// - Returns: A name for each, in order.
  static func readable(_ symbols: [String]) -> [String] {
    var names = symbols
    rename(&names, by: Tool.swiftNames, options: ["--compact", "--simplified"]) {
      $0.hasPrefix("$s") || $0.hasPrefix("$S")
    }
    rename(&names, by: Tool.cppNames, options: []) { $0.hasPrefix("_Z") }
    return names.map(\.withoutDetails)
  }

  /// Functions under their readable names, the largest first, and what the many small ones have in all.
  ///
  /// Copies of one function for several types have one name, and are one row.
  ///
  /// - Parameters:
  ///   - functions: By the name in the symbol table.
  ///   - most: The most rows.
  static func ranked(
    _ functions: [String: Int], most: Int
  ) -> (rows: [(name: String, cost: Int)], rest: (count: Int, cost: Int)) {
    let large = functions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(namesInACall)
    var costs: [String: Int] = [:]
    for (function, name) in zip(large, readable(large.map(\.key))) {
      costs[name, default: 0] += function.value
    }
    let rows = costs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, cost: $0.value) }
    let shown = Array(rows.prefix(most))
    let rest = functions.values.reduce(0, +) - shown.reduce(0) { $0 + $1.cost }
    return (shown, (rows.count - shown.count + functions.count - large.count, rest))
  }

  /// What one function costs in two builds.
  struct Change: Equatable {
    var name: String
    var old: Int
    var new: Int
  }

  /// The functions whose costs differ, under their readable names, the largest difference first.
  static func changes(from old: [String: Int], to new: [String: Int]) -> [Change] {
    let symbols = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    var changes: [String: Change] = [:]
    for (symbol, name) in zip(symbols, readable(symbols)) {
      var change = changes[name] ?? Change(name: name, old: 0, new: 0)
      change.old += old[symbol] ?? 0
      change.new += new[symbol] ?? 0
      changes[name] = change
    }
    return changes.values.filter { $0.old != $0.new }.sorted {
      (abs($1.new - $1.old), $0.name) < (abs($0.new - $0.old), $1.name)
    }
  }

  private static func rename(
    _ names: inout [String], by tool: Tool, options: [String], where applies: (String) -> Bool
  ) {
    let places = names.indices.filter { applies(names[$0]) }
    guard !places.isEmpty, let program = tool.path else { return }
    for start in stride(from: 0, to: places.count, by: namesInACall) {
      let some = places[start..<min(start + namesInACall, places.count)]
      let lines = lines(of: [program] + options + some.map { names[$0] })
      // A line for each, or the tool is another one than we know.
      guard lines.count == some.count else { continue }
      for (place, line) in zip(some, lines) { names[place] = line }
    }
  }

  /// The functions at addresses of a program or library, as its symbol table names them.
  ///
  /// - Returns: A symbol for each, in order, or nil where none is known.
  static func symbols(at addresses: [UInt64], in object: String) -> [String?] {
    guard let program = Tool.addressNames.path else { return addresses.map { _ in nil } }
    return stride(from: 0, to: addresses.count, by: namesInACall).flatMap { start in
      let some = addresses[start..<min(start + namesInACall, addresses.count)]
      // Two lines for each: the function, then file and line.
      let lines = lines(
        of: [program, "-f", "-e", object] + some.map { "0x" + String($0, radix: 16) })
      guard lines.count == 2 * some.count else { return some.map { _ -> String? in nil } }
      return some.indices.map { index in
        let name = lines[2 * (index - some.startIndex)]
        return name == "??" ? nil : name
      }
    }
  }

  /// What a program writes; empty when it fails.
  private static func lines(of words: [String]) -> [String] {
    var bytes: [UInt8] = []
    let program = Subprocess(
      words: words, environment: ChildEnvironment.variables(), channel: 1,
      timeLimitSeconds: timeLimitSeconds)
    let end = try? program.run(in: RunningGroup()) {
      bytes += $0
      return true
    }
    guard end?.way == .exited(0) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }
}

extension String {
  /// Without what the optimiser's copies of a function add to its name, and of bounded length.
  fileprivate var withoutDetails: String {
    var name = self
    for words in [
      "generic specialization ", "function signature specialization ", "specialized ", "merged ",
    ] where name.hasPrefix(words) {
      let copy = name.dropFirst(words.count)
      // `generic specialization <ListCore.ItemID> of ...`
      if let range = copy.firstRange(of: "> of "), copy.hasPrefix("<") {
        name = String(copy[range.upperBound...])
      } else {
        name = String(copy)
      }
    }
    let most = 120
    return name.count <= most ? name : "\(name.prefix(most - 3))..."
  }
}
