import Testing

@testable import ListFixtures

/// Row heights, as a client computes them from the row alone.
struct HeightTests {
  /// The model again, on characters of Swift's strings.
  private static func lines(_ text: String, _ cellsPerLine: Int) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { lines, paragraph in
      var cells = 0
      var previous: UInt32 = 0
      for scalar in paragraph.unicodeScalars {
        cells += previous == 0x200D ? 0 : ScalarClass.cells(of: scalar.value)
        previous = scalar.value
      }
      return lines + max(1, (cells + cellsPerLine - 1) / cellsPerLine)
    }
  }

  @Test(arguments: Recipe.byEpochs)
  func heightsFollowFromTheRow(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 5000, eventCount: 0, seed: 31)
    for row in try list.readRows(5000) {
      var expected = [(40, 343), (84, 640)].map { cells, points in
        let lines = Self.lines(row.title, cells) + Self.lines(row.body, cells)
        let image = row.image.map { min(480 * 64, points * 64 * $0.height / $0.width) } ?? 0
        return (48 + 20 * lines) * 64 + image
      }
      if expected != [row.compact, row.regular] { Issue.record("\(expected) for \(row)") }
      expected = [WidthClass.compact, .regular].map { width in
        let facts = [row.title, row.body].map { TextFacts(utf8: Array($0.utf8).span) }
        return width.height(
          lines: facts.reduce(0) { $0 + $1.lines(in: width) },
          image: row.image.map { ($0.width, $0.height) })
      }
      if expected != [row.compact, row.regular] { Issue.record("\(expected) for \(row)") }
    }
  }

  @Test
  func factsGiveTheHeightsOfTheirRows() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 500, eventCount: 0, seed: 32)
    for (rank, row) in try list.readRows(500).enumerated() {
      let facts = list.facts(atRank: rank)
      let image = row.image.map { (width: $0.width, height: $0.height) }
      #expect(facts.height(in: .compact, image: image) == row.compact)
      #expect(facts.height(in: .regular, image: image) == row.regular)
    }
  }

  /// Estimates are wrong by every percentage up to the stated one, and by no more.
  @Test(arguments: Recipe.byEpochs)
  func estimatesAreOffByTheStatedErrorAtMost(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 8000, eventCount: 0, seed: 33)
    let error = recipe.rows.text.estimateErrorPercent
    var percentages: Set<Int> = []
    for row in try list.readRows(8000) {
      let percent = (row.estimate * 100 + row.compact - 1) / row.compact
      #expect(row.estimate == row.compact * percent / 100)
      #expect(abs(percent - 100) <= error)
      percentages.insert(percent)
    }
    #expect(percentages.count == 2 * error + 1)
  }

  @Test
  func imagesFillTheWidthUpToTheLimit() {
    #expect(WidthClass.compact.height(lines: 2, image: nil) == 88 * 64)
    #expect(WidthClass.compact.height(lines: 2, image: (343, 100)) == 188 * 64)
    #expect(WidthClass.regular.height(lines: 0, image: (8000, 1000)) == 128 * 64)
    #expect(WidthClass.regular.height(lines: 0, image: (1, 1000)) == 528 * 64)
    #expect(WidthClass.compact.imageHeight(width: 3, height: 1) == 7317)
  }
}
