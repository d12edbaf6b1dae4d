/// A table of the page: scrolls inside its box, and says what it is.
struct PageTable {
  /// How a column is set.
  struct Column {
    var title: String
    var isNumber = false
  }

  /// A row of cells; the first one names it.
  struct Row {
    /// Its class: `ours`, `other`, `limit`.
    var kind = ""
    var cells: [HTML]
  }

  /// Rows below a heading of their own.
  struct Group {
    var heading: HTML?
    var rows: [Row]
  }

  var caption: String
  var columns: [Column]
  var groups: [Group]

  /// Removes the columns that are empty in every row.
  mutating func dropEmptyColumns() {
    let rows = groups.flatMap(\.rows)
    let kept = columns.indices.filter { index in rows.contains { !$0.cells[index].markup.isEmpty } }
    columns = kept.map { columns[$0] }
    for group in groups.indices {
      for row in groups[group].rows.indices {
        let cells = groups[group].rows[row].cells
        groups[group].rows[row].cells = kept.map { cells[$0] }
      }
    }
  }

  /// The table in its box.
  var html: HTML {
    let titles = columns.map { column -> HTML in
      "<th scope=\"col\"\(Self.number(column))>\(column.title)</th>"
    }
    let bodies = groups.map { group -> HTML in
      let heading: HTML =
        group.heading.map { heading in
          "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"\(columns.count)\">\(heading)</th></tr>\n"
        } ?? ""
      return "<tbody>\(heading)\(group.rows.map(html))</tbody>\n"
    }
    return """
      <div class="scroll" role="group" tabindex="0" aria-label="\(caption)"><table>
      <caption>\(caption)</caption>
      <thead><tr>\(titles)</tr></thead>
      \(bodies)</table></div>

      """
  }

  private func html(_ row: Row) -> HTML {
    let cells = zip(columns, row.cells).enumerated().map { place, cell -> HTML in
      place == 0
        ? "<th scope=\"row\">\(cell.1)</th>" : "<td\(Self.number(cell.0))>\(cell.1)</td>"
    }
    let kind: HTML = row.kind.isEmpty ? "" : " class=\"\(row.kind)\""
    return "<tr\(kind)>\(cells)</tr>\n"
  }

  private static func number(_ column: Column) -> HTML { column.isNumber ? " class=\"n\"" : "" }
}

extension Verdict {
  /// The class that gives it a colour.
  var tone: String {
    switch self {
    case .pass: "tone-good"
    case .improved: "tone-better"
    case .skipped, .inconclusive: "tone-warn"
    case .missing, .regressed, .failed: "tone-bad"
    }
  }

  /// The word, coloured.
  var badge: HTML { "<span class=\"badge \(tone)\">\(rawValue)</span>" }
}
