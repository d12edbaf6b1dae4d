import ListCore
import ListFixtures
import ListText

/// The lines of the files in `expected/`: what a reader of a generated list should see.
///
/// `Fixtures/expected.md` says what every member means.
struct ExpectedAnswers {
  /// A file of the folder, in the order they are written.
  enum File: String, CaseIterable {
    case sessions, diffs, anchors, epochs, facts, summary

    var name: String { self == .summary ? "summary.json" : "\(rawValue).ndjson" }
  }

  /// How many ids a set of a session names at most; its count is the whole set's.
  static let idLimit = 1_000
  /// The rows of the window whose edits are given.
  static let windowRows = 100
  /// The rows of the snapshot whose facts are given, for each page.
  static let factsPerPage = 100
  /// How many changes lie between two states of a window.
  static let windowStep = 10

  private let list: any FixtureList
  private let pages: Int
  private let first: FirstEvents

  /// - Parameter pages: How many pages a session from the head fetches at most, from 1.
  init(_ list: any FixtureList, pages: Int) {
    self.list = list
    self.pages = pages
    first = FirstEvents(list, atMost: pages * max(100, Self.windowStep))
  }

  /// Gives every line with its line feed, file by file.
  func forEachLine(
    _ body: (File, [UInt8]) throws(FormatError) -> Void
  ) throws(FormatError) {
    var totals = PagingMethod.allCases.map { ExpectedTotals(method: $0) }
    let paging = ExpectedPaging(first, pages: pages)
    for churn in ExpectedPaging.churns {
      for session in paging.sessions(churn: churn) {
        for index in totals.indices { totals[index].add(session) }
        try body(.sessions, Self.line(of: session))
      }
    }
    try forEachDiff { (line) throws(FormatError) in try body(.diffs, line) }
    let anchors =
      [min(10, list.itemCount - 1)] + ExpectedPaging.anchorRanks(itemCount: list.itemCount)
    for (number, rank) in anchors.enumerated() {
      try forEachState(ofAnchor: number, rank: rank) { (line) throws(FormatError) in
        try body(.anchors, line)
      }
    }
    try EpochHashes(list).forEach { (epoch) throws(FormatError) in
      try body(.epochs, Self.line(of: epoch))
    }
    try forEachFacts { (line) throws(FormatError) in try body(.facts, line) }
    try body(.summary, summary(totals))
  }

  private func forEachFacts(_ body: ([UInt8]) throws(FormatError) -> Void) throws(FormatError) {
    var buffer = RowBuffer()
    for rank in 0..<min(list.itemCount, pages * Self.factsPerPage) {
      buffer.removeAll()
      list.appendFacts(ranks: rank..<rank + 1, to: &buffer)
      let line = unsafe buffer.withBytes { unsafe Array($0) }
      if !line.isEmpty { try body(line) }
    }
  }

  // MARK: - Sessions

  private static func line(of session: PagingSession) -> [UInt8] {
    var text = JSONText()
    text.append("{\"method\":")
    text.appendString(session.plan.method.rawValue.utf8)
    text.append(",\"start\":")
    text.append(session.plan.startRank)
    text.append(",\"pageSize\":")
    text.append(session.plan.pageSize)
    text.append(",\"churn\":")
    text.append(session.plan.churn)
    text.append(",\"seq\":")
    text.append(session.sequence)
    text.append(",\"covered\":")
    text.append(session.coveredCount)
    text.append(",\"counts\":{\"fetches\":")
    text.append(session.pages.count)
    text.append(",\"shown\":")
    text.append(session.shown.count)
    for (name, ids) in zip(ExpectedTotals.names, session.sets) {
      text.append(",")
      text.appendString(name.utf8)
      text.append(":")
      text.append(ids.count)
    }
    text.append("},\"pages\":[")
    for (number, page) in session.pages.enumerated() {
      if number > 0 { text.append(",") }
      text.append(ids: page)
    }
    text.append("]")
    if session.plan.method == .changesSince {
      text.append(",\"final\":")
      text.append(ids: session.shown.map(\.entry.id))
    }
    for (name, ids) in zip(ExpectedTotals.names, session.sets) {
      text.append(",")
      text.appendString(name.utf8)
      text.append(":")
      text.append(ids: Array(ids.prefix(idLimit)))
    }
    text.append("}\n")
    return text.bytes
  }

  // MARK: - Diffs

  private func forEachDiff(_ body: ([UInt8]) throws(FormatError) -> Void) throws(FormatError) {
    var previous: [FixtureItem] = []
    var step = 0
    try first.forEachWindow(of: Self.windowRows, step: Self.windowStep, atMost: pages) {
      (sequence, rows) throws(FormatError) in
      // The first script makes the snapshot's window of nothing.
      let script = EditScript(from: previous, to: rows)
      previous = rows
      try body(Self.line(of: script, step: step, sequence: sequence, rows: rows))
      step += 1
    }
  }

  private static func line(
    of script: EditScript, step: Int, sequence: Int, rows: [FixtureItem]
  ) -> [UInt8] {
    var text = JSONText()
    text.append("{\"step\":")
    text.append(step)
    text.append(",\"seq\":")
    text.append(sequence)
    text.append(",\"deletes\":")
    text.append(list: script.deletes) { text, edit in
      text.append(id: edit.id)
      text.append(",\"from\":")
      text.append(edit.rank)
    }
    text.append(",\"inserts\":")
    text.append(list: script.inserts) { text, edit in
      text.append(id: edit.id)
      text.append(",\"to\":")
      text.append(edit.rank)
    }
    text.append(",\"moves\":")
    text.append(list: script.moves) { text, move in
      text.append(id: move.id)
      text.append(",\"from\":")
      text.append(move.from)
      text.append(",\"to\":")
      text.append(move.to)
    }
    text.append(",\"updates\":")
    text.append(list: script.updates) { text, edit in
      text.append(id: edit.id)
      text.append(",\"at\":")
      text.append(edit.rank)
      text.append(",\"version\":")
      text.append(rows[edit.rank].version)
    }
    text.append(",\"rows\":")
    text.append(ids: rows.map(\.entry.id))
    text.append("}\n")
    return text.bytes
  }

  // MARK: - Anchors

  private func forEachState(
    ofAnchor number: Int, rank: Int, _ body: ([UInt8]) throws(FormatError) -> Void
  ) throws(FormatError) {
    var window = AnchoredWindow(first, anchorRank: rank)
    for step in 0...pages {
      if step > 0, !window.advance(to: step * Self.windowStep) { return }
      // An anchor that is lost stays so.
      guard let state = window.state else { return }
      var text = JSONText()
      text.append("{\"anchor\":")
      text.append(number)
      text.append(",\"step\":")
      text.append(step)
      text.append(",\"seq\":")
      text.append(state.sequence)
      text.append(",\"firstRank\":")
      text.append(window.firstRank)
      text.append(",\"rowCount\":")
      text.append(window.rowCount)
      text.append(",\"viewport\":")
      text.append(AnchoredWindow.viewportHeight)
      text.append(",\"id\":\"")
      text.append(state.id.rawValue)
      text.append("\",\"y\":")
      text.append(state.y)
      text.append(",\"top\":")
      text.append(state.top)
      text.append(",\"contentHeight\":")
      text.append(state.contentHeight)
      text.append(",\"scrollY\":")
      text.append(state.scrollY)
      text.append("}\n")
      try body(text.bytes)
    }
  }

  // MARK: - Hashes and sums

  private static func line(of epoch: EpochHashes.Epoch) -> [UInt8] {
    var text = JSONText()
    text.append("{\"seq\":")
    text.append(epoch.sequence)
    text.append(",\"live\":")
    text.append(epoch.liveCount)
    text.append(",\"delta\":\"")
    text.append(epoch.delta)
    text.append("\",\"hash\":")
    text.appendString(orNull: epoch.hash.map { Array(String($0).utf8) })
    text.append("}\n")
    return text.bytes
  }

  private func summary(_ totals: [ExpectedTotals]) -> [UInt8] {
    var text = JSONText()
    text.append("{\"pages\":")
    text.append(pages)
    text.append(",\"events\":")
    text.append(first.count)
    text.append(",\"batch\":")
    text.append(EpochHashes(list).batchSize)
    text.append(",\"methods\":[")
    for (number, total) in totals.enumerated() {
      if number > 0 { text.append(",") }
      total.write(to: &text)
    }
    text.append("]}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Appends an array of ids.
  fileprivate mutating func append(ids: [ItemID]) {
    append("[")
    for (index, id) in ids.enumerated() {
      append(index == 0 ? "\"" : ",\"")
      append(id.rawValue)
      append("\"")
    }
    append("]")
  }

  /// Appends an array of objects.
  fileprivate mutating func append<Element>(
    list: [Element], _ body: (inout JSONText, Element) -> Void
  ) {
    append("[")
    for (index, element) in list.enumerated() {
      append(index == 0 ? "{" : ",{")
      body(&self, element)
      append("}")
    }
    append("]")
  }

  /// Appends the member `id`.
  fileprivate mutating func append(id: ItemID) {
    append("\"id\":\"")
    append(id.rawValue)
    append("\"")
  }
}
