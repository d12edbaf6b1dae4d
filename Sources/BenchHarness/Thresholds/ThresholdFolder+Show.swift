extension ThresholdFolder {
  /// All thresholds as a table, with where and why they were recorded.
  ///
  /// - Parameter filter: What to show.
  public func table(filter: CaseFilter) -> String {
    var text = ""
    for file in files.values.sorted(by: { $0.fileName < $1.fileName }) {
      var table = Table([
        .init("implementation"), .init("metric"), .init("threshold", isNumber: true),
      ])
      for entry in file.entries
      where filter.includes(entry.identity(suite: file.suite, benchmark: file.benchmark)) {
        for (metric, threshold) in entry.metrics.sorted(by: { $0.key < $1.key }) {
          table.add([entry.name, metric, threshold.words])
        }
      }
      for gate in file.ratios.sorted()
      where filter.pattern == nil && filter.includes(suite: file.suite) {
        table.add([gate.rows.name, MetricName.ratioToPeer, gate.words])
      }
      if table.rows.isEmpty { continue }
      text += text.isEmpty ? "" : "\n"
      text += "\(file.suite)/\(file.benchmark) (\(file.environment.description)): \(file.why)\n"
      text += "\n" + table.text
    }
    return text
  }

  /// How the files differ from an earlier commit: a line or a table, with the reasons that were
  /// given.
  public func changesInHistory() -> String {
    let git = Git(folder: path)
    guard let base = git.comparisonBase() else {
      return "Thresholds: no git history here, so their changes are not shown.\n"
    }
    let names = git.changedFiles(since: base).filter { $0.hasSuffix(".json") }
    let short = base.prefix(9)
    if names.isEmpty { return "Thresholds: as in \(short).\n" }
    var changes: [ThresholdChange] = []
    var reasons: [String] = []
    for name in names.sorted() {
      let old = git.file(name, at: base).flatMap { try? ThresholdFile($0) }
      changes += ThresholdChange.between(old, files[name])
      if let why = files[name]?.why, !reasons.contains(why) { reasons.append(why) }
    }
    let words = reasons.isEmpty ? "" : " because: \(reasons.joined(separator: "; "))"
    let files = names.count == 1 ? "1 file differs" : "\(names.count) files differ"
    return "Thresholds: \(files) from \(short)\(words)\n\n"
      + (changes.isEmpty ? "" : ThresholdChange.table(changes))
  }
}
