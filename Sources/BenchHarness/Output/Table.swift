/// A table of texts whose columns line up.
struct Table {
  /// How a column is set.
  struct Column {
    var title: String
    /// Numbers stand at the right, names at the left.
    var isNumber: Bool

    init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }

  var columns: [Column]
  var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row of another width")
    rows.append(cells)
  }

  /// Removes the columns that are empty in every row.
  mutating func dropEmptyColumns() {
    let kept = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    columns = kept.map { columns[$0] }
    rows = rows.map { row in kept.map { row[$0] } }
  }

  /// The lines, with titles and a rule above the rows and a line feed after each.
  var text: String {
    let widths = columns.indices.map { index in
      ([columns[index].title.count] + rows.map { $0[index].count }).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var parts: [String] = []
      for (index, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        parts.append(columns[index].isNumber ? padding + cell : cell + padding)
      }
      var text = parts.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return line(columns.map(\.title)) + line(rule) + rows.map(line).joined()
  }
}
