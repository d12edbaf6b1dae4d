import ListCore
import ListFixtures

/// Random numbers that a seed repeats.
struct ExpectedRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

/// A small list of which everything may be true: ties, null keys, hidden rows, moves to anywhere,
/// items that come back.
struct RandomList: FixtureList {
  let recipe: Recipe
  let seed: UInt64
  private(set) var counts: ChangeCounts
  let items: [FixtureItem]
  let events: [FixtureEvent]
  /// The list after each change, the snapshot first, in list order.
  let states: [[FixtureItem]]
  /// The heights that the snapshot, and each change that writes a row, give it.
  private(set) var heights: [ItemID: Int] = [:]
  private(set) var eventHeights: [Int: Int] = [:]

  var itemCount: Int { items.count }
  var eventCount: Int { events.count }

  /// What may happen in a list.
  struct Traits {
    var moves = true
    var nulls = true
    var hidden = true
    var returns = true
    var keys = 12
  }

  init(
    seed: UInt64, items itemCount: Int, events eventCount: Int, order: ListOrder,
    _ traits: Traits = Traits()
  ) {
    recipe = order == .newestFirst ? .timeline : .conversation
    self.seed = seed
    var random = ExpectedRandom(seed)
    var items: [FixtureItem] = []
    for number in 0..<itemCount {
      let id = ItemID(UInt64(number * 7 + random.below(7)))
      items.append(Self.placed(id, version: 1, traits, &random))
    }
    items = Self.sorted(items, order)
    for item in items { heights[item.entry.id] = 1_000 + random.below(9_000) }
    var states = [items]
    var gone: [FixtureItem] = []
    var events: [FixtureEvent] = []
    counts = ChangeCounts(live: itemCount)
    while events.count < eventCount {
      var state = states[events.count]
      let operation = Change.Operation.allCases[random.below(4)]
      var item: FixtureItem
      if operation == .insert {
        item = Self.placed(
          ItemID(UInt64(1_000_000 + events.count)), version: 1, traits, &random)
        if traits.returns, !gone.isEmpty, random.below(2) == 0 {
          let old = gone.remove(at: random.below(gone.count))
          item.entry.id = old.entry.id
          item.version = old.version + 1
          if random.below(2) == 0 { (item.entry, item.isKeyNull) = (old.entry, old.isKeyNull) }
        }
        counts.inserts += 1
        counts.live += 1
      } else {
        guard !state.isEmpty, operation != .move || traits.moves else { continue }
        item = state.remove(at: random.below(state.count))
        switch operation {
        case .delete:
          counts.deletes += 1
          counts.live -= 1
          gone.append(item)
        case .move:
          counts.moves += 1
          item = Self.placed(item.entry.id, version: item.version + 1, traits, &random)
        default:
          counts.updates += 1
          item.version += 1
          item.isHidden = traits.hidden && random.below(4) == 0
        }
      }
      if operation != .delete { state.append(item) }
      states.append(Self.sorted(state, order))
      let change = Change(
        sequence: UInt64(events.count + 1), operation: operation, id: item.entry.id,
        key: item.isKeyNull ? 0 : item.entry.key, version: item.version)
      events.append(
        FixtureEvent(change: change, isKeyNull: item.isKeyNull, isHidden: item.isHidden))
      eventHeights[events.count] = 1_000 + random.below(9_000)
    }
    self.items = items
    self.events = events
    self.states = states
  }

  private static func placed(
    _ id: ItemID, version: UInt32, _ traits: Traits, _ random: inout ExpectedRandom
  ) -> FixtureItem {
    let isKeyNull = traits.nulls && random.below(6) == 0
    let key = SortKey(Int64(random.below(traits.keys)) - 3)
    return FixtureItem(
      entry: ListEntry(key: isKeyNull ? 0 : key, id: id), isKeyNull: isKeyNull, version: version,
      isHidden: traits.hidden && random.below(5) == 0)
  }

  /// Sorts as SQL would: `ORDER BY key DESC NULLS LAST, id DESC`, or both ascending.
  static func sorted(_ items: [FixtureItem], _ order: ListOrder) -> [FixtureItem] {
    items.sorted { isAhead($0, $1, order) }
  }

  static func isAhead(_ left: FixtureItem, _ right: FixtureItem, _ order: ListOrder) -> Bool {
    if left.isKeyNull != right.isKeyNull { return !left.isKeyNull }
    let descends = order == .newestFirst
    if !left.isKeyNull, left.entry.key != right.entry.key {
      return descends ? left.entry.key > right.entry.key : left.entry.key < right.entry.key
    }
    return descends ? left.entry.id > right.entry.id : left.entry.id < right.entry.id
  }

  func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer) {
    for item in items[ranks] { append(heights[item.entry.id] ?? 0, to: &buffer) }
  }

  /// No text here is measured.
  func appendFacts(ranks: Range<Int>, to buffer: inout RowBuffer) {}

  func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer) {
    for sequence in sequences { append(eventHeights[sequence] ?? 0, to: &buffer) }
  }

  private func append(_ height: Int, to buffer: inout RowBuffer) {
    let line = #"{"title":"\"heights\":{\"compact\":7","heights":{"compact":\#(height),"x":1}}"#
    buffer.append(Array((line + "\n").utf8).span)
  }

  func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void) {
    items[ranks].forEach(body)
  }

  func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void) {
    events[(sequences.lowerBound - 1)..<(sequences.upperBound - 1)].forEach(body)
  }
}
