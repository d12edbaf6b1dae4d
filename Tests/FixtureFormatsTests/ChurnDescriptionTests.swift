import ListCore
import Testing

@testable import FixtureFormats

@Suite struct ChurnDescriptionTests {
  private func change(
    _ sequence: UInt64, _ operation: Change.Operation, _ id: UInt64, _ key: Int64
  ) -> Change {
    Change(
      sequence: sequence, operation: operation, id: ItemID(id), key: SortKey(key), version: 1)
  }

  @Test func depthsCountFromTheHead() {
    let entries = (0..<20).map { ListEntry(key: SortKey($0 * 10), id: ItemID(UInt64($0))) }
    var churn = ChurnDescription(entries, isNewestFirst: true)
    let hour: Int64 = 3_600_000_000
    // The newest, at the head; the oldest, at the end; one in the middle to the head; a back-dated one.
    churn.add(change(1, .delete, 19, 190), at: 0, isKeyNull: false)
    churn.add(change(2, .update, 0, 0), at: 5, isKeyNull: false)
    churn.add(change(3, .move, 10, 500), at: hour, isKeyNull: false)
    churn.add(change(4, .insert, 100, 45), at: 25 * hour, isKeyNull: false)
    churn.add(change(7, .delete, 100, 45), at: 25 * hour, isKeyNull: false)
    churn.add(change(8, .insert, 19, 600), at: 25 * hour, isKeyNull: false)
    // What the list cannot follow counts as time alone.
    churn.add(change(9, .delete, 999, 0), at: 25 * hour, isKeyNull: false)
    churn.finish()
    #expect(churn[.delete].atHead == 1 && churn[.delete].tenths == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(churn[.update].atEnd == 1 && churn[.update].tenths[9] == 1)
    #expect(churn[.moveFrom].tenths == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    #expect(churn[.moveTo].atHead == 1)
    #expect(churn[.insert].count == 2 && churn[.insert].atHead == 1)
    #expect(churn[.insert].tenths[7] == 1)
    #expect(churn.ages.count == 1 && churn.ages.maximum == 3)
    #expect(churn.resurrections == 1)
    #expect(churn.liveRange == 19...20)
    #expect(churn.hours[0] == 2 && churn.hours[1] == 5)
    #expect(churn.gaps.count == 6 && churn.gaps.maximum == Int(24 * hour))
  }

  @Test func anOldestFirstListHasItsHeadAtTheSmallestKey() {
    let entries = (0..<10).map { ListEntry(key: SortKey($0), id: ItemID(UInt64($0))) }
    var churn = ChurnDescription(entries, isNewestFirst: false)
    churn.add(change(1, .delete, 0, 0), at: 0, isKeyNull: false)
    churn.add(change(2, .insert, 50, 99), at: 1, isKeyNull: false)
    #expect(churn[.delete].atHead == 1)
    #expect(churn[.insert].atEnd == 1)
  }

  @Test func itemsWithoutAKeyHaveNoDepth() {
    var churn = ChurnDescription([ListEntry(key: 1, id: 1)], isNewestFirst: true)
    churn.add(change(1, .insert, 2, 0), at: 0, isKeyNull: true)
    churn.add(change(2, .move, 1, 0), at: 1, isKeyNull: true)
    churn.add(change(3, .move, 1, 7), at: 2, isKeyNull: false)
    #expect(churn[.insert].count == 0)
    #expect(churn[.moveFrom].count == 1 && churn[.moveTo].count == 1)
    #expect(churn.liveRange == 1...2)
    churn.add(change(4, .delete, 2, 0), at: 3, isKeyNull: true)
    churn.add(change(5, .delete, 1, 7), at: 3, isKeyNull: false)
    churn.add(change(6, .move, 1, 7), at: 3, isKeyNull: false)
    #expect(churn.liveRange == 0...2)
  }

  @Test(arguments: [
    ("plain", [ScriptCount.Script.latin]), ("éß", [.latin]), ("привет 12", [.cyrillic]),
    ("שלום abc", [.latin, .hebrew]), ("مرحبا", [.arabic]), ("नमन", [.devanagari]), ("ไทย", [.thai]),
    ("新着 カタ", [.kana, .han]), ("한국", [.hangul]), ("👍🏽", [.emoji]),
    ("👨\u{200D}👩", [.emoji, .joiner]),
    ("e\u{301}", [.latin, .combining]), ("\u{202E}x", [.latin, .bidi]), ("12 !?", []), ("", []),
    ("ψ", [.greek]),
  ])
  func scriptsAreKnownByTheirScalars(text: String, scripts: [ScriptCount.Script]) {
    var count = ScriptCount()
    let bytes = Array(text.utf8)
    count.add(bytes.span, [0..<bytes.count])
    for script in ScriptCount.Script.allCases {
      #expect(count.counts[script.rawValue] == (scripts.contains(script) ? 1 : 0), "\(script)")
    }
  }

  @Test func bytesThatAreNoTextDoNotTrap() {
    var count = ScriptCount()
    for first in UInt8.min...UInt8.max {
      let bytes = [first, 0xFF]
      count.add(bytes.span, [0..<1, 0..<2, 1..<2])
    }
    #expect(count.textCount == 256)
  }
}
