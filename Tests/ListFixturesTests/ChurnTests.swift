import ListCore
import Testing

@testable import ListFixtures

/// What the recipes promise of their churn.
struct ChurnTests {
  /// A recipe and a size.
  struct Sized: CustomTestStringConvertible {
    let recipe: Recipe
    let items: Int

    var testDescription: String { "\(recipe.name), \(items) items" }
  }

  static let sizes = Recipe.byEpochs.flatMap { recipe in
    [1, 2, 3, 5, 30, 100, 600, 20_000].map { Sized(recipe: recipe, items: $0) }
  }

  @Test(arguments: sizes)
  func everyEpochHasExactlyItsCounts(sized: Sized) throws {
    let list = try GeneratedList(
      recipe: sized.recipe, itemCount: sized.items, eventCount: 3000, seed: 3)
    let shape = list.churn.shape
    var total = ChangeCounts(live: sized.items)
    var sequence = 0
    while sequence + shape.eventCount <= list.eventCount {
      var counts = ChangeCounts(live: 0)
      list.forEachChange(sequence + 1..<sequence + shape.eventCount + 1) { counts.add($0) }
      let expected = [shape.inserts, shape.deletes, shape.moves, shape.updates]
      #expect([counts.inserts, counts.deletes, counts.moves, counts.updates] == expected)
      sequence += shape.eventCount
      total.live += shape.inserts - shape.deletes
      #expect(list.liveCount(after: sequence) == total.live)
    }
  }

  @Test(arguments: sizes)
  func countsEqualAWalk(sized: Sized) throws {
    for events in [0, 1, 2, 77, 128, 1000] {
      let list = try GeneratedList(
        recipe: sized.recipe, itemCount: sized.items, eventCount: events, seed: 4)
      var counts = ChangeCounts(live: sized.items)
      list.forEachChange(1..<events + 1) { counts.add($0) }
      #expect(list.counts == counts)
      #expect(list.liveCount(after: events) == counts.live)
    }
  }

  @Test(arguments: sizes)
  func aChangeAloneEqualsTheWalk(sized: Sized) throws {
    let list = try GeneratedList(
      recipe: sized.recipe, itemCount: sized.items, eventCount: 700, seed: 5)
    var walked: [Change] = []
    list.forEachChange(1..<300) { walked.append($0) }
    list.forEachChange(300..<701) { walked.append($0) }
    #expect(walked.map(\.sequence) == Array(1...700))
    for change in walked where list.change(at: Int(change.sequence)) != change {
      Issue.record("change \(change.sequence)")
    }
  }

  @Test
  func everyEpochIsShuffled() throws {
    let list = try GeneratedList(
      recipe: .timeline, itemCount: 5000, eventCount: 12_800, seed: 6)
    var inFirstHalf = [Int](repeating: 0, count: Change.Operation.allCases.count)
    var orders: Set<[UInt8]> = []
    for epoch in 0..<100 {
      var order: [UInt8] = []
      list.forEachChange(epoch * 128 + 1..<epoch * 128 + 129) { change in
        if order.count < 64 { inFirstHalf[Int(change.operation.rawValue)] += 1 }
        order.append(change.operation.rawValue)
      }
      orders.insert(order)
    }
    #expect(orders.count == 100)
    #expect(zip(inFirstHalf, [2000, 2000, 1500, 900]).allSatisfy { abs($0 - $1) < 120 })
  }

  @Test(arguments: Recipe.byEpochs)
  func timesRiseAndAreNotBeforeTheirKeys(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 3000, eventCount: 2000, seed: 6)
    var last = Int64.min
    list.forEachChange(1..<2001) { change in
      let time = list.time(ofSequence: Int(change.sequence))
      if time < last || time < change.key.rawValue { Issue.record("change \(change.sequence)") }
      last = time
    }
  }

  @Test
  func shapesOfTheTimelineKeepItsLength() {
    for shape in Recipe.timeline.shapes {
      #expect(shape.inserts == shape.deletes)
      for stratum in [EpochShape.Stratum.inserted, .moved] {
        let removed = shape.quotas.filter { $0.stratum == stratum }
          .reduce(0) { $0 + $1.deletes + $1.moves }
        #expect(removed == shape.size(of: stratum))
      }
    }
  }

  @Test
  func mixesAreTheStatedOnes() throws {
    let timeline = try GeneratedList(
      recipe: .timeline, itemCount: 100_000, eventCount: 128_000, seed: 1
    ).counts
    #expect(timeline.inserts == 40_000 && timeline.deletes == 40_000)
    #expect(timeline.moves == 30_000 && timeline.updates == 18_000)
    let conversation = try GeneratedList(
      recipe: .conversation, itemCount: 100_000, eventCount: 128_000, seed: 1
    ).counts
    #expect(conversation.inserts == 96_000 && conversation.deletes == 6_000)
    #expect(conversation.moves == 0 && conversation.updates == 26_000)
  }

  /// While the snapshot is being turned over, 2 of 5 changes of order hit it, evenly.
  @Test
  func timelineChurnIsSpreadOverTheSnapshot() throws {
    let list = try GeneratedList(
      recipe: .timeline, itemCount: 50_000, eventCount: 30_000, seed: 2)
    var places: [ItemID: Int] = [:]
    for (rank, entry) in list.entries(atRanks: 0..<list.itemCount).enumerated() {
      places[entry.id] = rank
    }
    var tenths = [Int](repeating: 0, count: 10)
    var changes = 0
    list.forEachChange(1..<list.eventCount + 1) { change in
      guard change.operation != .update else { return }
      changes += 1
      if let rank = places[change.id] { tenths[rank / 5000] += 1 }
    }
    let hits = tenths.reduce(0, +)
    #expect(hits * 5 >= changes * 2, "\(hits) of \(changes)")
    #expect(tenths.allSatisfy { abs($0 * 10 - hits) < hits / 20 }, "\(tenths)")
  }

  @Test(arguments: Recipe.byEpochs)
  func everySizeFindsAShapeThatItCanPay(recipe: Recipe) throws {
    for items in Array(1...700) + [4095, 4096, 4097, 1_000_000, GeneratedList.itemLimit] {
      let churn = Churn(
        shapes: recipe.shapes, itemCount: items, seed: SeedKey(seed: 1, recipe: recipe.name))
      #expect(churn.victimTurns.count + churn.keptTurns.count <= churn.snapshot.turnCount)
      #expect(churn.oldLag >= churn.shape.minimumOldLag)
    }
  }
}

extension ChangeCounts {
  /// Counts a change.
  mutating func add(_ change: Change) {
    switch change.operation {
    case .insert:
      inserts += 1
      live += 1
    case .delete:
      deletes += 1
      live -= 1
    case .move: moves += 1
    case .update: updates += 1
    }
  }
}
