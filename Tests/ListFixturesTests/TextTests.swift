import ListCore
import Testing

@testable import ListFixtures

/// The tables of words, and the texts that are made of them.
struct TextTests {
  private static let scalars = Set(
    TextSource.all.flatMap { $0.words + $0.mixed + $0.endings }.joined().unicodeScalars)

  @Test
  func profilesAddUp() {
    for profile in [TextProfile.latin, .allScripts, .chat, .hostile] {
      #expect(profile.permille.reduce(0, +) == 1000)
    }
    #expect(TextProfile.latin.permille(of: .latin) == 1000)
    #expect(TextProfile.allScripts.hostilePermille == 25)
    #expect(TextProfile.allScripts.permille.allSatisfy { $0 > 0 })
    #expect(TextProfile.hostile.hostilePermille == 286)
  }

  @Test
  func sharesOutOfRangeTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = TextProfile([(.latin, 999)], estimateErrorPercent: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = TextProfile([(.latin, 1100), (.han, -100)], estimateErrorPercent: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = TextProfile([(.latin, 500), (.latin, 500)], estimateErrorPercent: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = TextProfile([(.latin, 1000)], estimateErrorPercent: 91)
    }
  }

  @Test
  func everyScalarIsInUnicodeSinceVersionTwelve() {
    for scalar in Self.scalars {
      let age = scalar.properties.age
      if age == nil || (age?.major ?? 0, age?.minor ?? 0) > (12, 0) {
        Issue.record("U+\(String(scalar.value, radix: 16)) is of \(age as Any)")
      }
    }
    #expect(Self.scalars.count > 700)
  }

  @Test
  func wordsHaveNoSpaceAndNeedNoEscape() {
    for source in TextSource.all {
      for word in source.words + source.mixed {
        let isPlain = word.utf8.allSatisfy {
          $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if word.isEmpty || !isPlain { Issue.record("\(source.kind): '\(word)'") }
        // The cells of a text are the sum of its words' cells.
        #expect(word.unicodeScalars.last?.value != ScalarClass.joiner)
      }
      #expect(source.endings.count == 6)
      #expect(source.endings.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\\")) })
    }
  }

  /// Fifteen of sixteen choices are the kind's own, frequent words more often; the rarest of a long
  /// list are left out.
  @Test
  func drawsChooseAmong512Words() {
    for source in TextSource.all {
      // Bytes, as strings of other spellings are equal.
      let words = source.words.map { Array($0.utf8) }
      let drawn = source.drawn.map { Array($0.utf8) }
      #expect(drawn.count == 512)
      #expect(Set(words).count == words.count)
      #expect(Set(drawn[..<480]).isSubset(of: words))
      #expect(Set(drawn[..<480]).count >= min(words.count, 150), "\(source.kind)")
      #expect(source.drawn[480...].allSatisfy { source.mixed.contains($0) })
      let counts = words.map { word in drawn[..<480].count { $0 == word } }
      #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 - 1 }, "\(source.kind)")
      #expect(source.drawnEndings.count == 16)
    }
    #expect(TextSource.names.first.count == 64 && TextSource.names.last.count == 64)
  }

  @Test
  func capitalsAreThoseOfLatinAndCyrillic() {
    let pairs = [
      ("et", "Et"), ("в", "В"), ("ё", "Ё"), ("її", "Її"), ("я", "Я"), ("Київ", "Київ"),
      ("émigré", "émigré"), ("من", "من"), ("的", "的"), ("2024", "2024"),
    ]
    for (word, capital) in pairs { #expect(TextSource.capitalised(word) == capital) }
  }

  /// Marks are bounded, as heaps of hundreds would test the renderer's limits, not the list's.
  @Test
  func lettersBearFourMarksAtMost() {
    let source = TextSource.all[TextKind.allCases.firstIndex(of: .combining) ?? 0]
    for word in source.words {
      var marks = 0
      for scalar in word.unicodeScalars {
        marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
        #expect(marks <= 4)
      }
    }
    #expect(source.words.contains { $0.unicodeScalars.count >= $0.count * 3 })
  }

  /// The bytes of words longer than 16 go on in the table of rests.
  @Test
  func packedWordsAreTheWordsOfTheSources() {
    let tables = TextTables.shared
    for (source, kind) in zip(TextSource.all, tables.kinds) {
      let space = source.isSpaced ? " " : ""
      for (index, word) in source.drawn.enumerated() {
        let own = tables.words[Int(tables.choices[kind.words + index])]
        #expect(Self.unpacked(own) == Array((word + space).utf8))
        #expect(Int(own.cells) == TextFacts.cells(of: word + space))
        let capital = TextSource.capitalised(word) + space
        let packed = tables.words[Int(tables.choices[kind.capitals + index])]
        #expect(Self.unpacked(packed) == Array(capital.utf8))
      }
      for (index, ending) in source.drawnEndings.enumerated() {
        let bytes = Self.unpacked(tables.endings[kind.endings + index])
        #expect(bytes == TextWord.escaped(ending))
      }
    }
    #expect(tables.rests.count > 100)
  }

  private static func unpacked(_ word: TextWord) -> [UInt8] {
    var buffer = RowBuffer()
    var next: TextWord? = word
    while let word = next {
      buffer.write(atMost: 32) { $0.write(word) }
      next = word.rest == 0 ? nil : TextTables.shared.rests[Int(word.rest)]
    }
    return buffer.withBytes { Array($0) }
  }

  @Test(arguments: Recipe.byEpochs)
  func rowsAreOfTheKindsThatTheProfileSays(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 20_000, eventCount: 0, seed: 3)
    let profile = recipe.rows.text
    var counts = [Int](repeating: 0, count: TextKind.allCases.count)
    for birth in 0..<20_000 as Range<UInt64> { counts[list.rows.kind(birth: birth)] += 1 }
    for (kind, (count, permille)) in zip(TextKind.allCases, zip(counts, profile.permille)) {
      #expect(abs(count - 20 * permille) <= 60 + permille, "\(kind): \(count)")
    }
  }

  /// A row is in one kind of text: but for the mixed words, all letters are of its table.
  @Test(arguments: Recipe.byEpochs)
  func textsAreMadeOfTheWordsOfTheirKind(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 2000, eventCount: 0, seed: 4)
    let own = TextSource.all.map { source in
      let words = source.drawn + source.drawn.map { TextSource.capitalised($0) }
      return Set((words + source.drawnEndings).joined().unicodeScalars).union([" "])
    }
    for (rank, row) in try list.readRows(2000).enumerated() {
      let facts = list.facts(atRank: rank)
      let kind = try #require(TextKind.allCases.firstIndex(of: facts.kind))
      let used = Set((row.title + row.body).unicodeScalars)
      if !used.isSubset(of: own[kind]) { Issue.record("\(facts.kind): \(row.body)") }
    }
  }

  @Test(arguments: Recipe.byEpochs)
  func textsEndWithNoSpaceAndEscapeNothingElse(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 5000, eventCount: 0, seed: 5)
    for (line, row) in zip(list.itemLines(0..<5000), try list.readRows(5000)) {
      let ends = [row.title, row.body].map { $0.utf8.last ?? 0x20 }
      if ends.contains(0x20) || ends.contains(0x0A) { Issue.record("\(line)") }
      let written = "\"body\":\"\(String(decoding: TextWord.escaped(row.body), as: UTF8.self))\","
      if !line.contains(written) { Issue.record("\(line) lacks \(written)") }
    }
  }

  @Test
  func updatesKeepTheKind() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 500, eventCount: 3000, seed: 6)
    var kinds: Set<TextKind> = []
    list.forEachChange(1..<3001) { change in
      guard change.operation == .update else { return }
      let facts = [1, change.version].map { list.facts(of: change.id, version: $0) }
      #expect(facts[0].kind == facts[1].kind)
      kinds.insert(facts[0].kind)
    }
    #expect(kinds.count >= 10)
  }
}
