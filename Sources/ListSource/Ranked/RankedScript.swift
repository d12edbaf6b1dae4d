public import ListCore

/// What happens to a ranking while somebody scrolls: the same for every design.
public struct RankedScript: Hashable, Sendable {
  /// Something that happens between two pages.
  public enum Event: Hashable, Sendable {
    /// So much time passes.
    case wait(microseconds: Int64)
    /// The items at some ranks of the start are deleted.
    case delete([Int])
    /// The items at some ranks of the start are hidden.
    case hide([Int])
    /// So many other readers start sessions.
    case otherReaders(Int)
  }

  /// Items of the ranking.
  public var items = 300
  /// Rows of a page.
  public var pageSize = 20
  /// How many items in a thousand get another rank between two pages.
  public var rerankedPermille = 50
  /// How far they go at most, up or down.
  public var farthestPlaces = 50
  /// Bytes of each item's text.
  public var textByteCount = 100
  /// What happens after a page, by the number of pages before it.
  public var events: [Int: [Event]] = [:]
  /// In how many sources the candidates lie, of the design that can merge them; 1 for the ranking itself.
  public var sources = 1
  /// How many candidates in a thousand a second source has too.
  public var sharedPermille = 200
  /// Decides what is re-ranked.
  public var seed: UInt64 = 1

  /// Makes script P1: 300 items, pages of 20, 5% re-ranked by up to 50 places between pages.
  public init() {}

  /// The id of the item that has a rank at the start.
  ///
  /// A bijection of 64 bits, so that ids say nothing about ranks.
  public func id(atFirstRank rank: Int) -> ItemID {
    ItemID((UInt64(rank) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// The ranking at the start: scores far apart, so that there is room between any two.
  func makeList() -> RankedList {
    var list = RankedList()
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: textByteCount)
    for rank in 0..<items {
      let score = SortKey(Int64(items - rank) << 20)
      list.put(ListEntry(key: score, id: id(atFirstRank: rank)), text: text.span)
    }
    return list
  }

  /// Gives some items the scores of others not far away, plus or minus 1.
  func rerank(_ list: inout RankedList, _ random: inout ScriptRandom) {
    guard list.count > 1, farthestPlaces > 0 else { return }
    for _ in 0..<list.count * rerankedPermille / 1_000 {
      let rank = random.next(below: list.count)
      let places = 1 + random.next(below: farthestPlaces)
      let rises = random.next(below: 2) == 0
      let target = rises ? max(0, rank - places) : min(list.count - 1, rank + places)
      let score = list.entry(atRank: target).key.rawValue + (rises ? 1 : -1)
      list.rerank(ListEntry(key: SortKey(score), id: list.entry(atRank: rank).id))
    }
  }

  /// The candidates of each source: every item in one, some in the next one too, with a lower score.
  func makeCandidates(_ list: borrowing RankedList) -> [[ListEntry]] {
    var candidates = [[ListEntry]](repeating: [], count: sources)
    list.forEach { entry in
      let hash = ScriptRandom.mix(entry.id.rawValue)
      let source = Int(hash % UInt64(sources))
      candidates[source].append(entry)
      if Int((hash >> 32) % 1_000) < sharedPermille {
        let score = SortKey(entry.key.rawValue - (30 << 20))
        candidates[(source + 1) % sources].append(ListEntry(key: score, id: entry.id))
      }
      return true
    }
    for source in candidates.indices { candidates[source].sort(by: >) }
    return candidates
  }
}

/// Numbers that a seed repeats.
///
/// Source: SplitMix64.
struct ScriptRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Int(Self.mix(state) % UInt64(bound))
  }

  static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
