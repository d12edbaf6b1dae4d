import ListCore
import TestSupport
import Testing

@testable import ListSource

/// Scripts P1 to P3: what each design repeats, loses and costs.
@Suite struct RankedScrollTests {
  private func scroll(
    _ design: RankedDesign, _ script: RankedScript = RankedScript(),
    options: SessionSnapshotFeed.Options = SessionSnapshotFeed.Options()
  ) -> RankedScroll {
    RankedScroll(
      design, script, identity: testIdentity, authenticator: TestAuthenticator(secret: 1),
      options: options)
  }

  private func counters(
    _ design: RankedDesign, _ script: RankedScript = RankedScript(),
    options: SessionSnapshotFeed.Options = SessionSnapshotFeed.Options()
  ) throws -> RankedCounters {
    var scroll = scroll(design, script, options: options)
    try scroll.play()
    return scroll.counters
  }

  // MARK: - P1

  /// 300 items, 5% re-ranked by up to 50 places between pages.
  @Test(arguments: [
    (RankedDesign.plainCursor, 298, 5, 7, 2_064, 0, 0),
    (.sessionSnapshot, 300, 0, 0, 3_658, 20, 0),
    (.excludeShown, 300, 0, 0, 2_203, 0, 0),
    (.excludeShownSent, 300, 0, 0, 2_203, 0, 2_100),
    (.idsFirst, 300, 0, 0, 3_658, 20, 300),
  ])
  func aScrollUnderChurnLosesWhatItsDesignLoses(
    _ design: RankedDesign, rows: Int, repeats: Int, neverShown: Int, inversions: Int,
    stable: Int, upstream: Int
  ) throws {
    let counters = try counters(design)
    #expect(counters.pages == 15)
    #expect(counters.rows == rows)
    #expect(counters.repeats == repeats)
    #expect(counters.neverShown == neverShown)
    #expect(counters.rows - counters.repeats + counters.neverShown == 300)
    #expect(counters.inversions == inversions)
    #expect(counters.stableOnRefresh == stable)
    #expect(counters.idsUpstream == upstream)
    #expect(counters.restarts == 0 && counters.gone == 0)
  }

  @Test func costsGrowAsTheDesignSays() throws {
    let plain = try counters(.plainCursor)
    #expect(plain.firstWork.operations == 20 && plain.lastWork.operations == 18)
    #expect(plain.sessionBytes == 0)
    let snapshot = try counters(.sessionSnapshot)
    #expect(snapshot.firstWork.itemsRanked == 300 && snapshot.firstWork.lookups == 20)
    #expect(snapshot.lastWork.operations == 20)
    #expect(snapshot.sessionBytes == 8 * 300)
    #expect(snapshot.bytesUpstream == 14 * CursorCodec.byteCount)
    // The last page looks at every item.
    let exclude = try counters(.excludeShown)
    #expect(exclude.lastWork.itemsRanked == 300 && exclude.lastWork.idsCompared == 300)
    #expect(exclude.sessionBytes > 8 * 300)
    // 20 + 40 + … + 280 ids are sent.
    let sent = try counters(.excludeShownSent)
    #expect(sent.idsUpstream == (1...14).reduce(0) { $0 + 20 * $1 })
    #expect(sent.bytesUpstream > 20 * sent.idsUpstream && sent.sessionBytes == 0)
    let ids = try counters(.idsFirst)
    #expect(ids.idsDownstream == 300 && ids.lastWork.operations == 20 && ids.sessionBytes == 0)
  }

  /// Every page again from the rankings that were there, by arrays.
  @Test(arguments: RankedDesign.allCases, [1, 2, 3] as [UInt64])
  func everyPageIsWhatTheDesignSays(design: RankedDesign, seed: UInt64) throws {
    var script = RankedScript()
    script.seed = seed
    var scroll = scroll(design, script)
    var steps: [RankedScroll.Step] = []
    try scroll.play { steps.append($0) }
    let start = try #require(steps.first).ranking
    var shown: [ItemID] = []
    var last: ListEntry?
    for step in steps {
      #expect(zip(step.ranking, step.ranking.dropFirst()).allSatisfy { $0 > $1 })
      let expected: ArraySlice<ListEntry>
      switch design {
      case .plainCursor:
        expected = step.ranking.filter { entry in last.map { entry < $0 } ?? true }.prefix(20)
      case .sessionSnapshot, .idsFirst: expected = start.dropFirst(shown.count).prefix(20)
      case .excludeShown, .excludeShownSent:
        expected = step.ranking.filter { !shown.contains($0.id) }.prefix(20)
      }
      #expect(step.received == expected.map(\.id))
      shown += step.received
      last = expected.last
    }
    // Losses, counted in the plainest way.
    let counters = scroll.counters
    #expect(counters.repeats == shown.count - Set(shown).count)
    let missing = Set(start.map(\.id)).subtracting(shown).count
    #expect(counters.neverShown == missing)
  }

  @Test func withoutChurnEveryDesignIsRight() throws {
    var script = RankedScript()
    script.rerankedPermille = 0
    for design in RankedDesign.allCases {
      let counters = try counters(design, script)
      #expect(counters.rows == 300 && counters.repeats == 0 && counters.neverShown == 0)
      #expect(counters.inversions == 0)
    }
  }

  @Test func scrollsRepeatExactly() throws {
    for design in RankedDesign.allCases { #expect(try counters(design) == counters(design)) }
  }

  // MARK: - P2

  @Test(arguments: [RankedDesign.sessionSnapshot, .excludeShown])
  func anExpiredSessionStartsAnewAndLosesNothing(design: RankedDesign) throws {
    var script = RankedScript()
    script.events = [7: [.wait(microseconds: 600_000_000)]]
    let counters = try counters(design, script)
    #expect(counters.restarts == 1)
    // 7 pages, and all 15 again.
    #expect(counters.pages == 22 && counters.rows == 440)
    #expect(counters.repeats == 140 && counters.neverShown == 0)
  }

  @Test func aSessionExpiresAfterItsTimeAndNotBefore() throws {
    var script = RankedScript()
    // A second passes between pages anyway.
    script.events = [7: [.wait(microseconds: 599_000_000)]]
    #expect(try counters(.sessionSnapshot, script).restarts == 0)
    script.events = [7: [.wait(microseconds: 599_000_001)]]
    #expect(try counters(.sessionSnapshot, script).restarts == 1)
  }

  @Test func aSessionMakesRoomForOthers() throws {
    var script = RankedScript()
    var options = SessionSnapshotFeed.Options()
    options.maximumSessions = 4
    script.events = [7: [.otherReaders(3)]]
    #expect(try counters(.sessionSnapshot, script, options: options).restarts == 0)
    script.events = [7: [.otherReaders(4)]]
    let evicted = try counters(.sessionSnapshot, script, options: options)
    #expect(evicted.restarts == 1 && evicted.repeats == 140 && evicted.neverShown == 0)
  }

  @Test func designsWithoutASessionDoNotExpire() throws {
    var script = RankedScript()
    script.events = [7: [.wait(microseconds: .max / 2), .otherReaders(5_000)]]
    for design in [RankedDesign.plainCursor, .excludeShownSent, .idsFirst] {
      #expect(try counters(design, script) == counters(design))
    }
  }

  // MARK: - P3

  /// Ten items deleted and five hidden after the second page.
  private func goneScript() -> RankedScript {
    var script = RankedScript()
    script.events = [2: [.delete(Array(100..<110)), .hide(Array(150..<155))]]
    return script
  }

  @Test func itemsThatAreGoneAreSkippedInFullPages() throws {
    var scroll = scroll(.sessionSnapshot, goneScript())
    var sizes: [Int] = []
    try scroll.play { sizes.append($0.received.count) }
    #expect(sizes == Array(repeating: 20, count: 14) + [5])
    #expect(scroll.counters.gone == 0 && scroll.counters.neverShown == 0)
  }

  @Test func itemsThatAreGoneStandAsTombstones() throws {
    var options = SessionSnapshotFeed.Options()
    options.sendsTombstones = true
    var scroll = scroll(.sessionSnapshot, goneScript(), options: options)
    var sizes: [Int] = []
    try scroll.play { sizes.append($0.received.count) }
    var expected = Array(repeating: 20, count: 15)
    expected[5] = 10
    expected[7] = 15
    #expect(sizes == expected)
    #expect(scroll.counters.gone == 15 && scroll.counters.neverShown == 0)
  }

  /// Two whole pages are gone: replies without a row, and the scroll goes on.
  @Test func hydrationDoesNotStall() throws {
    var script = RankedScript()
    script.events = [2: [.delete(Array(100..<120)), .hide(Array(120..<140))]]
    var scroll = scroll(.idsFirst, script)
    var sizes: [Int] = []
    try scroll.play { sizes.append($0.received.count) }
    var expected = Array(repeating: 20, count: 15)
    expected[5] = 0
    expected[6] = 0
    #expect(sizes == expected)
    #expect(scroll.counters.gone == 40 && scroll.counters.neverShown == 0)
    #expect(scroll.counters.rows == 260)
    // Skipped, they cost no page.
    let skipped = try counters(.sessionSnapshot, script)
    #expect(skipped.pages == 13 && skipped.rows == 260 && skipped.neverShown == 0)
    // All that is left is gone: one page without a row, and the end.
    script.events = [14: [.delete(Array(0..<300))]]
    for design in RankedDesign.allCases {
      let counters = try counters(design, script)
      #expect(counters.pages == 15 && counters.neverShown == 0)
    }
  }

  // MARK: - Candidates

  @Test func candidatesOfSeveralSourcesNeedACheck() throws {
    var script = RankedScript()
    script.sources = 3
    var options = SessionSnapshotFeed.Options()
    let checked = try counters(.sessionSnapshot, script, options: options)
    #expect(checked.rows == 300 && checked.repeats == 0 && checked.neverShown == 0)
    options.checksCandidates = false
    let unchecked = try counters(.sessionSnapshot, script, options: options)
    let shared = unchecked.work.itemsRanked - 300
    #expect(shared > 30 && unchecked.repeats == shared)
    #expect(unchecked.rows == 300 + shared && unchecked.neverShown == 0)
    #expect(checked.work.idsCompared == 300 + shared && unchecked.work.idsCompared == 0)
  }

  @Test func aMergeKeepsTheBestPlace() {
    func entry(_ score: Int64, _ id: UInt64) -> ListEntry {
      ListEntry(key: SortKey(score), id: ItemID(id))
    }
    let sources = [
      [entry(9, 1), entry(5, 2), entry(1, 3)], [entry(8, 2), entry(7, 4), entry(2, 1)], [],
    ]
    var work = RankedWork()
    #expect(
      CandidateMerge.ids(of: sources, checkingRepeats: true, counting: &work) == [1, 2, 4, 3])
    #expect(work.itemsRanked == 6 && work.idsCompared == 6)
    #expect(
      CandidateMerge.ids(of: sources, checkingRepeats: false, counting: &work)
        == [1, 2, 4, 2, 1, 3])
    #expect(CandidateMerge.ids(of: [], checkingRepeats: true, counting: &work) == [])
  }

  // MARK: - Depth

  @Test func aPageAtDepthCanBeAskedForAgain() throws {
    for design in RankedDesign.allCases {
      var scroll = scroll(design)
      try scroll.play(pages: 7)
      #expect(!scroll.isDone && scroll.counters.pages == 7)
      for _ in 0..<5 { try scroll.fetchAgain() }
      try scroll.play()
      var whole = try counters(design)
      // The first half looked at its losses too, which changes nothing.
      whole.sessionBytes = scroll.counters.sessionBytes
      #expect(scroll.counters == whole)
    }
  }

  /// In mid-scroll a plain cursor has passed some items by; the others have lost nothing yet.
  @Test func lossesAreCountedOnTheWay() throws {
    for design in RankedDesign.allCases {
      var scroll = scroll(design)
      var (shown, last) = (Set<ItemID>(), [ListEntry]())
      try scroll.play(pages: 10) { step in
        shown.formUnion(step.received)
        last = step.ranking
      }
      let counters = scroll.counters
      #expect(counters.rows - counters.repeats == shown.count && last.count == 300)
      #expect((counters.neverShown > 0) == (design == .plainCursor))
      #expect(counters.neverShown < 20)
    }
  }

  @Test func inversionsAreCountedByPairs() {
    var random = SeededRandom(state: 4)
    for count in [0, 1, 2, 3, 5, 8, 33, 100] {
      let ranks = (0..<count).map { _ in random.next(below: 60) }
      var expected = 0
      for i in ranks.indices {
        for j in ranks.indices where i < j && ranks[i] > ranks[j] { expected += 1 }
      }
      #expect(inversions(of: ranks) == expected)
    }
  }
}
