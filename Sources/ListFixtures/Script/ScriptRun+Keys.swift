import ListCore

extension ScriptRun {
  /// The key that an item gets.
  ///
  /// - Parameters:
  ///   - destination: Where it goes.
  ///   - mover: The item, when it is in the list.
  ///   - votes: How many votes it has by now.
  ///   - run: Which execution of which step it is.
  mutating func place(
    for destination: StepScript.Destination, mover: Int?, votes: Int, run: ScriptPlan.Run
  ) -> (key: Int64, isUnkeyed: Bool) {
    let time = clock.time(ofSequence: sequence)
    switch destination {
    case .newest, .unchanged:
      var key = clock.rounded(time)
      if let last = newestKey, draws.isTied(sequence) { key = last }
      newestKey = key
      return (key, false)
    case .oldest:
      return (clock.rounded(keyBehind), false)
    case .beside(let place):
      return keyBeside(rank: rank(of: place, run: run))
    case .tied(let place):
      return keyTied(rank: min(rank(of: place, run: run), order.count - 1), mover: mover)
    case .backdated(let most):
      let word = draws.key(sequence)
      // A power of two of the range is drawn first: short delays are likelier.
      let delay = Mixer.bounded(word, most) &>> Int(word & 7)
      return (clock.rounded(time - Int64(delay)), false)
    case .ahead(let most):
      return (time + 1 + Int64(Mixer.bounded(draws.key(sequence), most)), false)
    case .null:
      return (0, true)
    case .votes:
      let birth = mover.map { birthTime(of: $0) } ?? time
      return (score?.key(birth: birth, votes: votes) ?? time, false)
    }
  }

  /// When an item was born.
  private func birthTime(of number: Int) -> Int64 {
    number < itemCount
      ? clock.birth(ofSlot: number)
      : clock.time(ofSequence: Int(inserts[number - itemCount]))
  }

  /// A key that is older than all others.
  private var keyBehind: Int64 {
    let time = clock.time(ofSequence: sequence)
    guard order.keyedCount > 0 else { return time }
    let gap = 1 + Mixer.bounded(draws.key(sequence), clock.itemGap)
    return order.keyed.entry(atRank: 0).key.rawValue - Int64(gap)
  }

  /// A key that is newer than all others.
  private var keyAhead: Int64 {
    let time = clock.time(ofSequence: sequence)
    guard order.keyedCount > 0 else { return time }
    return max(time, order.keyed.entry(atRank: order.keyedCount - 1).key.rawValue + 1)
  }

  /// A key that stands at a rank in `0...order.count`: what stood there comes next.
  private func keyBeside(rank: Int) -> (key: Int64, isUnkeyed: Bool) {
    let descends = order.descends
    if rank > order.keyedCount { return (0, true) }
    if rank == 0 { return (descends ? keyAhead : keyBehind, false) }
    if rank == order.keyedCount { return (descends ? keyBehind : keyAhead, false) }
    let before = order.standing(atRank: rank - 1).entry.key.rawValue
    let there = order.standing(atRank: rank).entry.key.rawValue
    return (abs(before - there) < 2 ? there : there + (before - there) / 2, false)
  }

  /// The key of the row at a rank below `order.count`, or of its neighbour where it is the mover.
  private func keyTied(rank: Int, mover: Int?) -> (key: Int64, isUnkeyed: Bool) {
    var rank = rank
    if let mover, order.count > 1, number(atRank: rank) == mover {
      rank = rank + 1 < order.count ? rank + 1 : rank - 1
    }
    let standing = order.standing(atRank: rank)
    return (standing.entry.key.rawValue, standing.isUnkeyed)
  }
}
