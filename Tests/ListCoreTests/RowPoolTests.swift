import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct RowPoolTests {
  @Test func aViewIsReusedByRowsOfItsTypeOnly() {
    var pool = RowPool(typeCount: 2)
    let text = pool.take(type: 0, for: 1)
    let image = pool.take(type: 1, for: 2)
    #expect(text.slot == 0 && image.slot == 1)
    pool.giveBack(text)
    #expect(pool.take(type: 1, for: 3).slot == 2)
    #expect(pool.take(type: 0, for: 4).slot == 0)
    #expect(pool.slotCount == 3)
    #expect(pool.boundCount == 3)
    #expect(pool.type(ofSlot: 2) == 1)
    pool.checkInvariants()
  }

  @Test func aLateAnswerForARecycledViewIsRefused() {
    var pool = RowPool(typeCount: 1)
    let first = pool.take(type: 0, for: 7)
    #expect(pool.isCurrent(first))
    #expect(pool.item(inSlot: first.slot) == 7)
    pool.giveBack(first)
    #expect(!pool.isCurrent(first))
    #expect(pool.item(inSlot: first.slot) == nil)
    let second = pool.take(type: 0, for: 8)
    #expect(second.slot == first.slot)
    #expect(!pool.isCurrent(first))
    #expect(pool.isCurrent(second))
    #expect(pool.item(inSlot: second.slot) == 8)
  }

  @Test func scrollingNeedsNoMoreViewsThanTheScreenShows() {
    var pool = RowPool(typeCount: 3)
    var shown: [RowPool.Binding] = []
    var item: UInt64 = 0
    for _ in 0..<10_000 {
      shown.append(pool.take(type: Int(item % 3), for: ItemID(item)))
      item += 1
      if shown.count > 12 { pool.giveBack(shown.removeFirst()) }
    }
    #expect(pool.slotCount == 13 || pool.slotCount == 15)
    for (index, binding) in shown.enumerated() {
      #expect(pool.item(inSlot: binding.slot) == ItemID(item - UInt64(shown.count - index)))
    }
    pool.checkInvariants()
  }

  @Test func randomUseEqualsTheModel() {
    var rng = TestRandom(state: ModelRun.seed("RowPool"))
    var pool = RowPool(typeCount: 4)
    var bound: [(binding: RowPool.Binding, item: UInt64, type: Int)] = []
    var stale: [RowPool.Binding] = []
    for step in 0..<ModelRun.operations(3000) {
      if bound.isEmpty || rng.below(2) == 0 {
        let type = rng.below(4)
        bound.append((pool.take(type: type, for: ItemID(UInt64(step))), UInt64(step), type))
      } else {
        let gone = bound.remove(at: rng.below(bound.count))
        pool.giveBack(gone.binding)
        stale.append(gone.binding)
      }
      #expect(pool.boundCount == bound.count)
    }
    pool.checkInvariants()
    #expect(Set(bound.map(\.binding.slot)).count == bound.count)
    for use in bound {
      #expect(pool.isCurrent(use.binding))
      #expect(pool.item(inSlot: use.binding.slot) == ItemID(use.item))
      #expect(pool.type(ofSlot: use.binding.slot) == use.type)
    }
    for binding in stale { #expect(!pool.isCurrent(binding)) }
  }
}
