import ListCore
import TestSupport
import Testing

@testable import ListSource

/// Requests that are repeated, forged or out of range, and sessions as a table.
@Suite struct RankedFeedTests {
  let script = RankedScript()
  let authenticator = TestAuthenticator(secret: 1)

  private func feed(_ design: RankedDesign) -> any RankedFeed {
    switch design {
    case .plainCursor: PlainCursorFeed(identity: testIdentity, authenticator: authenticator)
    case .sessionSnapshot:
      SessionSnapshotFeed(identity: testIdentity, authenticator: authenticator)
    case .excludeShown: ExcludeShownFeed(identity: testIdentity, authenticator: authenticator)
    case .excludeShownSent: ExcludeShownSentFeed()
    case .idsFirst: IDsFirstFeed()
    }
  }

  /// A lost reply is asked for again: the same rows, also one page back.
  @Test(arguments: [RankedDesign.plainCursor, .sessionSnapshot, .excludeShown])
  func aRepeatedRequestGivesTheSamePage(design: RankedDesign) throws {
    var feed = feed(design)
    let list = script.makeList()
    var work = RankedWork()
    var reply = RankedReply()
    var cursors: [Cursor] = []
    var pages: [[ItemID]] = []
    var cursor: Cursor?
    for _ in 0..<5 {
      var request = RankedRequest(limit: 20, cursor: cursor)
      try feed.fill(&reply, with: request, of: list, at: 0, counting: &work)
      let rows = reply.page.rows.map(\.entry.id)
      if cursor != nil {
        try feed.fill(&reply, with: request, of: list, at: 0, counting: &work)
        #expect(reply.page.rows.map(\.entry.id) == rows)
      }
      if let previous = reply.page.previous {
        request.cursor = previous
        try feed.fill(&reply, with: request, of: list, at: 0, counting: &work)
        #expect(reply.page.rows.map(\.entry.id) == rows)
        cursors.append(previous)
      }
      pages.append(rows)
      cursor = reply.page.next
    }
    #expect(Set(pages.joined()).count == 100)
    let back = try #require(cursors.dropLast().last)
    try feed.fill(
      &reply, with: RankedRequest(limit: 20, cursor: back), of: list, at: 0, counting: &work)
    #expect(reply.page.rows.map(\.entry.id) == pages[3])
  }

  @Test(arguments: [RankedDesign.plainCursor, .sessionSnapshot, .excludeShown])
  func cursorsThatAreNoneAreToldApart(design: RankedDesign) throws {
    var feed = feed(design)
    let list = script.makeList()
    var reply = RankedReply()
    var work = RankedWork()
    try feed.fill(&reply, with: RankedRequest(limit: 20), of: list, at: 0, counting: &work)
    let good = try #require(reply.page.next)
    func code(_ cursor: Cursor) throws -> SourceError.Code {
      let request = RankedRequest(limit: 20, cursor: cursor)
      let error = try sourceError {
        try feed.fill(&reply, with: request, of: list, at: 0, counting: &work)
      }
      #expect(reply == RankedReply())
      return error.code
    }
    #expect(try code(Cursor(bytes: [1, 2])) == .cursorMalformed)
    var bytes = good.bytes
    bytes[40] = bytes[40] == 65 ? 66 : 65
    #expect(try code(Cursor(bytes: bytes)) == .cursorTampered)
    // A cursor of the list, and one of another design.
    let source = try MemorySource.holding([])
    #expect(try code(source.cursor(after: ListEntry(key: 1, id: 1), .older)) == .cursorMismatch)
    var other = self.feed(design == .plainCursor ? .excludeShown : .plainCursor)
    var otherReply = RankedReply()
    try other.fill(
      &otherReply, with: RankedRequest(limit: 20), of: list, at: 0, counting: &work)
    #expect(try code(#require(otherReply.page.next)) == .cursorMismatch)
  }

  @Test func anAuthenticatorThatFailsLeavesAnEmptyReply() throws {
    struct Failing: CursorAuthenticator {
      func tag(of message: Span<UInt8>) throws(SourceError) -> CursorTag {
        throw SourceError(.engine, "no key: give one")
      }
    }
    let feeds: [any RankedFeed] = [
      SessionSnapshotFeed(identity: testIdentity, authenticator: Failing()),
      ExcludeShownFeed(identity: testIdentity, authenticator: Failing()),
      PlainCursorFeed(identity: testIdentity, authenticator: Failing()),
    ]
    let list = script.makeList()
    for var feed in feeds {
      var reply = RankedReply()
      var work = RankedWork()
      let error = try sourceError {
        try feed.fill(&reply, with: RankedRequest(limit: 20), of: list, at: 0, counting: &work)
      }
      #expect(error.code == .engine)
      #expect(reply == RankedReply(), "\(feed.design)")
    }
  }

  @Test(arguments: RankedDesign.allCases) func requestsOutOfRangeAreRefused(design: RankedDesign)
    throws
  {
    var feed = feed(design)
    let list = script.makeList()
    var reply = RankedReply()
    var work = RankedWork()
    func code(_ request: RankedRequest) throws -> SourceError.Code {
      try sourceError {
        try feed.fill(&reply, with: request, of: list, at: 0, counting: &work)
      }.code
    }
    for limit in [-1, 0, 10_001, 1_000_000_000] {
      #expect(try code(RankedRequest(limit: limit)) == .limitOutOfRange)
    }
    var request = RankedRequest(limit: 2)
    request.ids = [1, 2, 3]
    #expect(try code(request) == .tooManyIDs)
    request.ids = []
    request.shown = Array(repeating: 1, count: RankedRequest.maximumIDs + 1)
    #expect(try code(request) == .tooManyIDs)
    #expect(work == RankedWork() && feed.sessionCount == 0)
  }

  @Test func aGoneSessionSaysWhatToDo() throws {
    var options = SessionSnapshotFeed.Options()
    options.maximumSessions = 1
    var feed = SessionSnapshotFeed(
      identity: testIdentity, authenticator: authenticator, options: options)
    let list = script.makeList()
    var reply = RankedReply()
    var work = RankedWork()
    try feed.fill(&reply, with: RankedRequest(limit: 20), of: list, at: 0, counting: &work)
    let first = RankedRequest(limit: 20, cursor: reply.page.next)
    try feed.fill(&reply, with: RankedRequest(limit: 20), of: list, at: 0, counting: &work)
    #expect(feed.sessionCount == 1 && feed.sessionBytes == 2_400)
    let error = try sourceError {
      try feed.fill(&reply, with: first, of: list, at: 0, counting: &work)
    }
    #expect(error.code == .sessionGone && error.message.contains("start a new one at the head"))
    #expect(reply == RankedReply())
  }

  @Test func aSessionKeepsTheBestIDsOnly() throws {
    var options = SessionSnapshotFeed.Options()
    options.maximumIDs = 50
    var scroll = RankedScroll(
      .sessionSnapshot, script, identity: testIdentity, authenticator: authenticator,
      options: options)
    try scroll.play()
    #expect(scroll.counters.rows == 50 && scroll.counters.sessionBytes == 400)
  }

  @Test func hiddenItemsComeBackAtTheirScore() {
    var list = script.makeList()
    let id = script.id(atFirstRank: 7)
    list.hide(id)
    #expect(!list.contains(id) && list.count == 299 && list.rank(of: id) == nil)
    list.unhide(id)
    #expect(list.rank(of: id) == 7)
    list.hide(id)
    list.delete(id)
    list.unhide(id)
    #expect(list.count == 299)
  }

  // MARK: - The table of sessions

  /// Random uses against an array, the most recently used first.
  @Test func sessionsEqualTheModel() throws {
    var random = SeededRandom(state: SeededRandom.seed(8))
    for maximum in [1, 2, 5] {
      var table = SessionTable<Int>(maximumCount: maximum, idleMicroseconds: 100)
      var model: [(session: UInt64, state: Int, lastUse: Int64)] = []
      var (now, last) = (Int64(0), UInt64(0))
      for step in 0..<5_000 {
        now += Int64(random.next(below: 60))
        model.removeAll { now - $0.lastUse > 100 }
        if random.next(below: 3) == 0 {
          let session = table.insert(step, at: now)
          #expect(session == last + 1)
          last = session
          if model.count == maximum { model.removeLast() }
          model.insert((session, step, now), at: 0)
        } else {
          let session = last &- UInt64(random.next(below: 8))
          let place = model.firstIndex { $0.session == session }
          if let place {
            let found = try table.use(session, at: now) { $0 }
            #expect(found == model[place].state)
            var entry = model.remove(at: place)
            entry.lastUse = now
            model.insert(entry, at: 0)
          } else {
            let error = try sourceError { _ = try table.use(session, at: now) { $0 } }
            #expect(error.code == .sessionGone)
          }
        }
        #expect(table.count == model.count)
      }
    }
  }

  @Test func callersMistakesTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = SessionTable<Int>(maximumCount: 0, idleMicroseconds: 1)
    }
    await #expect(processExitsWith: .failure) {
      var work = RankedWork()
      _ = CandidateMerge.ids(
        of: [[ListEntry(key: 1, id: 1), ListEntry(key: 2, id: 2)]], checkingRepeats: true,
        counting: &work)
    }
  }
}
