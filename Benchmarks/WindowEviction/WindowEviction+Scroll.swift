import BenchHarness
import ListCore
import Workload

extension WindowEviction {
  /// Bytes of text that a page usually has.
  private static let textBytesPerPage = 2_560

  /// The session through a `PageWindow`.
  static func scroll(_ source: WorkloadSource, _ run: Run) throws {
    let script = try ScrollScript(source, scratchFolder: run.scratchFolder)
    var admitted = [Bool](repeating: false, count: script.steps.count)
    run.baseline()
    var window = try PageWindow(
      budgetBytes: windowBytes, rowsPerPage: pageSize, textBytesPerPage: textBytesPerPage)
    run.checkpoint("window made")
    var sum: UInt64 = 0
    try run.measure(operations: script.steps.count) {
      for position in script.steps.indices {
        let number = script.steps[position].pageNumber
        let first = number * pageSize
        window.moveViewport(to: first..<first + ScrollScript.visibleRows)
        if !window.isResident(number) {
          try window.admit(script.steps[position].page, at: number)
          admitted[position] = true
          sum &+= window.checksum(firstRank: first, count: script.steps[position].page.rows.count)
        }
        run.checkpoint("window step")
      }
    }
    run.checkpoint("session over")
    run.count("pagesAdmitted", window.counts.admitted)
    run.count("pagesEvicted", window.counts.dropped)
    run.count("pagesReloaded", window.counts.reloaded)
    try run.expect(
      sum == script.expectedChecksum(admitted: admitted), "a page that was taken in is not there")
    try run.expect(
      window.counts.admitted == admitted.count { $0 }
        && window.counts.admitted - window.counts.dropped == window.residentPageCount,
      "the window's counts do not add up")
    try run.expect(window.byteCount <= windowBytes, "the window exceeds the budget it was made for")
    try run.expect(
      try visibleSum(script) == script.expectedSum(admitted: admitted),
      "a visible row differs from the model's")
  }

  /// What is on the screen at every step of a session that is played once more, untimed.
  private static func visibleSum(_ script: ScrollScript) throws -> UInt64 {
    var window = try PageWindow(
      budgetBytes: windowBytes, rowsPerPage: pageSize, textBytesPerPage: textBytesPerPage)
    var sum: UInt64 = 0
    for step in script.steps {
      let first = step.pageNumber * pageSize
      window.moveViewport(to: first..<first + ScrollScript.visibleRows)
      if !window.isResident(step.pageNumber) { try window.admit(step.page, at: step.pageNumber) }
      for rank in first..<first + ScrollScript.visibleRows {
        guard let row = window.row(atRank: rank) else { break }
        sum &+=
          window.withText(atRank: rank) { text in
            ScrollScript.sum(row.entry, version: row.version, text: text)
          } ?? 0
      }
    }
    return sum
  }

  /// The session through a dictionary of pages with least-recently-used eviction.
  static func scrollCache(_ source: WorkloadSource, _ run: Run) throws {
    let script = try ScrollScript(source, scratchFolder: run.scratchFolder)
    var admitted = [Bool](repeating: false, count: script.steps.count)
    run.baseline()
    let cache = LRUPages(pageLimit: windowPages)
    run.checkpoint("cache made")
    var sum: UInt64 = 0
    run.measure(operations: script.steps.count) {
      for position in script.steps.indices {
        let number = script.steps[position].pageNumber
        if !cache.contains(page: number) {
          cache.admit(script.steps[position].page, number: number)
          admitted[position] = true
          sum &+= cache.rows(ofPage: number).map(checksum) ?? 0
        } else {
          _ = cache.rows(ofPage: number)
        }
        run.checkpoint("cache step")
      }
    }
    run.checkpoint("session over")
    run.count("pagesAdmitted", admitted.count { $0 })
    try run.expect(
      sum == script.expectedChecksum(admitted: admitted), "a page that was taken in is not there")
    try run.expect(cache.pageCount <= windowPages, "the cache has more pages than its limit")
    try run.expect(
      visibleSumOfCache(script) == script.expectedSum(admitted: admitted),
      "a visible row differs from the model's")
  }

  private static func checksum(_ rows: [LRUPages.Row]) -> UInt64 {
    guard let first = rows.first, let last = rows.last else { return 0 }
    return first.entry.id.rawValue &+ UInt64(last.title.utf8.last ?? 0)
  }

  private static func visibleSumOfCache(_ script: ScrollScript) -> UInt64 {
    let cache = LRUPages(pageLimit: windowPages)
    var sum: UInt64 = 0
    for step in script.steps {
      if !cache.contains(page: step.pageNumber) { cache.admit(step.page, number: step.pageNumber) }
      for row in cache.rows(ofPage: step.pageNumber)?.prefix(ScrollScript.visibleRows) ?? [] {
        sum &+= ScrollScript.sum(row.entry, version: row.version, text: row.title.utf8.span)
      }
    }
    return sum
  }
}

extension PageWindow {
  /// What is read of a page that was taken in: see `ScrollScript.checksum`.
  @inline(__always)
  fileprivate func checksum(firstRank: Int, count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    let id = row(atRank: firstRank)?.entry.id.rawValue ?? 0
    let byte = withText(atRank: firstRank + count - 1) { text in
      text.isEmpty ? 0 : UInt64(text[text.count - 1])
    }
    return id &+ (byte ?? 0)
  }
}
