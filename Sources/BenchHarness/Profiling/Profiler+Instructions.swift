/// Instructions by function.
extension Profiler {
  /// The most functions in a table.
  static let mostRows = 30

  func callgrindText() throws -> String {
    let counts = try counts(of: executable)
    let table = table(counts.functions, of: counts.total, titled: "instructions")
    return
      "\(benchmarkCase.identity)\n\(grouped(counts.total)) instructions in the measured regions, by "
      + "callgrind; a function's own, without those of what it calls\n\n\(table)"
  }

  /// Functions by what they cost, with their share of the whole.
  func table(_ functions: [String: Int], of whole: Int, titled title: String) -> String {
    var table = Table([
      .init(title, isNumber: true), .init("share", isNumber: true), .init("function"),
    ])
    let (rows, rest) = FunctionNames.ranked(functions, most: Self.mostRows)
    for row in rows { table.add([grouped(row.cost), share(row.cost, of: whole), row.name]) }
    if rest.count > 0 {
      table.add([grouped(rest.cost), share(rest.cost, of: whole), "(\(rest.count) more functions)"])
    }
    return table.text
  }

  func differenceText(base: String) throws -> String {
    let new = try counts(of: executable)
    let old = try counts(of: base)
    let changes = FunctionNames.changes(from: old.functions, to: new.functions)
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
    for row in shown {
      table.add([
        grouped(row.old), grouped(row.new), signed(row.new - row.old),
        row.old == 0 ? "new" : row.new == 0 ? "gone" : change(from: row.old, to: row.new), row.name,
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
