import ListCore
import ListFixtures
import ListText

/// What all sessions of a method show, and what of it is wrong.
struct ExpectedTotals {
  /// The names of a session's sets.
  static let names = ["repeated", "skipped", "movedPast", "deleted", "stale", "outOfOrder"]

  let method: PagingMethod
  private var sessions = 0
  private var shown = 0
  private var counts = [Int](repeating: 0, count: Self.names.count)

  init(method: PagingMethod) {
    self.method = method
  }

  /// Adds a session if it is of the method.
  mutating func add(_ session: PagingSession) {
    guard session.plan.method == method else { return }
    sessions += 1
    shown += session.shown.count
    for (index, ids) in session.sets.enumerated() { counts[index] += ids.count }
  }

  func write(to text: inout JSONText) {
    text.append("{\"method\":")
    text.appendString(method.rawValue.utf8)
    text.append(",\"sessions\":")
    text.append(sessions)
    text.append(",\"shown\":")
    text.append(shown)
    for (index, name) in Self.names.enumerated() {
      text.append(",")
      text.appendString(name.utf8)
      text.append(":")
      text.append(counts[index])
    }
    text.append("}")
  }
}

extension PagingSession {
  /// The sets in the order of `ExpectedTotals.names`.
  var sets: [[ItemID]] { [repeated, skipped, movedPast, deleted, stale, outOfOrder] }
}

extension Manifest {
  /// A table of what a folder's expected answers add up to, one line per method; nil for a folder
  /// that has none.
  ///
  /// - Parameter path: The folder.
  public static func expectedSummary(ofFolder path: String) -> String? {
    guard
      let file = try? InputFile(
        path: "\(path)/\(ExpectedFolder.name)/\(ExpectedAnswers.File.summary.name)",
        name: ExpectedAnswers.File.summary.name, unpacks: false),
      let bytes = try? file.chunk(atMost: InputFile.chunkBytes),
      let value = try? JSONValue(Array(bytes).span), case .array(let methods)? = value["methods"]
    else { return nil }
    let names = ["sessions", "shown"] + ExpectedTotals.names
    let rows =
      [["method"] + names]
      + methods.map { method in
        (["method"] + names).map { name in
          switch method[name] {
          case .string(let word)?: word
          case .integer(let number)?: String(number)
          default: "?"
          }
        }
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
