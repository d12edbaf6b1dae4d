import Foundation
import ListFixtures
import Testing

/// The facts of whole lists, whichever way their churn comes about.
struct RowFactsTests {
  @Test(arguments: Recipe.all.map(\.name))
  func everyListTellsTheFactsOfItsRows(name: String) throws {
    let recipe = try #require(Recipe.named(name))
    let list = try recipe.list(itemCount: 1500, eventCount: 0, seed: 51)
    var rows = RowBuffer()
    list.appendItems(ranks: 0..<1500, to: &rows)
    var facts = RowBuffer()
    list.appendFacts(ranks: 0..<700, to: &facts)
    list.appendFacts(ranks: 700..<1500, to: &facts)
    let pairs = Array(zip(rows.lines, facts.lines))
    #expect(pairs.count == 1500 && facts.lines.count == 1500)
    for (row, facts) in pairs {
      let (row, facts) = (try Self.object(row), try Self.object(facts))
      for field in ["id", "version"] {
        #expect("\(row[field] as Any)" == "\(facts[field] as Any)")
      }
      #expect(TextKind(rawValue: facts["text"] as? String ?? "") != nil)
      for field in ["title", "body"] {
        let text = try #require(row[field] as? String)
        let counts = try #require(facts[field] as? [String: Any])
        let isRight =
          counts["utf8"] as? Int == text.utf8.count && counts["utf16"] as? Int == text.utf16.count
          && counts["scalars"] as? Int == text.unicodeScalars.count
        if !isRight { Issue.record("\(counts) of \(text)") }
      }
    }
  }

  private static func object(_ line: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(object as? [String: Any])
  }
}
