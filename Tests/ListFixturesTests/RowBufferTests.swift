import ListCore
import Testing

@testable import ListFixtures

/// The buffer that rows are written into, and its numbers.
struct RowBufferTests {
  @Test
  func aBufferGrowsAndKeepsItsBytes() {
    var buffer = RowBuffer(capacity: 0)
    var expected: [UInt8] = []
    for length in [0, 1, 4095, 4096, 1, 20_000] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
      buffer.append(bytes.span)
      expected += bytes
      #expect(buffer.count == expected.count)
    }
    #expect(buffer.withBytes { Array($0) } == expected)
    #expect(buffer.withBytes { Int(bitPattern: $0.baseAddress) % 4096 } == 0)
    buffer.removeAll()
    #expect(buffer.count == 0)
    #expect(buffer.withBytes { $0.count } == 0)
  }

  @Test
  func decimalsAreThoseOfTheStandardLibrary() {
    var values: [UInt64] = [0, .max]
    var power: UInt64 = 1
    for _ in 0..<20 {
      values += [power - 1, power, power + 1, power &* 7, power &* 9 &+ 9]
      power &*= 10
    }
    values += (0..<2000 as Range<UInt64>).map { Mixer.mix($0) >> ($0 & 63) }
    for value in values {
      var buffer = RowBuffer()
      buffer.write(atMost: 64) { $0.write(decimal: value) }
      #expect(buffer.text == String(value))
    }
    for value in [Int64.min, -1, -10, 0, 1, .max] {
      var buffer = RowBuffer()
      buffer.write(atMost: 64) { $0.write(decimal: value) }
      #expect(buffer.text == String(value))
    }
  }

  @Test
  func noRowIsLongerThanItsLimit() throws {
    for recipe in Recipe.byEpochs {
      let list = try GeneratedList(recipe: recipe, itemCount: 20_000, eventCount: 0, seed: 5)
      let longest = list.itemLines(0..<20_000).map(\.utf8.count).max() ?? 0
      #expect(longest + 17 <= list.rows.rowLimit, "\(longest) of \(list.rows.rowLimit)")
    }
  }

  @Test
  func wordsOfSixteenBytesAreStoredWhole() {
    for word in ["", "a", "12345678", "123456789", "1234567890123456", "日本語"] {
      var buffer = RowBuffer()
      buffer.write(atMost: 64) { $0.write(TextWord(word)) }
      #expect(buffer.text == word)
    }
  }
}

/// A caller's mistakes end the process.
struct TrapTests {
  @Test
  func ranksAndSequencesOutOfRangeTrap() async {
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      _ = list.entry(atRank: 5)
    }
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      _ = list.change(at: 4)
    }
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      list.forEachChange(0..<2) { _ in }
    }
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      _ = list.moment(after: -1)
    }
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      var buffer = RowBuffer()
      list.appendItems(ranks: 3..<6, to: &buffer)
    }
    await #expect(processExitsWith: .failure) {
      let list = try GeneratedList(recipe: .timeline, itemCount: 5, eventCount: 3, seed: 0)
      var buffer = RowBuffer()
      list.appendTitle(of: ItemID(.max), version: 1, to: &buffer)
    }
  }
}
