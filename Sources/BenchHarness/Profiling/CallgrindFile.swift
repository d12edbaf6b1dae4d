/// What callgrind wrote: the instructions of the measured regions, in all and by function.
///
/// Source: the format as in "Callgrind Format Specification" of valgrind's manual: `fn=(number) name`
/// names the function of the lines after it, and later `fn=(number)` does; a line of numbers has the cost
/// last; the line after `calls=` has the cost of the callee, which is not the function's own.
struct CallgrindFile: Equatable {
  /// All instructions.
  var total: Int
  /// Those of each function alone, by the name in the symbol table.
  var functions: [String: Int]

  init(total: Int, functions: [String: Int]) {
    self.total = total
    self.functions = functions
  }

  /// Reads the file.
  ///
  /// - Returns: nil when it is no such file, or ends early.
  init?(_ bytes: [UInt8]) {
    var names: [Substring: String] = [:]
    var function: String?
    var isCallee = false
    var total: Int?
    functions = [:]
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("# callgrind format") else { return nil }
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
        let entry = line.drop { $0 != "=" }.dropFirst()
        let number = entry.prefix { $0 != " " }
        let name = entry.dropFirst(number.count + 1)
        if !name.isEmpty { names[number] = String(name.withoutCycle) }
        if line.hasPrefix("fn=") { function = names[number] ?? String(entry) }
      } else if line.hasPrefix("calls=") {
        isCallee = true
      } else if line.hasPrefix("totals: ") {
        total = Int(line.dropFirst(8))
      } else if let first = line.utf8.first, first < 0x3a, first != 0x23 {
        // A digit, `+`, `-` or `*`: a position and its cost.
        defer { isCallee = false }
        guard !isCallee, let function,
          let cost = line.split(separator: " ").last.flatMap({ Int($0) })
        else { continue }
        functions[function, default: 0] += cost
      }
    }
    guard let total else { return nil }
    self.total = total
  }
}

extension Substring {
  /// Without the `'2` by which callgrind tells a recursive call from the first one.
  fileprivate var withoutCycle: Substring {
    guard let mark = lastIndex(of: "'"), self[index(after: mark)...].allSatisfy(\.isNumber)
    else { return self }
    return self[..<mark]
  }
}
