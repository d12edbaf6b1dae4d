import ProcessSupport

extension ThresholdFolder {
  /// What is wrong with package-benchmark's files: about no case, about one that another file holds, with
  /// metrics that mean nothing here.
  func foreignProblems(suites: [Suite]) throws -> [Problem] {
    var problems: [Problem] = []
    var holders: [CaseIdentity: String] = [:]
    let chosen = Set(chosenForeign.map(\.relativePath))
    for file in foreign {
      let isChosen = chosen.contains(file.relativePath)
      func add(_ message: String, isStale: Bool) {
        problems.append(
          Problem(
            path: "\(path)/\(file.relativePath)", message: message, isStale: isStale || !isChosen))
      }
      guard let suite = suites.first(where: { $0.name == file.target }) else {
        add(
          UsageError.unknown("suite", file.target, known: suites.map(\.name)).message,
          isStale: false)
        continue
      }
      let found = try file.resolve(in: suite)
      guard let resolved = found.value else {
        add(found.reason ?? "it is about no case", isStale: false)
        continue
      }
      for (metric, reason) in resolved.meaningless.sorted(by: { $0.key < $1.key }) {
        add("'\(metric)' means nothing here: \(reason)", isStale: true)
      }
      for (_, line) in resolved.unknown.sorted(by: { $0.key < $1.key }) { add(line, isStale: true) }
      guard isChosen else { continue }
      let other = ownHolder(of: resolved.identity) ?? holders[resolved.identity]
      if let other {
        add("\(other) holds '\(resolved.identity)' too; remove one of them", isStale: false)
      }
      holders[resolved.identity] = file.relativePath
    }
    return problems
  }

  /// The file of ours that holds a case.
  private func ownHolder(of identity: CaseIdentity) -> String? {
    let name = ThresholdFile.fileName(suite: identity.suite, benchmark: identity.benchmark)
    guard let located = located(name), located.file.entry(of: identity) != nil else { return nil }
    return located.relativePath
  }

  /// Holds a result against package-benchmark's file for it.
  ///
  /// What the file does not name is skipped, and said to be: its kind holds what it names alone.
  func hold(_ result: inout BenchmarkResult, against file: ResolvedThresholds) {
    let place = "\(path)/\(file.relativePath)"
    let names = file.held.keys.sorted().joined(separator: ", ")
    for index in result.metrics.indices where result.metrics[index].isGateable {
      let name = result.metrics[index].name
      if result.metrics[index].isUnmeasurable { continue }
      guard let threshold = file.held[name] else {
        // The same words for all of them, so that they are said once.
        result.metrics[index].judge(
          .skipped, "\(place) holds \(names.isEmpty ? "nothing" : names) alone")
        continue
      }
      result.metrics[index].compare(with: threshold)
    }
    guard result.failure == nil else { return }
    for metric in file.held.keys.sorted() where result[metric] == nil {
      result.metrics.append(
        .unmeasured(metric, "\(metric) is held by \(place), but was not measured"))
    }
    for (metric, reason) in file.meaningless.sorted(by: { $0.key < $1.key }) {
      result.metrics.append(
        Metric(
          metric, .count, nil, verdict: .skipped, reason: "\(place) holds \(metric): \(reason)"))
    }
    for (metric, line) in file.unknown.sorted(by: { $0.key < $1.key }) {
      result.metrics.append(.unmeasured(metric, "\(place): \(line)"))
    }
  }
}

extension ThresholdFile {
  /// The entry of a case whose parameters are sorted.
  func entry(of identity: CaseIdentity) -> ThresholdEntry? {
    entries.first {
      $0.implementation == identity.implementation && $0.parameters == identity.parameters
    }
  }
}

extension Metric {
  /// A figure that should be there and is not.
  static func unmeasured(_ name: String, _ reason: String) -> Metric {
    Metric(name, .count, nil, verdict: .missing, reason: reason)
  }

  /// Whether it says of itself that it cannot be measured here.
  var isUnmeasurable: Bool { value == nil && verdict == .skipped }
}
