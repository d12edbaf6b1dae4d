extension Runner {
  /// Ours at the smallest size of each benchmark: what valgrind slows down fifty times is kept small.
  static func casesForInstructions(_ cases: [BenchmarkCase]) -> Set<CaseIdentity> {
    let ours = cases.filter { !$0.isReference && $0.missing == nil && $0.isCounted }
    let groups = ours.grouped { "\($0.benchmark)\t\($0.implementation)" }
    return Set(
      groups.flatMap { _, cases in
        let least = cases.compactMap(\.identity.items).min()
        return cases.filter { $0.identity.items == least }.map(\.identity)
      })
  }

  /// Counts the instructions of those drafts that are asked for, side by side.
  func countInstructions(_ drafts: inout [ResultDraft]) throws {
    if instructionCases.isEmpty { return }
    let callgrind = Callgrind(executable: executable, options: options)
    var waiting = drafts.indices.filter {
      drafts[$0].isAlive && instructionCases.contains(drafts[$0].benchmarkCase.identity)
    }[...]
    while !waiting.isEmpty {
      let indices = Array(waiting.prefix(groups.count))
      waiting = waiting.dropFirst(indices.count)
      let cases = indices.map { drafts[$0].benchmarkCase }
      progress.show(cases.map { "\($0.identity) (instructions)" }.joined(separator: ", "))
      let outcomes = try callgrind.run(cases, in: groups)
      progress.advance(by: cases.count)
      for (index, outcome) in zip(indices, outcomes) {
        if case .impossible(let reason) = outcome { throw EnvironmentError(reason) }
        drafts[index].takeInstructions(outcome)
      }
    }
  }

  /// Runs what left memory behind once more, twice in one process, to tell a leak from first use.
  func findLeaks(_ drafts: inout [ResultDraft]) throws {
    for index in drafts.indices where drafts[index].isAlive && drafts[index].mayLeak {
      for outcome in try runChildren(.leaks, of: [drafts[index].benchmarkCase]) {
        drafts[index].takeLeaks(outcome)
      }
    }
  }
}
