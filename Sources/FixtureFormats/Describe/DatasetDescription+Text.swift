import ListCore

extension DatasetDescription {
  /// The description for people: aligned columns, one fact a line, a line feed at the end.
  public var report: String {
    var sections = [aboutDataset, aboutItems]
    if counts.events > 0 { sections.append(aboutEvents) }
    var report = sections.map(Self.aligned).joined(separator: "\n")
    if itemCount > 0 { report += "\n" + textLengths }
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
      ("ties", Self.ties(ties, of: itemCount)),
      ("title", Self.lengths(title)),
      ("body", body.count == 0 ? "none" : "\(Self.lengths(body)), \(share(body.count)) have one"),
      ("height", Self.heights(compactHeight)),
      ("images", share(imageCount)),
      ("replies", share(parentCount)),
      ("hidden", share(hiddenCount)),
    ]
    return facts
  }

  private var aboutEvents: [Fact] {
    var facts: [Fact] = [
      ("events", Self.grouped(counts.events)),
      ("inserts", Self.grouped(counts.inserts)),
      ("deletes", Self.grouped(counts.deletes)),
      ("moves", Self.grouped(counts.moves)),
      ("updates", Self.grouped(counts.updates)),
      ("implied", Self.grouped(impliedCount)),
      ("live at end", Self.grouped(counts.live)),
      ("ties at end", Self.ties(liveTies, of: counts.live)),
    ]
    if let firstAt, let lastAt {
      facts.append(("from", Self.key(SortKey(firstAt))))
      facts.append(("to", Self.key(SortKey(lastAt))))
    }
    if let firstViolation { facts.append(("broken", firstViolation.description)) }
    return facts
  }

  private var textLengths: String {
    let largest = text.buckets.max() ?? 0
    let used = text.buckets.indices.filter { text.buckets[$0] > 0 }
    guard let first = used.first, let last = used.last, largest > 0 else { return "" }
    let rows = (first...last).map { bucket in
      let count = text.buckets[bucket]
      let bar = String(repeating: "#", count: (count * 40 + largest - 1) / largest)
      return (Histogram.label(bucket), Self.grouped(count), share(count), bar)
    }
    let widths = (
      rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0, rows.map(\.2.count).max() ?? 0
    )
    return "bytes of title and body\n"
      + rows.map {
        "  \(Self.right($0.0, widths.0))  \(Self.right($0.1, widths.1))  "
          + "\(Self.right($0.2, widths.2))  \($0.3)\n"
      }.joined()
  }

  // MARK: - Words

  private static func aligned(_ facts: [Fact]) -> String {
    let width = facts.map(\.name.count).max() ?? 0
    return facts.map { fact in
      fact.name + String(repeating: " ", count: width - fact.name.count + 2) + fact.value + "\n"
    }.joined()
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func share(_ count: Int) -> String { Self.share(count, of: itemCount) }

  private static func share(_ count: Int, of whole: Int) -> String {
    let permille = whole == 0 ? 0 : (count * 1_000 + whole / 2) / whole
    return "\(permille / 10).\(permille % 10)%"
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
