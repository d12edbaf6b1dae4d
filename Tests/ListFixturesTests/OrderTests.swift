import Testing

@testable import ListFixtures

/// The bijections that the churn is made of, over whole small domains.
struct OrderTests {
  @Test(arguments: [1...130, 1000...1003, 4094...4096])
  func smallPermutationsAreBijections(counts: ClosedRange<Int>) {
    for count in counts {
      for key in 0..<(count < 20 ? 40 : 2) as Range<UInt64> {
        let permutation = SmallPermutation(count: count, key: key)
        var isHit = [Bool](repeating: false, count: count)
        for element in 0..<count {
          let image = permutation.image(of: element)
          isHit[image] = true
          if permutation.preimage(of: image) != element {
            Issue.record("\(count), key \(key): \(element) does not come back")
          }
        }
        if isHit.contains(false) { Issue.record("\(count), key \(key): not a bijection") }
      }
    }
  }

  @Test
  func smallPermutationsOfUnlikeKeysDiffer() {
    let images = Set(
      (0..<64 as Range<UInt64>).map { key in
        let permutation = SmallPermutation(count: 40, key: key)
        return (0..<40).map { permutation.image(of: $0) }
      })
    #expect(images.count == 64)
  }

  @Test
  func identitiesComeBackAndFitASignedInteger() {
    let cipher = IdentityCipher(key: 99)
    let births: [UInt64] = [0, 1, 2, 3, 1 << 32, 1 << 62, 1 << 62 | 1, UInt64.max >> 1]
    for birth in births + (0..<1000 as Range<UInt64>).map({ Mixer.mix($0) >> 1 }) {
      let id = cipher.id(ofBirth: birth)
      #expect(id.rawValue < 1 << 63)
      #expect(cipher.birth(of: id) == birth)
    }
    #expect(cipher.birth(of: 0x8000_0000_0000_0000) == nil)
  }

  @Test
  func identitiesSayNothingAboutOrder() {
    let cipher = IdentityCipher(key: 5)
    let ids = (0..<2000 as Range<UInt64>).map { cipher.id(ofBirth: $0) }
    let rises = zip(ids, ids.dropFirst()).count { $0 < $1 }
    #expect(rises > 900 && rises < 1100)
  }

  @Test(arguments: [1...90, 340...345])
  func snapshotOrderIsABijectionThatCounts(slotCounts: ClosedRange<Int>) {
    for slotCount in slotCounts {
      for blockLimit in [3, 7, 4096] {
        check(
          SnapshotOrder(
            slotCount: slotCount, unlike: 4, key: UInt64(slotCount), blockLimit: blockLimit))
      }
    }
  }

  /// Compares every answer of an order with a replay of its turns.
  private func check(_ order: SnapshotOrder) {
    #expect(order.turnCount <= order.slotCount)
    let slots = (0..<order.turnCount).map { order.slot(atTurn: $0) }
    #expect(Set(slots).count == order.turnCount)
    for slot in 0..<order.slotCount {
      let turn = order.turn(ofSlot: slot)
      let isFound = turn < order.turnCount ? slots[turn] == slot : !slots.contains(slot)
      if !isFound { Issue.record("slot \(slot) of \(order)") }
    }
    for turns in stride(from: 0, through: order.turnCount, by: max(1, order.turnCount / 9)) {
      let taken = Set(slots[..<turns])
      var before = 0
      for slot in 0...order.slotCount {
        if order.taken(before: slot, turns: turns) != before {
          Issue.record("taken before \(slot) after \(turns) of \(order)")
        }
        guard slot < order.slotCount else { break }
        if taken.contains(slot) {
          before += 1
        } else if order.slot(remaining: slot - before, turns: turns) != slot {
          Issue.record("remaining \(slot - before) after \(turns) of \(order)")
        }
      }
    }
  }

  @Test
  func snapshotOrderSpreadsItsTurns() {
    let order = SnapshotOrder(slotCount: 1_000_000, unlike: 70, key: 3)
    var tenths = [Int](repeating: 0, count: 10)
    for turn in 0..<5000 { tenths[order.slot(atTurn: turn) / 100_000] += 1 }
    #expect(tenths.allSatisfy { $0 > 480 && $0 < 520 })
  }

  @Test(arguments: [[1], [5, 3, 3, 1], [9, 9, 2, 1, 1], [4, 4, 4]])
  func lagTurnsNumberWhatReachesBack(lags: [Int]) {
    let turns = LagTurns(lags: lags)
    var expected: [(epoch: Int, index: Int)] = []
    for epoch in 1...12 {
      #expect(turns.count(before: epoch) == expected.count)
      for (index, lag) in lags.enumerated() where lag >= epoch { expected.append((epoch, index)) }
    }
    #expect(turns.count == expected.count)
    for (turn, location) in expected.enumerated() {
      #expect(turns.location(ofTurn: turn) == location)
    }
  }

  @Test(
    arguments: [(0, 0), (120, 2), (180, 4), (400, 0), (1000, 1000), (700, 500)], [64, 256, 4096])
  func tiesHaveTheirShareAndTheirRuns(shares: (Int, Int), longLength: Int) {
    let (permille, longPermille) = shares
    let layout = TieLayout(
      key: 11, permille: permille, longPermille: longPermille, longLength: longLength)
    let count = 64 * 4000 - 3
    var tied = 0
    var slot = 0
    while slot < count {
      let run = layout.run(of: slot, count: count, list: 0)
      #expect(run.lowerBound == slot && run.count <= longLength)
      for other in run where layout.run(of: other, count: count, list: 0) != run {
        Issue.record("slot \(other) does not know its run \(run)")
      }
      if run.count > 1 { tied += run.count }
      slot = run.upperBound
    }
    let share = tied * 1000 / count
    // There are only 62 stretches of 4,096.
    #expect(abs(share - permille) <= 8 + (longLength - 64) / 16, "\(share)")
  }
}
