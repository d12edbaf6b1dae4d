/// A table of texts whose columns line up.
struct Table {
  /// How a column is set.
  struct Column {
    /// One line, or several with line feeds between them.
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
  /// Lines that stand above the row with that number.
  private(set) var headings: [Int: String] = [:]

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; a cell is one line, whatever is in a name.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row of another width")
    rows.append(cells.map(oneLine))
  }

  /// Puts a line above the next row, to name the rows from there on.
  mutating func addHeading(_ text: String) { headings[rows.count] = oneLine(text) }

  /// Removes the columns that are empty in every row.
  mutating func dropEmptyColumns() {
    let kept = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    columns = kept.map { columns[$0] }
    rows = rows.map { row in kept.map { row[$0] } }
  }

  /// The lines, with titles and a rule above the rows and a line feed after each.
  var text: String { text { $0 } }

  /// The same, with the last cell of each row put through a function that may colour it.
  func text(painting paint: (String) -> String) -> String {
    let titles = columns.map { $0.title.split(separator: "\n").map(String.init) }
    let widths = columns.indices.map { index in
      (titles[index].map(\.count) + rows.map { $0[index].count }).max() ?? 0
    }
    let margin = headings.isEmpty ? "" : "  "
    func line(_ cells: [String], _ paint: (String) -> String = { $0 }) -> String {
      var parts: [String] = []
      for (index, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        parts.append(columns[index].isNumber ? padding + cell : cell + padding)
      }
      // Names at the end of a line need no padding, whatever their colour adds.
      if columns.last?.isNumber == false { parts[parts.count - 1] = paint(cells[parts.count - 1]) }
      var text = margin + parts.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    // Titles stand on the rule, whatever their height.
    let height = titles.map(\.count).max() ?? 0
    var text = (0..<height).map { level in
      line(
        titles.map { lines in
          let index = level - (height - lines.count)
          return index < 0 ? "" : lines[index]
        })
    }.joined()
    text += line(widths.map { String(repeating: "-", count: $0) })
    for (index, row) in rows.enumerated() {
      if let heading = headings[index] { text += "\(heading)\n" }
      text += line(row, paint)
    }
    return text
  }
}
