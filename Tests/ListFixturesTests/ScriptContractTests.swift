import ListCore
import Testing

@testable import ListFixtures

/// What a scripted list promises beyond one run.
struct ScriptContractTests {
  @Test(arguments: ScriptRecipe.all)
  func moreEventsExtendTheSameStream(_ sample: ScriptRecipe) throws {
    let short = try sample.list(items: 200, events: 333, seed: 9)
    let long = try sample.list(items: 200, events: 1500, seed: 9)
    #expect(lines(short) == Array(lines(long).prefix(533)))
    let first = short.state(after: 333)
    let second = long.state(after: 333)
    let isSame = first.liveCount == second.liveCount && first.page == second.page
    #expect(isSame)
    for rank in 0..<first.liveCount where first.item(atRank: rank) != second.item(atRank: rank) {
      Issue.record("rank \(rank)")
    }
  }

  /// Slots keep their rows, and inserts their ids and texts, whatever the number of items.
  @Test(arguments: ScriptRecipe.all)
  func contentsDoNotDependOnCounts(_ sample: ScriptRecipe) throws {
    let small = try sample.list(items: 200, events: 300, seed: 9)
    let large = try sample.list(items: 900, events: 700, seed: 9)
    var buffer = RowBuffer()
    large.appendItems(ranks: 0..<900, to: &buffer)
    let rows = Set(buffer.lines)
    buffer.removeAll()
    small.appendItems(ranks: 0..<200, to: &buffer)
    #expect(rows.isSuperset(of: buffer.lines))
    let movesAlone = ["resurrect", "move-across-cursor"].contains(sample.name)
    #expect(inserts(small).count > 2 || movesAlone)
    #expect(zip(inserts(small), inserts(large)).allSatisfy { $0 == $1 })
  }

  /// What the snapshot's rows draw, and the n-th insert's id, is the same for any number of items.
  @Test
  func birthsAreTheSameUnderAnyCount() {
    for scheme in [.scattered, .extremes(unsignedPermille: 300)] as [ScriptTraits.Identity] {
      let seed = SeedKey(seed: 3, recipe: "any")
      let small = ScriptIdentity(seed: seed, identity: scheme, itemCount: 10)
      let large = ScriptIdentity(seed: seed, identity: scheme, itemCount: 1 << 22)
      var seen: Set<ItemID> = []
      for number in Array(0..<3000) + Array((1 << 23) - 3000..<1 << 23) {
        let id = large.id(ofNumber: number)
        #expect(seen.insert(id).inserted)
        if large.number(of: id) != number { Issue.record("\(number) is \(id)") }
        if number < 10 { #expect(small.id(ofNumber: number) == id) }
      }
      for insert in 0..<1000 {
        #expect(small.id(ofNumber: 10 + insert) == large.id(ofNumber: 1 << 22 + insert))
      }
      for id in [3, 1 << 40, 1 << 31 + 5, .max >> 1, .max] as [UInt64] {
        if let number = small.number(of: ItemID(id)) {
          #expect(small.id(ofNumber: number) == ItemID(id))
        }
      }
    }
  }

  @Test(arguments: ScriptRecipe.all)
  func twoConstructionsAreEqual(_ sample: ScriptRecipe) async throws {
    let first = try sample.list(items: 400, events: 900)
    let second = try await Task { try sample.list(items: 400, events: 900) }.value
    #expect(first.events == second.events && first.slots == second.slots)
    #expect(first.ranked == second.ranked && first.tallies == second.tallies)
    #expect(first.history == second.history && first.historyStarts == second.historyStarts)
    let other = try sample.list(items: 400, events: 900, seed: 8)
    #expect(first.events != other.events)
  }

  @Test(arguments: ScriptRecipe.all)
  func anyRangeIsAPartOfTheWhole(_ sample: ScriptRecipe) throws {
    let list = try sample.list(items: 120, events: 200)
    var whole = RowBuffer()
    var parts = RowBuffer()
    list.appendItems(ranks: 0..<120, to: &whole)
    list.appendEvents(sequences: 1..<201, to: &whole)
    for start in stride(from: 0, to: 120, by: 40) {
      list.appendItems(ranks: start..<start + 40, to: &parts)
    }
    for start in stride(from: 1, to: 201, by: 50) {
      list.appendEvents(sequences: start..<start + 50, to: &parts)
    }
    #expect(whole.lines == parts.lines)
  }

  /// Rows say what the oracle says.
  @Test
  func rowsShowKeyStatusVisibilityAndParent() throws {
    for name in ["orders", "null-keys", "cascade", "empty-page"] {
      let sample = try ScriptRecipe.named(name)
      let list = try sample.list(items: 60, events: 300)
      var buffer = RowBuffer()
      list.appendEvents(sequences: 1..<301, to: &buffer)
      #expect(buffer.lines.count == 300)
      for (index, line) in buffer.lines.enumerated() {
        let event = list.event(at: index + 1)
        let key = event.isKeyNull ? "null" : "\(event.change.key)"
        #expect(line.hasPrefix("{\"seq\":\(index + 1),\"at\":\(list.time(ofSequence: index + 1)),"))
        #expect(line.contains("\"key\":\(key),\"version\":\(event.change.version),"))
        #expect(line.contains("\"implied\":\(event.isImplied)"))
        let isRow = event.change.operation == .insert || event.change.operation == .update
        #expect(line.contains("\"item\":") == isRow)
        guard isRow, let state = list.itemState(of: event.change.id, after: index + 1) else {
          continue
        }
        #expect(line.contains("\"hidden\":\(event.isHidden)"))
        if let status = state.status {
          #expect(line.contains("\"status\":\"\(sample.statuses[status])\""))
        }
        var row = RowBuffer()
        list.appendRow(of: event.change.id, after: index + 1, to: &row)
        #expect(line.hasSuffix(",\"item\":\(row.text)}"))
      }
    }
  }

  @Test
  func countsOutOfRangeAreRefusedWithTheRange() throws {
    let sample = try ScriptRecipe.named("catalog")
    for items in [0, -1, ScriptedList.itemLimit + 1] {
      let error = #expect(throws: FixtureError.self) { try sample.list(items: items, events: 0) }
      #expect(error?.code == .itemCountOutOfRange)
      #expect(
        error?.message == "items of a scripted recipe must be in 1...4194304, not \(items)")
    }
    for events in [-1, ScriptedList.eventLimit + 1] {
      let error = #expect(throws: FixtureError.self) { try sample.list(items: 1, events: events) }
      #expect(error?.code == .eventCountOutOfRange)
      #expect(
        error?.message == "events of a scripted recipe must be in 0...4194304, not \(events)")
    }
  }

  @Test
  func keysBeyondTheExactIntegersAreRefused() throws {
    let slow = ScriptRecipe(
      name: "slow", itemGap: 1 << 33,
      script: StepScript(steps: [.init(1, .insert(.newest))]))
    _ = try slow.list(items: 1000, events: 10)
    let error = #expect(throws: FixtureError.self) { try slow.list(items: 1 << 21, events: 10) }
    #expect(error?.code == .keysOutOfRange)
    let future = ScriptRecipe(
      name: "future", script: StepScript(steps: [.init(1, .insert(.ahead(1 << 50)))]))
    _ = try future.list(items: 10, events: 10)
  }

  @Test
  func eventsHaveTheirStatedSize() {
    #expect(MemoryLayout<EventRecord>.stride == 32)
    #expect(MemoryLayout<SnapshotRecord>.stride == 16)
  }

  /// The changes of dataset version 2: a failure means that `datasetVersion` must rise.
  @Test
  func changesAreThoseOfTheDatasetVersion() throws {
    var hashes: [String: String] = [:]
    for sample in ScriptRecipe.all {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for items in [1, 40, 700] {
        let list = try sample.list(items: items, events: 600)
        list.forEachEvent(1..<601) { event in
          let change = event.change
          let words: [UInt64] = [
            UInt64(change.operation.rawValue), change.id.rawValue,
            UInt64(bitPattern: change.key.rawValue), UInt64(change.version),
            event.isImplied ? 1 : 0, event.isHidden ? 1 : 0, event.isKeyNull ? 1 : 0,
          ]
          for word in words { hash = (hash ^ word) &* 0x100_0000_01B3 }
        }
      }
      hashes[sample.name] = String(hash, radix: 16)
    }
    #expect(hashes == Self.hashes)
  }

  // MARK: - Helpers

  private func lines(_ list: ScriptedList) -> [String] {
    var buffer = RowBuffer()
    list.appendItems(ranks: 0..<list.itemCount, to: &buffer)
    list.appendEvents(sequences: 1..<list.eventCount + 1, to: &buffer)
    return buffer.lines
  }

  /// The ids and texts of the items that a log inserts for the first time.
  private func inserts(_ list: ScriptedList) -> [String] {
    var found: [String] = []
    for sequence in 1...list.eventCount {
      let event = list.event(at: sequence)
      guard event.change.operation == .insert, event.change.version == 1 else { continue }
      var buffer = RowBuffer()
      list.appendRow(of: event.change.id, after: sequence, to: &buffer)
      let row = buffer.text
      let text = row.range(of: "\"title\"").map { String(row[$0.lowerBound...]) } ?? ""
      found.append("\(event.change.id) \(text)")
    }
    return found
  }

  private static let hashes = [
    "cascade": "49f81f483277168a",
    "catalog": "63cca16bc0965271",
    "clock-skew": "85b39c3a8ac1d5d8",
    "conversations": "2c700168e785d959",
    "delete-under-cursor": "326ff7a55b95c80a",
    "edit-storm": "a27292d0454e8364",
    "empty-page": "90d1b26fc7da35e8",
    "head-flood": "d3416b2953c5d97e",
    "id-extremes": "a7c77f7e82646d7e",
    "last-page-shrink": "8bc05db86c586fb",
    "move-across-cursor": "d09a8e2b59698503",
    "notifications": "2dfe2e68b7540388",
    "null-keys": "34d9a5b120ef3a50",
    "orders": "666daac4771e6ea0",
    "page-boundary": "4a311209bc18bc21",
    "ranked": "997527f8542f175f",
    "resurrect": "7ff9cda731773bd8",
    "same-millisecond": "9162c20f13f615a8",
    "tie-storm": "dd952129fc6831bd",
  ]
}
