/// The workload of `bench selftest`: small, the same in every run, and like what a list does.
enum GateTrial {
  /// Ids that are put into sorted blocks and looked up again, some milliseconds of CPU time.
  static let suite = Suite(
    name: "GateTrial", question: "How often does the gate err here?", metrics: []
  ) { _ in [trial] }

  /// MEASURED: 60 rounds take 3 to 4 ms here, about a third of what a process run costs in all.
  private static let rounds = 60
  private static let ids = 1_024
  private static let block = 32

  static let trial = BenchmarkCase(
    suite: "GateTrial", benchmark: "sorted blocks", implementation: "GateTrial",
    timeLimitSeconds: 60, fixtureKey: "none", fixture: { "none" }
  ) { run in
    var found = 0
    run.measure(operations: rounds * ids) {
      for round in 0..<rounds { found += kernel(seed: UInt64(round + 1)) }
    }
    try run.expect(found == rounds * ids, "\(found) of \(rounds * ids) ids were found")
  }

  /// Inserts ids into sorted blocks that split when they are full, then finds each.
  @inline(never)
  private static func kernel(seed: UInt64) -> Int {
    var rng = SplitMix(state: seed)
    var blocks: [[UInt32]] = [[]]
    var ids: [UInt32] = []
    ids.reserveCapacity(Self.ids)
    for _ in 0..<Self.ids {
      let id = UInt32(rng.next(below: 1 << 30))
      ids.append(id)
      let place = firstIndex(in: blocks) { id < ($0.first ?? 0) }
      let index = max(0, place - 1)
      let rank = firstIndex(in: blocks[index]) { id < $0 }
      blocks[index].insert(id, at: rank)
      if blocks[index].count > block {
        blocks.insert(Array(blocks[index][(block / 2)...]), at: index + 1)
        blocks[index].removeSubrange((block / 2)...)
      }
    }
    return ids.reduce(0) { count, id in
      let index = max(0, firstIndex(in: blocks) { id < ($0.first ?? 0) } - 1)
      let rank = firstIndex(in: blocks[index]) { id <= $0 }
      return count + (rank < blocks[index].count && blocks[index][rank] == id ? 1 : 0)
    }
  }

  /// The first index whose element is past, by halving.
  private static func firstIndex<Element>(
    in elements: [Element], where isPast: (Element) -> Bool
  ) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
