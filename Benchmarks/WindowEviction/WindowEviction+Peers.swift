import BenchHarness
import ListCore
import Peers
import Workload

extension WindowEviction {
  /// The same session through windows in C++, and what the machine allows.
  ///
  /// A peer's window is a run of neighbouring pages, so which page comes in where is known before it is
  /// measured; a step to a resident page costs a peer nothing.
  static func peers(_ source: WorkloadSource) -> [BenchmarkCase] {
    let ours = makeCase("", source, budgetBytes: windowBytes) { _ in }
    let pageBytes = pageSize * (24 + 30)
    return PeerKind.all(.window).map { kind in
      ours.beside(kind) { try scroll($0, source, $1) }
    } + [
      ours.beside(.copy(bytes: pageBytes, operations: 1)),
      ours.beside(.allocatorPair(bytes: pageBytes)),
    ]
  }

  /// Where the pages of a session go in a window of neighbouring pages.
  private struct Places {
    /// The steps that take a page in, and where it goes.
    private(set) var admissions: [(step: Int, place: PeerPlace)] = []
    private var pages = 0..<0
    /// The step that took a page in last, by the page's number.
    private var newest: [Int: Int] = [:]

    init(_ script: ScrollScript) {
      for (number, step) in script.steps.enumerated() where !pages.contains(step.pageNumber) {
        admissions.append((number, take(step.pageNumber)))
        newest[step.pageNumber] = number
      }
    }

    private mutating func take(_ page: Int) -> PeerPlace {
      if page == pages.upperBound, !pages.isEmpty {
        pages = max(pages.lowerBound, page + 1 - windowPages)..<page + 1
        return .after
      }
      if page == pages.lowerBound - 1, !pages.isEmpty {
        pages = page..<min(pages.upperBound, page + windowPages)
        return .before
      }
      pages = page..<page + 1
      return .jump
    }

    /// The steps that took in what is resident at the end, in the window's order.
    var resident: [Int] { pages.compactMap { newest[$0] } }
  }

  private static func scroll(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let script = try ScrollScript(source, scratchFolder: run.scratchFolder)
    let places = Places(script)
    let taken = places.admissions.map { script.steps[$0.step].page }
    let rows = taken.flatMap { $0.rows.map(PeerRow.init) }
    let text = taken.flatMap(\.text)
    defer { withExtendedLifetime((script, places, taken)) {} }
    try rows.withUnsafeBufferPointer { rows in
      try text.withUnsafeBufferPointer { text in
        var (row, byte) = (0, 0)
        let pages = zip(taken, places.admissions).map { page, admission in
          defer { (row, byte) = (row + page.rows.count, byte + page.text.count) }
          return PeerPage(
            rows: rows.baseAddress?.advanced(by: row), rowCount: page.rows.count,
            text: text.baseAddress?.advanced(by: byte), textByteCount: page.text.count,
            place: admission.place)
        }
        run.baseline()
        let peer = try kind.make()
        try peer.call { peerWindowOpen($0, windowPages) }
        run.checkpoint("window made")
        var sum: UInt64 = 0
        try run.measure(operations: script.steps.count) {
          try peer.call { peerWindowRun($0, pages, pages.count, &sum) }
        }
        run.checkpoint("session over")
        run.count("pagesAdmitted", pages.count)
        let expected = taken.reduce(0) { $0 &+ ScrollScript.checksum(of: $1) }
        try run.expect(sum == expected, "a page that was taken in is not there")
        try expect(run, peer, holds: places.resident.map { script.steps[$0].page })
      }
    }
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
