/// What a dataset's description shows as pictures made of characters.
extension DatasetDescription {
  /// Where in the list changes happen: a row for each kind, a column for each tenth of the depth.
  var depths: String {
    let names: [(place: ChurnDescription.Place, name: String)] = [
      (.insert, "inserts"), (.delete, "deletes"), (.moveFrom, "moves from"), (.moveTo, "moves to"),
      (.update, "updates"),
    ]
    let tenths = (0..<10).map { "\($0 * 10)-\($0 * 10 + 10)%" }
    var rows = [["percent at depth", "head"] + tenths + ["end"]]
    for (place, name) in names {
      let depths = churn[place]
      guard depths.count > 0 else { continue }
      rows.append(
        [name, Self.percent(depths.atHead, of: depths.count)]
          + depths.tenths.map { Self.percent($0, of: depths.count) }
          + [Self.percent(depths.atEnd, of: depths.count)])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.dropFirst().map { "  " + Self.right(row[$0], widths[$0]) }
      let padding = String(repeating: " ", count: widths[0] - row[0].count)
      return row[0] + padding + cells.joined() + "\n"
    }.joined()
  }

  static func bars(_ title: String, _ histogram: Histogram) -> String {
    let used = histogram.buckets.indices.filter { histogram.buckets[$0] > 0 }
    guard let first = used.first, let last = used.last else { return "" }
    return bars(
      title, (first...last).map { (Histogram.label($0), histogram.buckets[$0]) },
      of: histogram.count)
  }

  static func bars(
    _ title: String, _ rows: [(label: String, count: Int)], of whole: Int
  ) -> String {
    let largest = rows.map(\.count).max() ?? 0
    guard largest > 0 else { return "" }
    let cells = rows.map { row in
      let bar = String(repeating: "#", count: (row.count * 40 + largest - 1) / largest)
      return (row.label, grouped(row.count), share(row.count, of: whole), bar)
    }
    let widths = (
      cells.map(\.0.count).max() ?? 0, cells.map(\.1.count).max() ?? 0,
      cells.map(\.2.count).max() ?? 0
    )
    return "\(title)\n"
      + cells.map {
        "  \(right($0.0, widths.0))  \(right($0.1, widths.1))  \(right($0.2, widths.2))"
          + ($0.3.isEmpty ? "" : "  \($0.3)") + "\n"
      }.joined()
  }
}
