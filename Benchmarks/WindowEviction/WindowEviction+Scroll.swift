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
        }
        for rank in first..<first + ScrollScript.visibleRows {
          guard let row = window.row(atRank: rank) else { break }
          sum &+=
            window.withText(atRank: rank) { text in
              ScrollScript.sum(row.entry, version: row.version, text: text)
            } ?? 0
        }
        run.checkpoint("window step")
      }
    }
    run.checkpoint("session over")
    run.count("pagesAdmitted", window.counts.admitted)
    run.count("pagesEvicted", window.counts.dropped)
    run.count("pagesReloaded", window.counts.reloaded)
    try run.expect(
      sum == script.expectedSum(admitted: admitted), "a visible row differs from the model's")
    try run.expect(
      window.counts.admitted == admitted.count { $0 }
        && window.counts.admitted - window.counts.dropped == window.residentPageCount,
      "the window's counts do not add up")
    try run.expect(window.byteCount <= windowBytes, "the window exceeds the budget it was made for")
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
        }
        for row in cache.rows(ofPage: number)?.prefix(ScrollScript.visibleRows) ?? [] {
          sum &+= ScrollScript.sum(row.entry, version: row.version, text: row.title.utf8.span)
        }
        run.checkpoint("cache step")
      }
    }
    run.checkpoint("session over")
    run.count("pagesAdmitted", admitted.count { $0 })
    try run.expect(
      sum == script.expectedSum(admitted: admitted), "a visible row differs from the model's")
    try run.expect(cache.pageCount <= windowPages, "the cache has more pages than its limit")
  }
}
