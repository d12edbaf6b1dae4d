import ListCore
import ListFixtures
import ListText

/// What all sessions of a method show, and what of it is wrong.
struct ExpectedTotals {
  /// The sets of a session by the names that files give them.
  static var sets: [(name: String, ids: KeyPath<PagingSession, [ItemID]>)] {
    [
      ("repeated", \.repeated), ("skipped", \.skipped), ("movedPast", \.movedPast),
      ("deleted", \.deleted), ("stale", \.stale), ("outOfOrder", \.outOfOrder),
    ]
  }

  let method: PagingMethod
  private var sessions = 0
  private var shown = 0
  private var counts = [Int](repeating: 0, count: Self.sets.count)

  init(method: PagingMethod) {
    self.method = method
  }

  /// Adds a session if it is of the method.
  mutating func add(_ session: PagingSession) {
    guard session.plan.method == method else { return }
    sessions += 1
    shown += session.shown.count
    for (index, set) in Self.sets.enumerated() { counts[index] += session[keyPath: set.ids].count }
  }

  func write(to text: inout JSONText) {
    text.append("{\"method\":")
    text.appendString(method.rawValue.utf8)
    text.append(",\"sessions\":")
    text.append(sessions)
    text.append(",\"shown\":")
    text.append(shown)
    for (index, set) in Self.sets.enumerated() {
      text.append(",")
      text.appendString(set.name.utf8)
      text.append(":")
      text.append(counts[index])
    }
    text.append("}")
  }
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
    let names = ["sessions", "shown"] + ExpectedTotals.sets.map(\.name)
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
