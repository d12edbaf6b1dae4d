import ListCore

/// A reader in the middle of its session.
struct PagingReader {
  private(set) var session: PagingSession
  /// Whether there is nothing more to fetch.
  private(set) var isFinished = false
  /// Whether the reader was told that there is no more.
  private var hasReachedEnd = false
  /// Where the first row stands; nil at the head, where everything new counts.
  private let start: ListPlace?
  /// The last row that the last fetch returned, and where it stood.
  private var last: (item: FixtureItem, place: ListPlace)?
  /// The furthest place that a fetch returned.
  private var furthest: ListPlace?
  private var fetchCount = 0
  private var copies: [ItemID: Int] = [:]

  private var plan: PagingPlan { session.plan }

  /// - Parameter snapshot: The list at sequence 0; it has the plan's first row.
  init(_ plan: PagingPlan, in snapshot: LiveList) {
    session = PagingSession(plan: plan)
    start =
      plan.startRank == 0
      ? nil
      : snapshot.items(fromRank: plan.startRank, atMost: 1).first?.place(in: snapshot.order)
  }

  /// Fetches a page.
  mutating func fetch(from list: LiveList, snapshot: LiveList) {
    let found = found(in: list, snapshot: snapshot)
    for item in found {
      let place = item.place(in: list.order)
      furthest = max(furthest ?? place, place)
    }
    if let item = found.last { last = (item, item.place(in: list.order)) }
    var page = plan.method == .idsFirst ? found.compactMap(list.visible) : found
    page.removeAll { $0.isHidden }
    if plan.method == .offsetDedupe { page.removeAll { copies[$0.entry.id] != nil } }
    for item in page { copies[item.entry.id, default: 0] += 1 }
    session.shown += page
    session.pages.append(page.map(\.entry.id))
    fetchCount += 1
    hasReachedEnd = found.count < plan.pageSize
    isFinished = hasReachedEnd || fetchCount == plan.pageLimit
    if isFinished { finish(list, snapshot: snapshot) }
  }

  /// The rows that the server finds, hidden ones too; of `idsFirst`, the rows whose ids are asked
  /// for.
  private func found(in list: LiveList, snapshot: LiveList) -> [FixtureItem] {
    let size = plan.pageSize
    let depth = plan.startRank + fetchCount * size
    switch plan.method {
    case .offset, .offsetDedupe: return list.items(fromRank: depth, atMost: size)
    case .snapshot, .idsFirst: return snapshot.items(fromRank: depth, atMost: size)
    case .keyset, .changesSince:
      return list.items(fromRank: rank(behind: last?.place, in: list), atMost: size)
    case .cursor:
      guard let last else { return list.items(fromRank: plan.startRank, atMost: size) }
      let place = list.now(last.item)?.place(in: list.order) ?? last.place
      return list.items(fromRank: rank(behind: place, in: list), atMost: size)
    case .keysetKeyOnly:
      guard let last else { return list.items(fromRank: plan.startRank, atMost: size) }
      guard !last.item.isKeyNull else { return [] }
      let rank = rank(behind: last.place.lastOfKey, in: list)
      return Array(list.items(fromRank: rank, atMost: size).prefix { !$0.isKeyNull })
    }
  }

  /// The rank of the first row behind a place; the session's first row where there is none.
  private func rank(behind place: ListPlace?, in list: LiveList) -> Int {
    guard let place else { return plan.startRank }
    let rank = list.count(before: place)
    // A row that stands there is not behind it.
    let here = list.items(fromRank: rank, atMost: 1).first?.place(in: list.order)
    return here == place ? rank + 1 : rank
  }

  // MARK: - The answers

  private mutating func finish(_ list: LiveList, snapshot: LiveList) {
    session.sequence = list.sequence
    if plan.method == .changesSince { showCoveredRange(of: list) }
    compareShown(with: list)
    findMissing(list, snapshot: snapshot)
  }

  /// What is shown by a reader that knows all changes: what stands between the first row's place
  /// and the last row's as it was read.
  private mutating func showCoveredRange(of list: LiveList) {
    let from = start.map { list.count(before: $0) } ?? 0
    let to = hasReachedEnd ? list.count : rank(behind: last?.place, in: list)
    session.shown = list.items(fromRank: from, atMost: max(0, to - from)).filter { !$0.isHidden }
    copies = [:]
    for item in session.shown { copies[item.entry.id, default: 0] += 1 }
  }

  private mutating func compareShown(with list: LiveList) {
    var newest: [ItemID: UInt32] = [:]
    for item in session.shown {
      newest[item.entry.id] = max(newest[item.entry.id] ?? 0, item.version)
    }
    var seen: [ItemID: Int] = [:]
    var outOfOrder: Set<ItemID> = []
    var previous: ListPlace?
    for item in session.shown {
      let id = item.entry.id
      seen[id, default: 0] += 1
      if seen[id] == 2 { session.repeated.append(id) }
      guard let now = list.visible(item) else {
        if seen[id] == 1 { session.deleted.append(id) }
        continue
      }
      if seen[id] == 1, let shown = newest[id], shown < now.version { session.stale.append(id) }
      let place = now.place(in: list.order)
      if let previous, place < previous, outOfOrder.insert(id).inserted {
        session.outOfOrder.append(id)
      }
      previous = place
    }
  }

  private mutating func findMissing(_ list: LiveList, snapshot: LiveList) {
    guard hasReachedEnd || furthest != nil else { return }
    let limit =
      hasReachedEnd ? snapshot.count : furthest.map { rank(behind: $0, in: snapshot) } ?? 0
    let covered = plan.startRank..<max(plan.startRank, limit)
    session.coveredCount = min(covered.count, PagingSession.coveredLimit)
    list.list.forEachItem(plan.startRank..<plan.startRank + session.coveredCount) { item in
      let id = item.entry.id
      guard !item.isHidden, copies[id] == nil else { return }
      if let standing = list.standings[id], standing.wasAway || standing.hasMoved { return }
      session.skipped.append(id)
    }
    var moved: [(place: ListPlace, id: ItemID)] = []
    for (id, standing) in list.standings where standing.hasMoved && !standing.wasAway {
      guard copies[id] == nil, let item = standing.item, let rank = standing.snapshotRank,
        !isHiddenInSnapshot(rank, list)
      else { continue }
      let place = item.place(in: list.order)
      let isInRange =
        (start.map { $0 <= place } ?? true)
        && (hasReachedEnd || furthest.map { place <= $0 } ?? false)
      if isInRange { moved.append((place, id)) }
    }
    session.movedPast = moved.sorted { $0.place < $1.place }.map(\.id)
  }

  private func isHiddenInSnapshot(_ rank: Int, _ list: LiveList) -> Bool {
    var isHidden = false
    list.list.forEachItem(rank..<rank + 1) { isHidden = $0.isHidden }
    return isHidden
  }
}
