import Foundation
import ListCore
import ListFixtures
import Testing

@testable import FixtureFormats

/// The answers, checked by a script of 60 lines that knows the documentation alone.
@Suite struct ExpectedReplayTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let hasPython = (try? run("python3", ["--version"])) != nil

  private func replay(_ list: any FixtureList, pages: Int) throws -> String {
    var writer = DatasetWriter(list)
    writer.expectedPages = pages
    _ = try writer.write(into: folder.path("d"), replaces: true)
    let script = fixturesFolder.deletingLastPathComponent()
      .appending(path: "Tests/Clients/replay.py")
    return try run("python3", [script.path, folder.path("d")])
  }

  @Test(.enabled(if: hasPython, "python3 is not here"), arguments: Recipe.all)
  func anIndependentReplayAgrees(recipe: Recipe) throws {
    let list = try recipe.list(itemCount: 330, eventCount: 500, seed: 5)
    #expect(try replay(list, pages: 6).contains("330 items, 500 events, all answers are right"))
    let tiny = try recipe.list(itemCount: 3, eventCount: 40, seed: 6)
    #expect(try replay(tiny, pages: 3).contains("3 items, 40 events"))
  }

  @Test(.enabled(if: hasPython, "python3 is not here"), arguments: ListOrder.allCases)
  func anIndependentReplayAgreesOnStrangeLists(order: ListOrder) throws {
    for seed in 0..<4 as Range<UInt64> {
      let list = StrangeList(seed: seed, items: 130, events: 400, order: order)
      #expect(try replay(list, pages: 7).contains("all answers are right"))
    }
  }
}

/// A list with null keys, hidden rows, moves to anywhere and rows that come back.
private struct StrangeList: FixtureList {
  let recipe: Recipe
  let seed: UInt64
  private(set) var counts: ChangeCounts
  private var items: [FixtureItem] = []
  private var events: [FixtureEvent] = []
  private var isHidden: [ItemID: Bool] = [:]

  var itemCount: Int { items.count }
  var eventCount: Int { events.count }

  init(seed: UInt64, items itemCount: Int, events eventCount: Int, order: ListOrder) {
    self.recipe = order == .newestFirst ? .timeline : .conversation
    self.seed = seed
    var state = seed
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    func place(_ item: inout FixtureItem) {
      item.isKeyNull = below(5) == 0
      item.entry.key = item.isKeyNull ? 0 : SortKey(Int64(below(40) - 9))
    }
    var next: UInt64 = 1
    func new() -> FixtureItem {
      var item = FixtureItem(
        entry: ListEntry(key: 0, id: ItemID(next * 3 % 1_009)), isHidden: below(4) == 0)
      next += 1
      place(&item)
      return item
    }
    counts = ChangeCounts(live: itemCount)
    items = (0..<itemCount).map { _ in new() }.sorted { $0.place(in: order) < $1.place(in: order) }
    var live = items
    var gone: [FixtureItem] = []
    while events.count < eventCount {
      let operation = Change.Operation.allCases[below(4)]
      if live.isEmpty, operation != .insert { continue }
      var item: FixtureItem
      switch operation {
      case .insert:
        counts.inserts += 1
        item = gone.isEmpty || below(2) == 0 ? new() : gone.removeLast()
      case .delete:
        counts.deletes += 1
        item = live.remove(at: below(live.count))
        gone.append(item)
      case .move:
        counts.moves += 1
        item = live.remove(at: below(live.count))
        item.version += 1
        place(&item)
      case .update:
        counts.updates += 1
        item = live.remove(at: below(live.count))
        item.version += 1
        item.isHidden = below(3) == 0
      }
      if operation != .delete { live.append(item) }
      let change = Change(
        sequence: UInt64(events.count + 1), operation: operation, id: item.entry.id,
        key: item.entry.key, version: item.version)
      events.append(
        FixtureEvent(change: change, isKeyNull: item.isKeyNull, isHidden: item.isHidden))
    }
    counts.live = live.count
  }

  private func row(_ item: FixtureItem) -> String {
    let height = 640 + Int(item.entry.id.rawValue) * 7 + Int(item.version) * 64
    return #"{"id":"\#(item.entry.id)","key":\#(key(item)),"version":\#(item.version),"#
      + #""author":"a","own":false,"status":"s","hidden":\#(item.isHidden),"parent":null,"#
      + #""title":"t","body":"b","counts":{"replies":0,"reactions":0},"image":null,"#
      + #""heights":{"compact":\#(height),"regular":640},"estimate":640}"#
  }

  private func key(_ item: FixtureItem) -> String {
    item.isKeyNull ? "null" : "\(item.entry.key)"
  }

  func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer) {
    for item in items[ranks] { buffer.append(Array((row(item) + "\n").utf8).span) }
  }

  /// No text here is measured.
  func appendFacts(ranks: Range<Int>, to buffer: inout RowBuffer) {}

  func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer) {
    for event in events[(sequences.lowerBound - 1)..<(sequences.upperBound - 1)] {
      let item = event.item
      var line =
        #"{"seq":\#(event.change.sequence),"at":0,"op":"\#(event.change.operation)","id":"#
        + #""\#(item.entry.id)","key":\#(key(item)),"version":\#(item.version),"implied":false"#
      if event.change.operation.carriesItem { line += ",\"item\":" + row(item) }
      buffer.append(Array((line + "}\n").utf8).span)
    }
  }

  func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void) {
    items[ranks].forEach(body)
  }

  func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void) {
    events[(sequences.lowerBound - 1)..<(sequences.upperBound - 1)].forEach(body)
  }
}
