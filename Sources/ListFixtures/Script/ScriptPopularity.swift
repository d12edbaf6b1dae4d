/// Who is popular: the live items in an order that decides how often each is hit.
///
/// The n-th hit falls on class k, the number of zeros at the end of n in binary; the members of a
/// class take turns, each round in another order. Source: notes/moves.py, the ruler sequence.
struct ScriptPopularity: Sendable {
  /// Items by popularity.
  private var members: [UInt32]
  /// Where each item number stands in `members`; meaningless for dead items.
  private var places: [UInt32]
  private var hits: UInt64 = 0
  private let key: UInt64

  /// Ranks the items of a snapshot by popularity, in list order.
  init(snapshot: [UInt32], seed: SeedKey) {
    members = snapshot
    places = [UInt32](repeating: 0, count: snapshot.count)
    for (place, item) in snapshot.enumerated() { places[Int(item)] = UInt32(place) }
    key = seed.key(of: .scriptPopularity)
  }

  /// Adds an item as the least popular one.
  mutating func insert(_ item: Int) {
    if item == places.count { places.append(0) }
    places[item] = UInt32(members.count)
    members.append(UInt32(item))
  }

  /// Takes an item out: the least popular one gets its place.
  mutating func remove(_ item: Int) {
    let place = Int(places[item])
    let last = members.removeLast()
    if place < members.count {
      members[place] = last
      places[Int(last)] = UInt32(place)
    }
  }

  /// Draws the next item.
  ///
  /// - Parameter growthBits: The logarithm of how many times more members each class has.
  mutating func next(growthBits: Int) -> Int {
    hits &+= 1
    var level = hits.trailingZeroBitCount
    var base = 0
    var size = 1
    var passed = 0
    while passed < level && base + size < members.count {
      base += size
      size &<<= growthBits
      passed += 1
    }
    let isLast = base + size >= members.count
    level = passed
    // Every 2^(level + 1)-th hit is of this class; the last class takes those beyond it too.
    let turn = isLast ? hits &>> UInt64(level) : hits &>> UInt64(level + 1)
    let mask = UInt64(size - 1)
    let round = turn / UInt64(size)
    let word = Mixer.mix(key &+ UInt64(level) &* Mixer.gamma ^ round)
    // An odd factor and a fold are bijections of 2^n numbers.
    var member = (turn &* (word | 1) &+ word &>> 32) & mask
    member ^= member &>> UInt64((size.trailingZeroBitCount + 1) / 2)
    // The last class may be cut: what lies beyond goes round among those that it has.
    return Int(members[base + Int(member) % (members.count - base)])
  }
}
