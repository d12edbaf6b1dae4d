import Foundation
import ListCore
import Testing

@testable import ListFixtures

/// The facts of texts, against what Swift's strings say of the same texts.
struct TextFactsTests {
  private static func facts(_ text: String) -> TextFacts {
    TextFacts(utf8: Array(text.utf8).span)
  }

  @Test(arguments: Recipe.byEpochs)
  func countsAreThoseOfTheStandardLibrary(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 6000, eventCount: 0, seed: 11)
    for (rank, row) in try list.readRows(6000).enumerated() {
      let facts = list.facts(atRank: rank)
      #expect(facts.id.description == row.id)
      for (text, own) in [(row.title, facts.title), (row.body, facts.body)] {
        let isRight =
          own.utf8Count == text.utf8.count && own.utf16Count == text.utf16.count
          && own.scalarCount == text.unicodeScalars.count && own == Self.facts(text)
        if !isRight { Issue.record("\(own) of \(text)") }
      }
    }
  }

  @Test
  func linesOfFactsAreTheFacts() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 1000, eventCount: 0, seed: 12)
    var buffer = RowBuffer()
    list.appendFacts(ranks: 100..<1000, to: &buffer)
    let lines = buffer.lines
    #expect(lines.count == 900)
    for (rank, line) in zip(100..., lines) {
      let facts = list.facts(atRank: rank)
      #expect(line == Self.line(facts))
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  private static func line(_ facts: RowFacts) -> String {
    func object(_ text: TextFacts) -> String {
      """
      {"utf8":\(text.utf8Count),"utf16":\(text.utf16Count),"scalars":\(text.scalarCount),\
      "direction":"\(text.direction.rawValue)","longestRun":\(text.longestRun),\
      "lines":{"compact":\(text.compactLines),"regular":\(text.regularLines)}}
      """
    }
    return """
      {"id":"\(facts.id)","version":\(facts.version),"text":"\(facts.kind.rawValue)",\
      "title":\(object(facts.title)),"body":\(object(facts.body))}
      """
  }

  @Test(arguments: [
    ("", TextFacts.Direction.neutral), ("12 3.", .neutral), ("👍🏽 ❤️", .neutral), ("a", .leftToRight),
    ("15 שלום a", .rightToLeft), ("٢٠ a", .leftToRight), ("(مرحبا)", .rightToLeft),
    ("\u{200F}1", .rightToLeft), ("\u{200E}שלום", .leftToRight), ("\u{61C}1", .rightToLeft),
    ("\u{2067}שלום\u{2069} abc", .leftToRight), ("\u{2066}abc\u{2069} ב", .rightToLeft),
    ("\u{2068}\u{2066}a\u{2069}ב\u{2069} 1", .neutral), ("\u{202E}a", .leftToRight),
    ("\u{2066}abc\nשלום", .rightToLeft), ("日本", .leftToRight), ("नमन", .leftToRight),
    ("ไทย", .leftToRight), ("한국", .leftToRight), ("привет", .leftToRight), ("🇫🇷", .leftToRight),
    ("؟", .rightToLeft), ("،", .neutral),
  ])
  func directionIsThatOfTheFirstStrongCharacter(text: String, direction: TextFacts.Direction) {
    #expect(Self.facts(text).direction == direction)
  }

  @Test(arguments: [
    ("", 0), ("a", 1), ("ab cde f", 3), ("ab\ncdef", 4), ("well-known", 5), ("co\u{AD}ope", 3),
    ("a\u{200B}bcd", 3), ("10\u{A0}km", 5), ("日本語", 1), ("か\u{3099}な", 2), ("abc日", 3),
    ("ไทยไทย", 6), ("👩\u{200D}👧x", 3), ("👍🏽👍", 2), ("1️⃣", 3), ("e\u{301}a", 3),
  ])
  func longestRunsLieBetweenBreaks(text: String, run: Int) {
    #expect(Self.facts(text).longestRun == run, "\(text)")
  }

  @Test
  func linesFollowFromCells() {
    let texts = [
      ("", 1, 1), (String(repeating: "a", count: 40), 1, 1),
      (String(repeating: "a", count: 41), 2, 1), (String(repeating: "本", count: 20), 1, 1),
      (String(repeating: "本", count: 43), 3, 2), ("a\nb\n\nc", 4, 4),
      (String(repeating: "e\u{301}", count: 84), 3, 1),
      (String(repeating: "👩\u{200D}👧", count: 21), 2, 1),
    ]
    for (text, compact, regular) in texts {
      let facts = Self.facts(text)
      #expect(facts.compactLines == compact && facts.regularLines == regular, "\(text)")
      #expect(facts.lines(in: .compact) == compact && facts.lines(in: .regular) == regular)
    }
  }

  /// Marks take no cell; what else the model calls wide or narrow is so in all fonts.
  @Test
  func cellsAgreeWithTheCategories() {
    let texts = TextSource.all.flatMap { $0.words + $0.mixed + $0.endings }
    for scalar in Set(texts.joined().unicodeScalars) where scalar != "\n" {
      let cells = ScalarClass.cells(of: scalar.value)
      let properties = scalar.properties
      let isMark = [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
      let joinsBlock = (0x1160...0x11FF).contains(scalar.value) || properties.isEmojiModifier
      #expect((cells == 0) == (isMark || joinsBlock), "U+\(String(scalar.value, radix: 16))")
      if properties.isIdeographic || properties.isEmojiPresentation && scalar.value > 0x1F2FF {
        #expect(cells == (properties.isEmojiModifier ? 0 : 2))
      }
    }
  }

  @Test
  func bytesThatAreNoTextCountOneEach() {
    let samples: [([UInt8], Int)] = [
      ([0xFF], 1), ([0xC3], 1), ([0xE3, 0x81], 2), ([0xC0, 0x80], 2), ([0xED, 0xA0, 0x80], 3),
      ([0xF5, 0x80, 0x80, 0x80], 4), ([0x61, 0xC3, 0x62], 3), ([0xE0, 0x80, 0x80], 3),
    ]
    for (bytes, scalars) in samples {
      let facts = TextFacts(utf8: bytes.span)
      #expect(facts.scalarCount == scalars && facts.utf8Count == bytes.count, "\(bytes)")
    }
  }
}
