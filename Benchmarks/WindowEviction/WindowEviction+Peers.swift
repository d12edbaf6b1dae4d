import BenchHarness
import ListCore
import Peers
import Workload

extension WindowEviction {
  /// The same session through arrays of rows and through windows in C++, and what the machine allows.
  ///
  /// A C++ window is a run of neighbouring pages, so which page comes in where is known before it is
  /// measured; a move to a resident page costs it nothing.
  static func peers(_ source: WorkloadSource, beside ours: BenchmarkCase) -> [BenchmarkCase] {
    let arrays = [
      reference("deque of row arrays", source) { DequeOfRowArrays(pageLimit: windowPages) },
      reference("array of row arrays", source) { ArrayOfRowArrays(pageLimit: windowPages) },
    ].map { original in
      var peer = original
      peer.isGated = false
      return peer
    }
    let pageBytes = pageSize * (MemoryLayout<Page.Row>.stride + RowText.byteCount)
    return arrays
      + PeerKind.all(.window).map { kind in
        ours.beside(kind) { try scroll($0, source, $1) }
      } + [
        ours.beside(.copy(bytes: pageBytes, operations: 1)),
        ours.beside(.allocatorPair(bytes: pageBytes)),
      ]
  }

  private static func scroll(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let script = try ScrollScript(source, scratchFolder: run.scratchFolder)
    let rows = script.arrivals.flatMap { $0.rows.map(PeerRow.init) }
    let text = script.arrivals.flatMap(\.text)
    defer { withExtendedLifetime(script) {} }
    try rows.withUnsafeBufferPointer { rows in
      try text.withUnsafeBufferPointer { text in
        var (row, byte) = (0, 0)
        let arrivals = script.arrivals.map { page in
          defer { (row, byte) = (row + page.rows.count, byte + page.text.count) }
          return PeerPage(
            rows: rows.baseAddress?.advanced(by: row), rowCount: page.rows.count,
            text: text.baseAddress?.advanced(by: byte), textByteCount: page.text.count,
            place: .after)
        }
        var window = PageRun(limit: windowPages)
        /// What came in last, by the page's number.
        var newest: [Int: Int] = [:]
        let pages = script.moves.compactMap { move in
          window.take(move.page).map { place in
            newest[move.page] = move.arrival
            var page = arrivals[move.arrival]
            page.place = place
            return page
          }
        }
        run.baseline()
        let peer = try kind.make()
        try peer.call { peerWindowOpen($0, windowPages) }
        run.checkpoint("window made")
        var sum: UInt64 = 0
        try run.measure(operations: script.pageIns) {
          try peer.call { peerWindowRun($0, pages, pages.count, &sum) }
        }
        run.checkpoint("session over")
        run.count("pagesAdmitted", pages.count)
        let expected = script.expectedChecksum(admitted: admitted(script))
        try run.expect(sum == expected, "a page that was taken in is not there")
        try expect(
          run, peer, holds: window.pages.compactMap { newest[$0] }.map { script.arrivals[$0] })
      }
    }
  }

  /// At which moves a page comes into a window of neighbouring pages.
  private static func admitted(_ script: ScrollScript) -> [Bool] {
    var window = PageRun(limit: windowPages)
    return script.moves.map { window.take($0.page) != nil }
  }

  private static func expect(_ run: Run, _ peer: Peer, holds pages: [Page]) throws {
    var text = [UInt8](repeating: 0, count: 65_536)
    var found = PeerRow()
    var rank = 0
    for page in pages {
      for row in page.rows {
        try peer.call { peerWindowRow($0, rank, &found, &text, text.count) }
        let start = Int(row.textByteOffset)
        try run.expect(
          found.id == row.entry.id.rawValue && found.key == row.entry.key.rawValue
            && found.version == row.version
            && text[..<Int(found.textByteCount)].elementsEqual(
              page.text[start..<start + Int(row.textByteCount)]),
          "the row at rank \(rank) of the window differs from the model's")
        rank += 1
      }
    }
    try run.expect(try peer.count() == rank, "the window has rows that the model lacks")
  }
}
