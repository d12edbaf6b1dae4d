import ListCore

extension DatasetDescription {
  /// The description for people: aligned columns, one fact a line, a line feed at the end.
  public var report: String {
    var report = Self.aligned(aboutDataset) + "\n" + Self.aligned(aboutItems)
    if itemCount > 0 {
      report += "\n" + Self.bars("bytes of title and body", text)
      report += "\n" + Self.bars("rows by what their text holds", scriptRows, of: itemCount)
    }
    guard counts.events > 0 else { return report }
    report += "\n" + Self.aligned(aboutEvents) + "\n" + depths
    for (title, histogram) in [
      ("events between insert and delete of an item", churn.ages),
      ("changes of an item that has any", churn.touches),
      ("microseconds between events", churn.gaps),
    ] where histogram.count > 0 { report += "\n" + Self.bars(title, histogram) }
    let hours = churn.hours.enumerated().map { (label: "\($0.offset):00", count: $0.element) }
    if hours.filter({ $0.count > 0 }).count > 1 {
      report += "\n" + Self.bars("events by hour of the day, UTC", hours, of: counts.events)
    }
    return report
  }

  private typealias Fact = (name: String, value: String)

  private var aboutDataset: [Fact] {
    var facts: [Fact] = [
      ("dataset", manifest.isImported ? "imported" : "\(manifest.recipe), seed \(manifest.seed)"),
      ("version", "\(manifest.datasetVersion)"),
      ("digest", manifest.digest.description),
      ("order", manifest.order == .newestFirst ? "newest first" : "oldest first"),
    ]
    for name in ["items", "events", "origin"] {
      if case .string(let value)? = manifest.parameters[name], manifest.isImported {
        facts.append((name == "origin" ? name : "\(name) from", value))
      }
    }
    if case .object(let refused)? = manifest.parameters["refused"] {
      for member in refused {
        guard case .integer(let count) = member.value else { continue }
        facts.append(("refused", "\(Self.grouped(Int(count)))  \(member.name)"))
      }
    }
    return facts
  }

  private var aboutItems: [Fact] {
    var facts: [Fact] = [("items", Self.grouped(itemCount))]
    guard let firstKey, let lastKey else { return facts }
    facts += [
      ("first key", Self.key(firstKey)),
      ("last key", Self.key(lastKey)),
      ("ties", Self.ties(ties, of: itemCount) + promised("keys", "tiePermille")),
      ("title", Self.lengths(title)),
      ("body", body.count == 0 ? "none" : "\(Self.lengths(body)), \(share(body.count)) have one"),
      ("height", Self.heights(compactHeight)),
      ("images", share(imageCount) + promised("rows", "imagePermille")),
      ("replies", share(parentCount) + promised("rows", "replyPermille")),
      ("own", share(ownCount) + promised("rows", "ownPermille")),
      ("hidden", hidden + promised("rows", "hiddenPermille")),
    ]
    if nullKeyCount > 0 {
      facts.append(("null keys", share(nullKeyCount) + promised("keys", "nullPermille")))
    }
    let statuses = statuses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !statuses.isEmpty {
      facts.append(
        ("status", statuses.map { "\($0.key) \(share($0.value))" }.joined(separator: ", ")))
    }
    return facts
  }

  private var aboutEvents: [Fact] {
    let live = (
      Self.grouped(churn.liveRange.lowerBound), Self.grouped(churn.liveRange.upperBound)
    )
    var facts: [Fact] = [
      ("events", Self.grouped(counts.events)),
      ("inserts", Self.grouped(counts.inserts)),
      ("deletes", Self.grouped(counts.deletes)),
      ("moves", Self.grouped(counts.moves)),
      ("updates", Self.grouped(counts.updates)),
      ("implied", Self.grouped(impliedCount)),
      ("reinserts", Self.grouped(churn.resurrections)),
      ("live at end", Self.grouped(counts.live)),
      ("live", "\(live.0) to \(live.1) items"),
      ("ties at end", Self.ties(liveTies, of: counts.live)),
    ]
    if let firstAt, let lastAt {
      facts.append(("from", Self.key(SortKey(firstAt))))
      facts.append(("to", Self.key(SortKey(lastAt))))
    }
    if let firstViolation { facts.append(("broken", firstViolation.description)) }
    return facts
  }

  private var hidden: String {
    guard hiddenRuns.count > 0 else { return share(hiddenCount) }
    return share(hiddenCount) + ", up to \(Self.grouped(hiddenRuns.maximum)) side by side"
  }

  /// What the recipe says about a share, behind what was measured.
  private func promised(_ group: String, _ name: String) -> String {
    guard case .integer(let permille)? = manifest.parameters[group]?[name] else { return "" }
    return " (recipe: \(permille / 10).\(permille % 10)%)"
  }

  private var scriptRows: [(label: String, count: Int)] {
    ScriptCount.Script.allCases.map { ($0.name, scripts.counts[$0.rawValue]) }
      .filter { $0.1 > 0 }
  }

  // MARK: - Words

  private static func aligned(_ facts: [Fact]) -> String {
    let width = facts.map(\.name.count).max() ?? 0
    return facts.map { fact in
      fact.name + String(repeating: " ", count: width - fact.name.count + 2) + fact.value + "\n"
    }.joined()
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func share(_ count: Int) -> String { Self.share(count, of: itemCount) }

  static func share(_ count: Int, of whole: Int) -> String {
    let permille = whole == 0 ? 0 : (count * 1_000 + whole / 2) / whole
    return "\(permille / 10).\(permille % 10)%"
  }

  static func percent(_ count: Int, of whole: Int) -> String {
    count == 0 ? "." : "\((count * 100 + whole / 2) / max(1, whole))"
  }

  private static func ties(_ ties: TieCount, of count: Int) -> String {
    if ties.tiedRows == 0 { return "none" }
    return
      "\(grouped(ties.tiedRows)) rows (\(share(ties.tiedRows, of: count))) share their key with another, "
      + "the largest tie has \(grouped(ties.largest))"
  }

  private static func lengths(_ histogram: Histogram) -> String {
    "\(histogram.minimum) to \(grouped(histogram.maximum)) bytes, "
      + "mean \(histogram.meanTenths / 10).\(histogram.meanTenths % 10)"
  }

  private static func heights(_ histogram: Histogram) -> String {
    "\(histogram.minimum / 64) to \(grouped(histogram.maximum / 64)) pt compact, "
      + "mean \(histogram.meanTenths / 640)"
  }

  /// A key, and as a time where it may well be one.
  private static func key(_ key: SortKey) -> String {
    let time = formatTime(key.rawValue)
    return time >= "1990" && time < "2100" ? "\(key.rawValue)  \(time)" : "\(key.rawValue)"
  }

  static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
