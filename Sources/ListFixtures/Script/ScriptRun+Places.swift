import ListCore

extension ScriptRun {
  /// What a place names: a rank, or an item wherever it stands.
  enum Found {
    case rank(Int)
    case item(Int)
  }

  /// How many rows are passed over in search of one that an action can change.
  static let reach = 64

  /// The item at a rank of the list.
  @inline(__always)
  func number(atRank rank: Int) -> Int {
    number(of: order.standing(atRank: rank).entry.id)
  }

  /// The number of an item of the list.
  @inline(__always)
  func number(of id: ItemID) -> Int {
    guard let number = identity.number(of: id) else { preconditionFailure("id not of this list") }
    return number
  }

  /// Which item an action is done to.
  ///
  /// - Parameters:
  ///   - place: Where it stands.
  ///   - run: Which execution of which step it is.
  ///   - isTaken: Whether the item leaves its rank.
  mutating func victim(_ place: StepScript.Place, run: ScriptPlan.Run, isTaken: Bool) -> Int {
    switch locate(place, word: draws.victim(sequence), run: run, isTaken: isTaken) {
    case .item(let number): return number
    case .rank(let rank): return number(atRank: max(0, min(rank, order.count - 1)))
    }
  }

  /// The rank that a place names, for a key that goes there; at most the number of rows.
  mutating func rank(of place: StepScript.Place, run: ScriptPlan.Run) -> Int {
    switch locate(place, word: draws.place(sequence), run: run, isTaken: false) {
    case .item(let number): return order.rank(of: identity.id(ofNumber: number)) ?? 0
    case .rank(let rank): return max(0, min(rank, order.count))
    }
  }

  private mutating func locate(
    _ place: StepScript.Place, word: UInt64, run: ScriptPlan.Run, isTaken: Bool
  ) -> Found {
    let count = order.count
    switch place {
    case .head: return .rank(0)
    case .tail: return .rank(count - 1)
    case .uniform, .latestDeleted, .earliestDeleted: return .rank(Mixer.bounded(word, count))
    case .region(let from, let to):
      let first = count * from / 1000
      let last = max(first + 1, count * to / 1000)
      return .rank(first + Mixer.bounded(word, last - first))
    case .age(let from, let to):
      return item(insertsAgo: from + Mixer.bounded(word, to - from)).map { .item($0) }
        ?? .rank(Mixer.bounded(Mixer.mix(word), count))
    case .boundary(let offset): return .rank(reader.nextRank(order) + offset)
    case .cursor:
      guard let cursor = reader.cursor else { return .rank(0) }
      let number = number(of: cursor.entry.id)
      if items[number].flags.contains(.alive) { return .item(number) }
      return .rank(order.firstRank(behind: cursor))
    case .page:
      let size = script.reader.pageSize
      let page = Mixer.bounded(
        draws.page(epoch: epoch, step: Int(run.step)), max(1, epochLive / size))
      return .rank(page * size + (isTaken ? 0 : Int(run.number) % size))
    case .popular(let growth):
      let bits = growth.trailingZeroBitCount
      return (popularity?.next(growthBits: bits)).map { .item($0) } ?? .rank(0)
    case .recent(let events):
      return recent(events).map { .item($0) } ?? .rank(Mixer.bounded(word, count))
    case .unkeyed:
      let unkeyed = order.unkeyedCount
      return .rank(
        unkeyed > 0
          ? order.keyedCount + Mixer.bounded(word, unkeyed) : Mixer.bounded(word, count))
    case .longestHidden:
      return longestHidden().map { .item($0) } ?? .rank(Mixer.bounded(word, count))
    }
  }

  // MARK: - Items by their history

  /// The item inserted so many inserts ago, or the next older one that lives; nil when 64 are dead
  /// or the list does not go back so far.
  private func item(insertsAgo: Int) -> Int? {
    for age in insertsAgo..<insertsAgo + Self.reach {
      var number = items.count - 1 - age
      if number < itemCount {
        // How many snapshot items are newer than this one.
        let newer = age - (items.count - itemCount)
        guard newer < itemCount else { return nil }
        number = listOrder == .newestFirst ? newer : itemCount - 1 - newer
      }
      if items[number].flags.contains(.alive) { return number }
    }
    return nil
  }

  private func recent(_ eventsAgo: Int) -> Int? {
    guard eventsAgo <= events.count else { return nil }
    let number = Int(events[events.count - eventsAgo].item)
    return items[number].flags.contains(.alive) ? number : nil
  }

  private mutating func longestHidden() -> Int? {
    while hiddenStart < hidden.count {
      let (item, event) = hidden[hiddenStart]
      let state = items[Int(item)]
      if state.flags.contains([.alive, .hidden]) && state.hiding == event { return Int(item) }
      hiddenStart += 1
    }
    return nil
  }

  // MARK: - Searches

  /// The item that an edit changes something of: this one, or one of those behind it.
  func changeable(_ number: Int, by edit: StepScript.Edit) -> Int? {
    if changes(number, edit) { return number }
    return firstBehind(number) { changes($0, edit) }
  }

  private func changes(_ number: Int, _ edit: StepScript.Edit) -> Bool {
    let item = items[number]
    if edit.content { return true }
    if let isHidden = edit.isHidden, isHidden != item.flags.contains(.hidden) { return true }
    switch edit.status {
    case .set(let status)?: return item.status != UInt8(status)
    case .next?: return item.status < draws.lastStatus
    case nil: return false
    }
  }

  /// A family whose members were all born and whose parent lives, if it is not the whole list.
  func wholeFamily(near number: Int) -> ScriptFamily? {
    if let family = removableFamily(of: number) { return family }
    return firstBehind(number) { removableFamily(of: $0) != nil }.flatMap {
      removableFamily(of: $0)
    }
  }

  private func removableFamily(of number: Int) -> ScriptFamily? {
    let family = ScriptFamily(
      of: number, childCount: script.childCount, itemCount: itemCount, order: listOrder)
    guard family.isBorn(itemCount: itemCount, born: items.count),
      items[family.parent].flags.contains(.alive)
    else { return nil }
    var members = 1
    for child in 0..<script.childCount
    where items[family.child(child)].flags.contains(.alive) { members += 1 }
    return members < order.count ? family : nil
  }

  /// The first of the next 64 rows behind an item that fits, going on at the head after the tail.
  private func firstBehind(_ number: Int, _ fits: (Int) -> Bool) -> Int? {
    guard let start = order.rank(of: identity.id(ofNumber: number)) else { return nil }
    for distance in 1..<max(2, min(Self.reach + 1, order.count)) {
      let next = self.number(atRank: (start + distance) % order.count)
      if fits(next) { return next }
    }
    return nil
  }
}
