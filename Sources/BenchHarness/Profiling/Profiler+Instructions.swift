/// Instructions by function.
extension Profiler {
  /// Functions below this share are summed up in a line.
  private static let leastShare = 0.001
  /// The most functions in a table.
  static let mostRows = 40

  func callgrindText() throws -> String {
    let counts = try counts(of: executable)
    let functions = counts.functions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = functions.prefix(Self.mostRows).filter {
      Double($0.value) >= Self.leastShare * Double(counts.total)
    }
    var table = Table([
      .init("instructions", isNumber: true), .init("share", isNumber: true), .init("function"),
    ])
    for (function, name) in zip(shown, FunctionNames.readable(shown.map(\.key))) {
      table.add([grouped(function.value), share(function.value, of: counts.total), name])
    }
    let rest = functions.dropFirst(shown.count)
    if !rest.isEmpty {
      let sum = rest.reduce(0) { $0 + $1.value }
      table.add([grouped(sum), share(sum, of: counts.total), "(\(rest.count) more functions)"])
    }
    return "\(benchmarkCase.identity)\n\(grouped(counts.total)) instructions in the measured regions, by "
      + "callgrind; a function's own, without those of what it calls\n\n\(table.text)"
  }

  func differenceText(base: String) throws -> String {
    let new = try counts(of: executable)
    let old = try counts(of: base)
    let names = Set(new.functions.keys).union(old.functions.keys)
    let changes = names.map { name in
      (name: name, old: old.functions[name] ?? 0, new: new.functions[name] ?? 0)
    }.filter { $0.old != $0.new }.sorted {
      let (left, right) = (abs($0.new - $0.old), abs($1.new - $1.old))
      return (right, $0.name) < (left, $1.name)
    }
    var heading =
      "\(benchmarkCase.identity)\n\(grouped(old.total)) instructions in \(base), "
      + "\(grouped(new.total)) here: \(change(from: old.total, to: new.total))\n"
    guard !changes.isEmpty else { return heading + "no function's own instructions differ\n" }
    heading += "functions whose own instructions differ, the largest change first\n\n"
    var table = Table([
      .init("old", isNumber: true), .init("new", isNumber: true), .init("change", isNumber: true),
      .init("", isNumber: true), .init("function"),
    ])
    let shown = changes.prefix(Self.mostRows)
    for (row, name) in zip(shown, FunctionNames.readable(shown.map(\.name))) {
      table.add([
        grouped(row.old), grouped(row.new), signed(row.new - row.old),
        row.old == 0 ? "new" : row.new == 0 ? "gone" : change(from: row.old, to: row.new), name,
      ])
    }
    let rest = changes.dropFirst(shown.count)
    if !rest.isEmpty {
      let (oldSum, newSum) = rest.reduce((0, 0)) { ($0.0 + $1.old, $0.1 + $1.new) }
      table.add([
        grouped(oldSum), grouped(newSum), signed(newSum - oldSum), change(from: oldSum, to: newSum),
        "(\(rest.count) more functions)",
      ])
    }
    return heading + table.text
  }

  private func counts(of program: String) throws -> CallgrindFile {
    guard Tool.valgrind.path != nil else { throw EnvironmentError(Tool.valgrind.absence) }
    let isOurs = program == executable
    progress.show("\(benchmarkCase.identity) (instructions\(isOurs ? "" : ", base"))")
    let callgrind = Callgrind(executable: program, options: options)
    switch try callgrind.run([benchmarkCase], in: [group])[0] {
    case .counted(let counts): return counts
    case .skipped(let reason), .impossible(let reason): throw EnvironmentError(reason)
    case .failed(let reason) where isOurs:
      throw ProfileFailure(description: "\(benchmarkCase.identity): \(reason)")
    case .failed(let reason):
      throw EnvironmentError(
        "'\(program)' does not count this benchmark's instructions: \(reason); --base takes the bench of a "
          + "build that has it")
    }
  }

  /// `12.3%`.
  func share(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "" : fixed(100 * Double(part) / Double(whole), decimals: 1) + "%"
  }

  private func signed(_ number: Int) -> String { (number > 0 ? "+" : "") + grouped(number) }

  /// `+1.25%`.
  private func change(from old: Int, to new: Int) -> String {
    guard old != new else { return "the same" }
    guard old != 0 else { return "new" }
    let percent = 100 * Double(new - old) / Double(old)
    return (percent > 0 ? "+" : "") + fixed(percent, decimals: 2) + "%"
  }
}
