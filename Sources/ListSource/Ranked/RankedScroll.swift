public import ListCore

/// A reader who scrolls through a ranked feed while a script changes the ranking.
///
///     var scroll = RankedScroll(.sessionSnapshot, RankedScript(), identity: …, authenticator: …)
///     try scroll.play()
///     scroll.counters.repeats
///
/// For measuring a page at depth: play some pages, then time `fetchAgain()`, which asks for the next page
/// over and over and does not go on.
public struct RankedScroll: ~Copyable {
  /// One page as it was received, and the ranking at that time.
  public struct Step: Sendable {
    /// The ids that came, in their order.
    public var received: [ItemID]
    /// The entries of the ranking, the best first.
    public var ranking: [ListEntry]
  }

  /// What happens.
  public let script: RankedScript
  /// What came of it so far; losses are counted when `play` returns.
  public private(set) var counters = RankedCounters()
  private var feed: any RankedFeed
  private var list: RankedList
  private var reader: RankedReader
  private var random: ScriptRandom
  private var now: Int64 = 0
  private var reply = RankedReply()
  private var firstRows: [ItemID] = []
  private var lastEntry: ListEntry?

  /// Makes a scroll in one of the designs; nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - design: How the feed works.
  ///   - script: What happens between pages.
  ///   - options: How session snapshots are kept.
  public init(
    _ design: RankedDesign, _ script: RankedScript, identity: DatasetIdentity,
    authenticator: any CursorAuthenticator,
    options: SessionSnapshotFeed.Options = SessionSnapshotFeed.Options()
  ) {
    let list = script.makeList()
    let candidates = script.sources > 1 ? script.makeCandidates(list) : nil
    switch design {
    case .plainCursor:
      feed = PlainCursorFeed(identity: identity, authenticator: authenticator)
    case .sessionSnapshot:
      var snapshot = SessionSnapshotFeed(
        identity: identity, authenticator: authenticator, options: options)
      snapshot.candidates = candidates
      feed = snapshot
    case .excludeShown:
      feed = ExcludeShownFeed(
        identity: identity, authenticator: authenticator,
        maximumSessions: options.maximumSessions, idleMicroseconds: options.idleMicroseconds)
    case .excludeShownSent: feed = ExcludeShownSentFeed()
    case .idsFirst: feed = IDsFirstFeed(maximumIDs: options.maximumIDs)
    }
    self.script = script
    self.list = list
    reader = RankedReader(design, pageSize: script.pageSize)
    random = ScriptRandom(seed: script.seed)
  }

  /// Whether the end was reached.
  public var isDone: Bool { reader.isDone }

  /// Scrolls some pages on, or to the end.
  ///
  /// - Parameters:
  ///   - pages: The most pages with rows.
  ///   - body: Called after each page; the ranking is copied for it, so leave it out when measuring.
  /// - Throws: What the feed throws, but `sessionGone`: then the reader starts anew.
  public mutating func play(
    pages: Int = .max, observing body: ((Step) -> Void)? = nil
  ) throws(SourceError) {
    var left = pages
    // A feed that repeats itself without an end is stopped.
    let most = 4 * (script.items / script.pageSize + 2)
    while left > 0, !reader.isDone, counters.pages < most {
      let bringsRows = !reader.wantsIDs
      do throws(SourceError) {
        try fetch()
      } catch  where error.code == .sessionGone {
        counters.restarts += 1
        reader.restart()
        continue
      }
      guard bringsRows else { continue }
      left -= 1
      if let body {
        var ranking: [ListEntry] = []
        list.forEach { entry in
          ranking.append(entry)
          return true
        }
        body(Step(received: reply.page.rows.map(\.entry.id), ranking: ranking))
      }
      try happen()
    }
    try countLosses()
  }

  /// Asks for the next page once more, and does not go on.
  ///
  /// - Complexity: That of the design's page at this depth.
  public mutating func fetchAgain() throws(SourceError) {
    var work = RankedWork()
    try feed.fill(
      &reply, with: reader.nextRequest(), of: list, at: now, counting: &work)
  }

  // MARK: - Steps

  private mutating func fetch() throws(SourceError) {
    let bringsRows = !reader.wantsIDs
    let request = reader.nextRequest()
    counters.idsUpstream += request.shown.count + request.ids.count
    counters.bytesUpstream += request.byteCount
    var work = RankedWork()
    try feed.fill(&reply, with: request, of: list, at: now, counting: &work)
    if counters.work.operations == 0 { counters.firstWork = work }
    counters.work += work
    counters.lastWork = work
    counters.rows += reply.page.rows.count
    counters.gone += reply.gone.count
    counters.idsDownstream += reply.ids.count + reply.gone.count
    counters.bytesDownstream += reply.byteCount
    if feed.sessionCount == 1 {
      counters.sessionBytes = max(counters.sessionBytes, feed.sessionBytes)
    }
    counters.repeats += reader.take(reply)
    guard bringsRows else { return }
    if counters.pages == 0 { firstRows = reply.page.rows.map(\.entry.id) }
    if let last = reply.page.rows.last { lastEntry = last.entry }
    counters.pages += 1
  }

  /// What the script has between this page and the next.
  private mutating func happen() throws(SourceError) {
    now += 1_000_000
    script.rerank(&list, &random)
    for event in script.events[counters.pages] ?? [] {
      switch event {
      case .wait(let microseconds): now += microseconds
      case .delete(let ranks):
        for rank in ranks { list.delete(script.id(atFirstRank: rank)) }
      case .hide(let ranks):
        for rank in ranks { list.hide(script.id(atFirstRank: rank)) }
      case .otherReaders(let count):
        var other = RankedReply()
        var work = RankedWork()
        for _ in 0..<count {
          try feed.fill(
            &other, with: RankedRequest(limit: script.pageSize), of: list, at: now,
            counting: &work)
        }
      }
    }
  }

  // MARK: - Losses

  private mutating func countLosses() throws(SourceError) {
    var neverShown = 0
    list.forEach { entry in
      // Before the end, only a plain cursor has passed by what it has not shown.
      let isPassed =
        reader.isDone || reader.design == .plainCursor && lastEntry.map { entry > $0 } ?? false
      if isPassed, !reader.isShown(entry.id) { neverShown += 1 }
      return reader.isDone || isPassed
    }
    counters.neverShown = neverShown
    var ranks: [Int] = []
    for id in reader.shown { if let rank = list.rank(of: id) { ranks.append(rank) } }
    counters.inversions = inversions(of: ranks)
    counters.stableOnRefresh = try stableRows()
  }

  /// Refreshes the first page; a session that is gone has nothing to refresh.
  private mutating func stableRows() throws(SourceError) -> Int {
    var work = RankedWork()
    var refreshed = RankedReply()
    do throws(SourceError) {
      try feed.fill(
        &refreshed, with: reader.refreshRequest(), of: list, at: now, counting: &work)
    } catch  where error.code == .sessionGone {
      return 0
    }
    var stable = 0
    for (row, id) in zip(refreshed.page.rows, firstRows) where row.entry.id == id { stable += 1 }
    return stable
  }
}
