import BenchHarness
import ListCore
import Workload

/// A window of pages that the session scrolls.
protocol ScrolledPages: ~Copyable, SendableMetatype {
  /// Pages that are resident.
  var pageCount: Int { get }
  /// Brings a page under the viewport; returns whether it is resident.
  mutating func show(_ page: Int) -> Bool
  /// Takes in the page under the viewport and reads it back: see `ScrollScript.checksum`.
  mutating func admit(_ content: borrowing Page, as page: Int) throws -> UInt64
  /// What the visible rows of a resident page add up to: see `ScrollScript.visibleSum`.
  func visibleSum(of page: Int) -> UInt64
}

extension WindowEviction {
  /// The session through a window, which `make` makes; `check` sees it at the end.
  static func scroll<Pages: ScrolledPages & ~Copyable>(
    _ source: WorkloadSource, _ run: Run, make: () throws -> Pages,
    check: (borrowing Pages) throws -> Void = { _ in }
  ) throws {
    let script = try ScrollScript(source, scratchFolder: run.scratchFolder)
    var admitted = [Bool](repeating: false, count: script.moves.count)
    run.baseline()
    var pages = try make()
    run.checkpoint("window made")
    let showsMemory = run.pass == .memory
    var sum: UInt64 = 0
    try run.measure(operations: script.pageIns) {
      for position in script.moves.indices {
        let move = script.moves[position]
        if !pages.show(move.page) {
          sum &+= try pages.admit(script.arrivals[move.arrival], as: move.page)
          admitted[position] = true
        }
        // The memory of the session, step by step; nothing in the time pass.
        if showsMemory, position & 31 == 0 { run.checkpoint("page shown") }
      }
    }
    run.checkpoint("session over")
    run.count("pagesAdmitted", admitted.count { $0 })
    try run.expect(
      sum == script.expectedChecksum(admitted: admitted), "a page that was taken in is not there")
    try run.expect(pages.pageCount <= windowPages, "the window has more pages than its limit")
    try check(pages)
    try run.expect(
      try visibleSum(script, in: make()) == script.expectedSum(admitted: admitted),
      "a visible row differs from the model's")
  }

  /// What is on the screen at every move of a session that is played once more, untimed.
  private static func visibleSum<Pages: ScrolledPages & ~Copyable>(
    _ script: ScrollScript, in fresh: consuming Pages
  ) throws -> UInt64 {
    var pages = fresh
    var sum: UInt64 = 0
    for move in script.moves {
      if !pages.show(move.page) {
        _ = try pages.admit(script.arrivals[move.arrival], as: move.page)
      }
      sum &+= pages.visibleSum(of: move.page)
    }
    return sum
  }

  /// The session through a `PageWindow`.
  static func scrollWindow(_ source: WorkloadSource, _ run: Run) throws {
    try scroll(source, run) {
      try PageWindow(
        budgetBytes: windowBytes, rowsPerPage: pageSize,
        textBytesPerPage: pageSize * RowText.byteCount)
    } check: { window in
      run.count("pagesEvicted", window.counts.dropped)
      run.count("pagesReloaded", window.counts.reloaded)
      try run.expect(
        window.counts.admitted - window.counts.dropped == window.residentPageCount,
        "the window's counts do not add up")
      try run.expect(
        window.byteCount <= windowBytes, "the window exceeds the budget it was made for")
    }
  }
}

extension PageWindow: ScrolledPages {
  var pageCount: Int { residentPageCount }

  @inline(__always)
  mutating func show(_ page: Int) -> Bool {
    let first = page * rowsPerPage
    moveViewport(to: first..<first + ScrollScript.visibleRows)
    return isResident(page)
  }

  @inline(__always)
  mutating func admit(_ content: borrowing Page, as page: Int) throws -> UInt64 {
    try admit(content, at: page)
    let count = content.rows.count
    guard count > 0 else { return 0 }
    let first = page * rowsPerPage
    let id = row(atRank: first)?.entry.id.rawValue ?? 0
    let byte = withText(atRank: first + count - 1) { text in
      text.isEmpty ? 0 : UInt64(text[text.count - 1])
    }
    return id &+ (byte ?? 0)
  }

  func visibleSum(of page: Int) -> UInt64 {
    let first = page * rowsPerPage
    var sum: UInt64 = 0
    for rank in first..<first + ScrollScript.visibleRows {
      guard let row = row(atRank: rank) else { break }
      sum &+=
        withText(atRank: rank) { text in
          ScrollScript.sum(row.entry, version: row.version, text: text)
        } ?? 0
    }
    return sum
  }
}
