import ListCore
import Testing

@testable import ListFixtures

/// Edit scripts: they give the new list, and no shorter one does.
struct ExpectedEditScriptTests {
  /// Applies a script as its documentation says.
  static func apply(_ script: EditScript, to old: [FixtureItem], versions: [FixtureItem])
    -> [ItemID]
  {
    let gone = Set(script.deletes.map(\.id) + script.moves.map(\.id))
    for edit in script.deletes { #expect(old[edit.rank].entry.id == edit.id) }
    for move in script.moves { #expect(old[move.from].entry.id == move.id) }
    var ids = old.map(\.entry.id).filter { !gone.contains($0) }
    let placed = (script.inserts.map { ($0.rank, $0.id) } + script.moves.map { ($0.to, $0.id) })
    for (rank, id) in placed.sorted(by: { $0.0 < $1.0 }) { ids.insert(id, at: rank) }
    return ids
  }

  @Test(arguments: ListOrder.allCases, 0..<40)
  func aScriptGivesTheNextState(order: ListOrder, seed: Int) {
    let list = RandomList(seed: UInt64(seed), items: 25, events: 60, order: order)
    var previous: [FixtureItem]?
    var sequences: [Int] = []
    FirstEvents(list, atMost: 60).forEachWindow(of: 12, step: 7, atMost: 50) { sequence, rows in
      sequences.append(sequence)
      #expect(rows == list.states[sequence].prefix(12).filter { !$0.isHidden })
      if let previous {
        let script = EditScript(from: previous, to: rows)
        #expect(Self.apply(script, to: previous, versions: rows) == rows.map(\.entry.id))
        let versions = Dictionary(uniqueKeysWithValues: previous.map { ($0.entry.id, $0.version) })
        let renewed = rows.filter { row in versions[row.entry.id].map { $0 != row.version } ?? false
        }
        #expect(script.updates.map(\.id) == renewed.map(\.entry.id))
        #expect(script.updates.allSatisfy { rows[$0.rank].entry.id == $0.id })
      }
      previous = rows
    }
    #expect(sequences == [0, 7, 14, 21, 28, 35, 42, 49, 56, 60])
  }

  /// All orders of up to six rows, against the most rows that any choice lets stay.
  @Test func noScriptHasFewerMoves() {
    for count in 0...6 {
      let old = (0..<count).map { FixtureItem(entry: ListEntry(key: 0, id: ItemID(UInt64($0)))) }
      forEachPermutation(of: count) { order in
        let new = order.map { old[$0] }
        let script = EditScript(from: old, to: new)
        #expect(Self.apply(script, to: old, versions: new) == new.map(\.entry.id))
        var most = 0
        for chosen in 0..<(1 << count) {
          let stays = order.filter { chosen >> $0 & 1 == 1 }
          if stays == stays.sorted() { most = max(most, stays.count) }
        }
        #expect(script.moves.count == count - most)
        #expect(script.deletes.isEmpty && script.inserts.isEmpty && script.updates.isEmpty)
      }
    }
  }

  private func forEachPermutation(of count: Int, _ body: ([Int]) -> Void) {
    var order: [Int] = []
    func extend() {
      if order.count == count { return body(order) }
      for next in 0..<count where !order.contains(next) {
        order.append(next)
        extend()
        order.removeLast()
      }
    }
    extend()
  }
}
