import ListCore

@testable import ListFixtures

/// The model of a scripted list: an array in list order that complains about each change that does
/// not fit.
struct ScriptModel {
  struct Row: Equatable {
    var item: FixtureItem
    var number: Int
  }

  let descends: Bool
  private(set) var rows: [Row] = []
  /// The last version of every id that was deleted.
  private(set) var dead: [ItemID: UInt32] = [:]
  private(set) var faults: [String] = []

  init(_ list: ScriptedList) {
    descends = list.recipe.order == .newestFirst
    list.forEachItem(0..<list.itemCount) { item in
      rows.append(Row(item: item, number: rows.count))
    }
    for (first, second) in zip(rows, rows.dropFirst()) where !isBefore(first.item, second.item) {
      faults.append("snapshot out of order at \(second.item.entry)")
    }
    if Set(rows.map(\.item.entry.id)).count != rows.count { faults.append("id twice") }
  }

  func rank(of id: ItemID) -> Int? { rows.firstIndex { $0.item.entry.id == id } }

  /// Rows without a key last; otherwise by key and id in the list's direction.
  func isBefore(_ first: FixtureItem, _ second: FixtureItem) -> Bool {
    if first.isKeyNull != second.isKeyNull { return second.isKeyNull }
    return descends ? second.entry < first.entry : first.entry < second.entry
  }

  mutating func apply(_ event: FixtureEvent) {
    let change = event.change
    let rank = rank(of: change.id)
    let after = FixtureItem(
      entry: ListEntry(key: change.key, id: change.id), isKeyNull: event.isKeyNull,
      version: change.version, isHidden: event.isHidden)
    check(!event.isKeyNull || change.key == 0, "key of a row without one", event)
    guard change.operation != .insert else {
      check(rank == nil, "insert of a live id", event)
      check(change.version == (dead[change.id] ?? 0) + 1, "version of an insert", event)
      return insert(after)
    }
    guard let rank else { return check(false, "not in the list", event) }
    let before = rows[rank].item
    let isSamePlace = before.entry == after.entry && before.isKeyNull == after.isKeyNull
    switch change.operation {
    case .insert: break
    case .delete:
      check(before == after, "a delete changes", event)
      dead[change.id] = change.version
      rows.remove(at: rank)
    case .move:
      check(after.version == before.version + 1 && !isSamePlace, "move", event)
      check(before.isHidden == after.isHidden, "a move hides", event)
      rows.remove(at: rank)
      insert(after)
    case .update:
      check(after.version == before.version + 1 && isSamePlace, "update", event)
      rows[rank].item = after
    }
    check(!rows.isEmpty, "empty list", event)
    check(change.operation == .delete || !event.isImplied, "implied", event)
  }

  private mutating func insert(_ item: FixtureItem) {
    let rank = rows.firstIndex { isBefore(item, $0.item) } ?? rows.count
    rows.insert(Row(item: item, number: -1), at: rank)
  }

  private mutating func check(_ holds: Bool, _ what: String, _ event: FixtureEvent) {
    if !holds && faults.count < 5 { faults.append("\(what): \(event)") }
  }
}
