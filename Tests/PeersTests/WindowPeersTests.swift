import Peers
import Testing

@Suite struct WindowPeersTests {
  /// A page as Swift holds it.
  private struct Page {
    var rows: [PeerRow]
    var text: [UInt8]
    var place: PeerPlace

    func text(of row: PeerRow) -> [UInt8] {
      Array(text.dropFirst(Int(row.textByteOffset)).prefix(Int(row.textByteCount)))
    }

    /// The first id and the last text byte, as the peers add them up.
    var checksum: UInt64 {
      guard let first = rows.first, let last = rows.last else { return 0 }
      return first.id &+ UInt64(text(of: last).last ?? 0)
    }
  }

  private static func page(_ random: inout TestRandom) -> Page {
    var page = Page(rows: [], text: [], place: .after)
    for _ in 0..<random.below(8) {
      // Short and long texts, with bytes between them that belong to no row.
      let length = random.below(60)
      page.text.append(0)
      page.rows.append(
        PeerRow(
          key: random.key(), id: random.next(), version: 1,
          textByteOffset: UInt32(page.text.count), textByteCount: UInt32(length)))
      page.text += (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    switch random.below(20) {
    case 0: page.place = .jump
    case 1...8: page.place = .before
    default: page.place = .after
    }
    return page
  }

  private static func run(_ pages: [Page], in peer: TestPeer) -> (PeerStatus, UInt64) {
    // The peers' pages point into memory that must outlive the call.
    let rows = pages.flatMap(\.rows)
    let text = pages.flatMap(\.text)
    var checksum: UInt64 = 0
    let status = rows.withUnsafeBufferPointer { rows in
      text.withUnsafeBufferPointer { text in
        var rowStart = 0
        var textStart = 0
        let arguments = pages.map { page in
          defer {
            rowStart += page.rows.count
            textStart += page.text.count
          }
          return PeerPage(
            rows: rows.baseAddress.map { $0 + rowStart }, rowCount: page.rows.count,
            text: text.baseAddress.map { $0 + textStart }, textByteCount: page.text.count,
            place: page.place)
        }
        return peerWindowRun(peer.handle, arguments, arguments.count, &checksum)
      }
    }
    return (status, checksum)
  }

  @Test(arguments: PeerCase.made(.window), [1, 4])
  func residentRowsAreTheModels(_ peerCase: PeerCase, _ capacity: Int) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    #expect(peerWindowOpen(peer.handle, capacity) == .ok)
    var resident: [Page] = []
    for _ in 0..<60 {
      let pages = (0..<5).map { _ in Self.page(&random) }
      for page in pages {
        switch page.place {
        case .after: resident = resident.suffix(capacity - 1) + [page]
        case .before: resident = [page] + resident.prefix(capacity - 1)
        default: resident = [page]
        }
      }
      let (status, checksum) = Self.run(pages, in: peer)
      #expect(status == .ok)
      #expect(checksum == pages.reduce(0) { $0 &+ $1.checksum })
      expectRows(of: peer, toBe: resident)
    }
  }

  private func expectRows(of peer: TestPeer, toBe pages: [Page]) {
    var rank = 0
    var text = [UInt8](repeating: 0, count: 64)
    var row = PeerRow()
    for page in pages {
      for expected in page.rows {
        #expect(peerWindowRow(peer.handle, rank, &row, &text, text.count) == .ok)
        #expect(row.id == expected.id && row.key == expected.key)
        #expect(Array(text.prefix(Int(row.textByteCount))) == page.text(of: expected))
        rank += 1
      }
    }
    #expect(peer.count == rank)
    #expect(peerWindowRow(peer.handle, rank, &row, &text, text.count) == .outOfRange)
  }

  @Test(arguments: PeerCase.made(.window))
  func textBeyondThePageIsRefused(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    var page = Page(
      rows: [PeerRow(key: 1, id: 1, version: 1, textByteOffset: 1, textByteCount: 3)],
      text: [1, 2, 3], place: .after)
    #expect(Self.run([page], in: peer).0 == .outOfRange, "not open yet")
    #expect(peerWindowOpen(peer.handle, 0) == .outOfRange)
    #expect(peerWindowOpen(peer.handle, 2) == .ok)
    #expect(peerWindowOpen(peer.handle, 2) == .notEmpty)
    #expect(Self.run([page], in: peer).0 == .outOfRange)
    page.rows[0].textByteOffset = .max
    #expect(Self.run([page], in: peer).0 == .outOfRange)
    page.rows[0].textByteOffset = 0
    #expect(Self.run([page], in: peer) == (.ok, 1 + 3))
  }
}
