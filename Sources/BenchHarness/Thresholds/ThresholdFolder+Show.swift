extension ThresholdFolder {
  /// All thresholds that count here as tables, with the file, where and why they were recorded.
  ///
  /// - Parameter filter: What to show.
  public func table(filter: CaseFilter) -> String {
    var text = ""
    func add(_ table: Table, below heading: String) {
      if table.rows.isEmpty { return }
      text += (text.isEmpty ? "" : "\n") + "\(heading)\n\n\(table.text)"
    }
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
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
      add(
        table,
        below: "\(file.suite)/\(file.benchmark) (\(file.environment.description)): \(file.why)\n"
          + "from \(filePath(name))")
    }
    for file in resolved where filter.includes(file.identity) {
      add(
        Self.table(of: file),
        below: "\(file.identity.suite)/\(file.identity.benchmark)\n"
          + "from \(path)/\(file.relativePath), as package-benchmark writes them")
    }
    return text
  }

  private static func table(of file: ResolvedThresholds) -> Table {
    var table = Table([
      .init("implementation"), .init("metric"), .init("threshold", isNumber: true),
    ])
    let entry = ThresholdEntry(
      implementation: file.identity.implementation, parameters: file.identity.parameters,
      fixture: "", metrics: file.held)
    for (metric, threshold) in file.held.sorted(by: { $0.key < $1.key }) {
      table.add([entry.name, metric, threshold.words])
    }
    for metric in (Array(file.meaningless.keys) + Array(file.unknown.keys)).sorted() {
      table.add([entry.name, metric, "means nothing here"])
    }
    return table
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
      let before = git.file(name, at: base)
      if name.hasSuffix(ForeignThresholds.suffix) {
        let old = before.flatMap { try? ForeignThresholds($0, folder: "", name: name) }
        changes += ThresholdChange.between(old, foreign.first { $0.relativePath == name })
        continue
      }
      let new = all.first { $0.relativePath == name }?.file
      changes += ThresholdChange.between(before.flatMap { try? ThresholdFile($0) }, new)
      if let why = new?.why, !reasons.contains(why) { reasons.append(why) }
    }
    let words = reasons.isEmpty ? "" : " because: \(reasons.joined(separator: "; "))"
    let files = names.count == 1 ? "1 file differs" : "\(names.count) files differ"
    return "Thresholds: \(files) from \(short)\(words)\n\n"
      + (changes.isEmpty ? "" : ThresholdChange.table(changes))
  }
}
