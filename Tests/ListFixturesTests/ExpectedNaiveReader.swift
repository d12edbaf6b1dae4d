import ListCore
import ListFixtures

/// The model of a session: lists that are held whole, and the definitions word for word.
struct NaiveReader {
  let list: RandomList
  let plan: PagingPlan
  private(set) var session = Answers()
  private var order: ListOrder { list.recipe.order }

  /// What a session gives, to be compared as one value.
  struct Answers: Equatable {
    var sequence = 0
    var pages: [[ItemID]] = []
    var shown: [FixtureItem] = []
    var covered = 0
    var repeated: [ItemID] = []
    var skipped: [ItemID] = []
    var movedPast: [ItemID] = []
    var deleted: [ItemID] = []
    var stale: [ItemID] = []
    var outOfOrder: [ItemID] = []
  }

  init(_ list: RandomList, _ plan: PagingPlan) {
    self.list = list
    self.plan = plan
    run()
  }

  private func isAhead(_ left: FixtureItem, _ right: FixtureItem) -> Bool {
    RandomList.isAhead(left, right, order)
  }

  private func same(_ id: ItemID, in state: [FixtureItem]) -> FixtureItem? {
    state.first { $0.entry.id == id }
  }

  private mutating func run() {
    let start = list.items[plan.startRank]
    var last: FixtureItem?
    var found: [FixtureItem] = []
    var furthest: FixtureItem?
    var hasEnded = false
    for fetch in 0..<plan.pageLimit {
      let before = session.sequence
      session.sequence = min(list.eventCount, fetch * plan.churn)
      let state = list.states[session.sequence]
      if plan.method == .changesSince, fetch > 0 { apply(before, start, furthest) }
      found = find(fetch, state, last)
      last = found.last ?? last
      for item in found where furthest == nil || isAhead(furthest!, item) { furthest = item }
      var page =
        plan.method == .idsFirst ? found.compactMap { same($0.entry.id, in: state) } : found
      page = page.filter { !$0.isHidden }
      if plan.method == .offsetDedupe {
        page = page.filter { same($0.entry.id, in: session.shown) == nil }
      }
      session.pages.append(page.map(\.entry.id))
      session.shown += page
      if found.count < plan.pageSize {
        hasEnded = true
        break
      }
    }
    answer(start, furthest, hasEnded)
  }

  private func find(
    _ fetch: Int, _ state: [FixtureItem], _ last: FixtureItem?
  ) -> [FixtureItem] {
    func page(_ rows: [FixtureItem]) -> [FixtureItem] { Array(rows.prefix(plan.pageSize)) }
    let depth = plan.startRank + fetch * plan.pageSize
    switch plan.method {
    case .offset, .offsetDedupe: return page(Array(state.dropFirst(depth)))
    case .snapshot, .idsFirst: return page(Array(list.items.dropFirst(depth)))
    case .keyset, .changesSince, .cursor, .keysetKeyOnly: break
    }
    guard var last else { return page(Array(state.dropFirst(plan.startRank))) }
    if plan.method == .cursor { last = same(last.entry.id, in: state) ?? last }
    if plan.method == .keysetKeyOnly {
      return page(
        state.filter { row in
          guard !row.isKeyNull, !last.isKeyNull else { return false }
          return order == .newestFirst
            ? row.entry.key < last.entry.key : row.entry.key > last.entry.key
        })
    }
    return page(state.filter { isAhead(last, $0) })
  }

  /// What a reader does that hears of every change: rows of the covered range come, go, move, change.
  private mutating func apply(_ before: Int, _ start: FixtureItem, _ furthest: FixtureItem?) {
    guard let furthest else { return }
    for event in list.events[before..<session.sequence] {
      session.shown.removeAll { $0.entry.id == event.change.id }
      let item = event.item
      let isInRange =
        (plan.startRank == 0 || !isAhead(item, start)) && !isAhead(furthest, item)
      if event.change.operation != .delete, isInRange, !item.isHidden { session.shown.append(item) }
      session.shown = RandomList.sorted(session.shown, order)
    }
  }

  private mutating func answer(_ start: FixtureItem, _ furthest: FixtureItem?, _ hasEnded: Bool) {
    let states = list.states[0...session.sequence]
    let end = list.states[session.sequence]
    let shown = session.shown.map(\.entry.id)
    func isCovered(_ item: FixtureItem) -> Bool {
      (plan.startRank == 0 || !isAhead(item, start))
        && (hasEnded || furthest.map { !isAhead($0, item) } ?? false)
    }
    session.covered = list.items[plan.startRank...].count(where: isCovered)
    for item in end where !shown.contains(item.entry.id) {
      let lives = states.map { same(item.entry.id, in: $0) }
      guard isCovered(item), lives.allSatisfy({ $0.map { !$0.isHidden } ?? false }) else {
        continue
      }
      let changes = list.events[..<session.sequence].filter { $0.change.id == item.entry.id }
      if changes.allSatisfy({ $0.change.operation == .update }) {
        session.skipped.append(item.entry.id)
      } else {
        session.movedPast.append(item.entry.id)
      }
    }
    for (index, id) in shown.enumerated() {
      let copy = shown[..<index].count { $0 == id }
      let now = same(id, in: end).flatMap { $0.isHidden ? nil : $0 }
      if copy == 1 { session.repeated.append(id) }
      if copy == 0, now == nil { session.deleted.append(id) }
      let newest = session.shown.filter { $0.entry.id == id }.map(\.version).max() ?? 0
      if copy == 0, let now, newest < now.version { session.stale.append(id) }
    }
    let living = shown.compactMap { id in end.first { $0.entry.id == id && !$0.isHidden } }
    for (above, row) in zip(living, living.dropFirst()) where isAhead(row, above) {
      if !session.outOfOrder.contains(row.entry.id) { session.outOfOrder.append(row.entry.id) }
    }
  }
}

extension PagingSession {
  /// The answers as one value.
  var answers: NaiveReader.Answers {
    NaiveReader.Answers(
      sequence: sequence, pages: pages, shown: shown, covered: coveredCount, repeated: repeated,
      skipped: skipped, movedPast: movedPast, deleted: deleted, stale: stale,
      outOfOrder: outOfOrder)
  }
}
