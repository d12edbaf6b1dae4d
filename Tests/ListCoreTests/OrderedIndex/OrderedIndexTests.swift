import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct OrderedIndexTests {
  static func entry(_ key: Int64, _ id: UInt64) -> ListEntry {
    ListEntry(key: SortKey(key), id: ItemID(id))
  }

  static func ascending(_ count: Int) -> [ListEntry] {
    (0..<count).map { entry(Int64($0) * 10, UInt64($0) &* 0x9E37_79B9) }
  }

  @Test func readsAnswerByIDByRankAndByPlace() {
    let entries = Self.ascending(1000)
    let index = OrderedIndex(ascending: entries.span)
    index.checkInvariants()
    #expect(index.count == 1000 && !index.isEmpty)
    #expect(index.contains(entries[500].id) && !index.contains(1))
    #expect(index.key(of: entries[500].id) == 5000 && index.key(of: 1) == nil)
    #expect(index.rank(of: entries[500].id) == 500 && index.rank(of: 1) == nil)
    #expect(index.entry(atRank: 999) == entries[999])
    #expect(index.firstRank(atOrAfter: Self.entry(4991, 0)) == 500)
    #expect(index.firstRank(atOrAfter: Self.entry(.max, .max)) == 1000)
    #expect(index.firstRank(atOrAfter: Self.entry(.min, 0)) == 0)
    let inside = index.neighbours(of: entries[500].id)
    #expect(inside?.before == entries[499] && inside?.after == entries[501])
    let first = index.neighbours(of: entries[0].id)
    #expect(first?.before == nil && first?.after == entries[1])
    let last = index.neighbours(of: entries[999].id)
    #expect(last?.before == entries[998] && last?.after == nil)
    #expect(index.neighbours(of: 1) == nil)
  }

  @Test func iterationGoesBothWaysFromARankOrAPlaceUntilToldToStop() {
    let entries = Self.ascending(300)
    let index = OrderedIndex(ascending: entries.span)
    func collect(_ limit: Int, _ run: ((ListEntry) -> Bool) -> Void) -> [ListEntry] {
      var found: [ListEntry] = []
      run {
        found.append($0)
        return found.count < limit
      }
      return found
    }
    #expect(collect(1000) { index.forEach(fromRank: 120, $0) } == Array(entries[120...]))
    #expect(
      collect(70) { index.forEach(from: Self.entry(1195, 0), $0) } == Array(entries[120..<190]))
    #expect(
      collect(1000) { index.forEachReversed(fromRank: 120, $0) }
        == Array(entries[...120].reversed()))
    #expect(
      collect(1000) { index.forEachReversed(before: entries[120], $0) }
        == Array(entries[..<120].reversed()))
    #expect(collect(1000) { index.forEachReversed(before: entries[0], $0) } == [])
    #expect(collect(1000) { index.forEach(fromRank: 300, $0) } == [])
    #expect(collect(5) { index.forEachReversed(fromRank: 299, $0) }.count == 5)
  }

  @Test(arguments: [(0, 300), (37, 100), (290, 100), (300, 5), (10, 0), (63, 1)])
  func runsAndCopiesGiveTheEntriesFromARankOn(rank: Int, limit: Int) {
    let entries = Self.ascending(300)
    let index = OrderedIndex(ascending: entries.span)
    let expected = Array(entries[rank...].prefix(limit))
    var found: [ListEntry] = []
    index.forEachRun(fromRank: rank, limit: limit) { keys, ids in
      #expect(keys.count == ids.count)
      for slot in keys.indices { found.append(ListEntry(key: keys[slot], id: ids[slot])) }
    }
    #expect(found == expected)
    var output = [ListEntry](repeating: Self.entry(-1, 0), count: limit)
    var span = output.mutableSpan
    #expect(index.copyEntries(fromRank: rank, into: &span) == expected.count)
    #expect(Array(output.prefix(expected.count)) == expected)
  }

  /// From before the first entry, from each, from between, and from behind the last.
  @Test(arguments: [0, 1, 64, 300])
  func runsBeginAtTheFirstEntryThatIsNotBefore(count: Int) {
    let entries = Self.ascending(count)
    let index = OrderedIndex(ascending: entries.span)
    let starts = entries + entries.map { ListEntry(key: $0.key, id: ItemID($0.id.rawValue &+ 1)) }
    for start in starts + [Self.entry(.min, 0), Self.entry(.max, .max)] {
      for limit in [0, 1, 70, 1_000] {
        var found: [ListEntry] = []
        index.forEachRun(from: start, limit: limit) { keys, ids in
          for slot in keys.indices { found.append(ListEntry(key: keys[slot], id: ids[slot])) }
        }
        #expect(found == Array(entries.filter { $0 >= start }.prefix(limit)))
      }
      var rest: [ListEntry] = []
      index.forEach(from: start) {
        rest.append($0)
        return true
      }
      #expect(rest == entries.filter { $0 >= start })
    }
  }

  @Test func batchesDoWhatSingleOperationsDo() {
    var random = TestRandom(state: ModelRun.seed("batches"))
    var batched = OrderedIndex()
    var single = OrderedIndex()
    for _ in 0..<60 {
      let changes = (0..<random.below(70)).map { number in
        Change(
          sequence: UInt64(number), operation: Change.Operation.allCases[random.below(4)],
          id: ItemID(UInt64(random.below(900))), key: SortKey(Int64(random.below(300))), version: 1)
      }
      var expected = OrderedIndex.BatchOutcome()
      for change in changes {
        if change.operation == .delete {
          if single.remove(change.id) == nil { expected.absent += 1 } else { expected.removed += 1 }
        } else {
          expected.add(single.upsert(ListEntry(key: change.key, id: change.id)))
        }
      }
      let outcome = batched.apply(changes.span)
      #expect(outcome == expected)
      let upserts = changes.map { ListEntry(key: $0.key, id: $0.id) }
      var upserted = OrderedIndex.BatchOutcome()
      for entry in upserts { upserted.add(single.upsert(entry)) }
      let upsertOutcome = batched.upsert(contentsOf: upserts.span)
      #expect(upsertOutcome == upserted)
      let ids = (0..<random.below(40)).map { _ in ItemID(UInt64(random.below(1000))) }
      var ranks = [Int](repeating: -2, count: ids.count)
      var span = ranks.mutableSpan
      batched.ranks(of: ids.span, into: &span)
      #expect(ranks == ids.map { single.rank(of: $0) ?? -1 })
    }
    batched.checkInvariants()
    #expect(batched.count == single.count)
  }

  /// A leaf and an inner node at 1,000 items; a leaf and three levels of inner nodes at 200,000.
  @Test(arguments: [(1000, 2), (200_000, 4)])
  func nodeVisitsAreTheLevelsOfTheTree(count: Int, levels: Int) {
    let entries = Self.ascending(count)
    var index = OrderedIndex(ascending: entries.span)
    var visits = 0
    for step in 0..<100 { _ = index.rank(of: entries[step * 7].id, nodeVisits: &visits) }
    #expect(visits == 100 * levels)
    visits = 0
    for step in 0..<100 { _ = index.entry(atRank: step * 7, nodeVisits: &visits) }
    #expect(visits == 100 * levels)
    visits = 0
    // Out of its leaf and up; down to another leaf, unless the finger is there, and up again.
    for step in 0..<100 {
      let entry = Self.entry(
        entries[count - 1 - step * 7].key.rawValue + 1, entries[step].id.rawValue)
      index.upsert(entry, nodeVisits: &visits)
    }
    #expect(visits > 100 * 2 * levels && visits <= 100 * (3 * levels - 1))
    visits = 0
    for step in 0..<100 { index.remove(entries[step].id, nodeVisits: &visits) }
    #expect(visits == 100 * levels)
    var batched = 0
    let change = Change(sequence: 1, operation: .insert, id: 1, key: -5, version: 1)
    index.apply([change].span, nodeVisits: &batched)
    #expect(batched == 2 * levels - 1)
  }

  @Test func memoryComesBackAfterRemovalsInEveryOrder() {
    let entries = Self.ascending(60_000)
    for stride in [1, 59_999, 7919] {
      var index = OrderedIndex(ascending: entries.span)
      let full = index.byteCount
      #expect(full < 60_000 * 40)
      for step in 0..<59_000 { index.remove(entries[step * stride % 60_000].id) }
      index.checkInvariants()
      #expect(index.count == 1000)
      // Two chunks of leaves, two of inner nodes at most, and the table.
      #expect(index.byteCount < 800_000, "stride \(stride)")
      index.removeAll()
      #expect(index.byteCount == OrderedIndex().byteCount && index.isEmpty)
    }
  }

  @Test func aListThatMovesThroughItsKeysKeepsItsSize() {
    var index = OrderedIndex(ascending: Self.ascending(20_000).span)
    var largest = index.byteCount
    for step in 0..<60_000 {
      index.remove(index.entry(atRank: 0).id)
      index.upsert(Self.entry(Int64(1_000_000 + step), UInt64(1 << 40 + step)))
      largest = max(largest, index.byteCount)
    }
    index.checkInvariants()
    #expect(index.count == 20_000)
    #expect(largest < 20_000 * 60)
  }

  @Test func equalKeysByTheThousandStayOrderedByID() {
    var index = OrderedIndex()
    var visits = 0
    for id in 0..<30_000 {
      index.upsert(Self.entry(5, UInt64(id * 7919 % 30_011)), nodeVisits: &visits)
    }
    index.checkInvariants()
    #expect(visits < 30_000 * 10)
    var last: UInt64?
    index.forEach { entry in
      #expect(last.map { $0 < entry.id.rawValue } ?? true)
      last = entry.id.rawValue
      return true
    }
    #expect(index.firstRank(atOrAfter: Self.entry(5, 0)) == 0)
    #expect(index.firstRank(atOrAfter: Self.entry(6, 0)) == 30_000)
  }
}
