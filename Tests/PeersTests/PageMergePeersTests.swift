import Peers
import Testing

@Suite struct PageMergePeersTests {
  /// What a merge by id does, in the plainest form; without versions all versions count as equal.
  private struct Model {
    let isVersioned: Bool
    var list = ListModel()
    var versions: [UInt64: UInt32] = [:]

    mutating func merge(_ row: PeerRow, counting merged: inout PeerMerged) {
      let version = isVersioned ? row.version : 0
      guard let key = list.keys[row.id] else {
        merged.inserted += 1
        list.keys[row.id] = row.key
        versions[row.id] = version
        return
      }
      let held = versions[row.id] ?? 0
      guard version >= held else {
        merged.stale += 1
        return
      }
      if key != row.key {
        merged.moved += 1
      } else if version > held {
        merged.updated += 1
      } else {
        merged.repeated += 1
      }
      list.keys[row.id] = row.key
      versions[row.id] = version
    }
  }

  private static func page(_ random: inout TestRandom, isSorted: Bool) -> [PeerRow] {
    let rows = (0..<random.below(60)).map { _ in
      PeerRow(
        key: random.key(), id: random.id(below: 2000), version: UInt32(random.below(4)),
        textByteOffset: 0, textByteCount: 0)
    }
    return isSorted ? rows.sorted { ($0.key, $0.id) < ($1.key, $1.id) } : rows
  }

  @Test(arguments: PeerCase.made(.pageMerge) + PeerCase.made(.versionedPageMerge))
  func pagesMergeAsInTheModel(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    var model = Model(isVersioned: peerCase.workload == .versionedPageMerge)
    for _ in 0..<200 { model.list.keys[random.id(below: 2000)] = random.key() }
    let start = model.list.entries
    #expect(peerBuild(peer.handle, start, start.count) == .ok)
    for number in 0..<120 {
      let rows = Self.page(&random, isSorted: number % 3 > 0)
      var expected = PeerMerged()
      var merged = PeerMerged()
      for row in rows { model.merge(row, counting: &expected) }
      #expect(peerMergePage(peer.handle, rows, rows.count, &merged) == .ok)
      #expect(merged.inserted == expected.inserted)
      #expect(merged.moved == expected.moved)
      #expect(merged.updated == expected.updated)
      #expect(merged.repeated == expected.repeated)
      #expect(merged.stale == expected.stale)
      #expect(peer.entries() == model.list.entries)
    }
  }

  @Test(arguments: PeerCase.made(.runUnion))
  func unionHoldsEachEntryOnce(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    for (firstCount, secondCount) in [(0, 0), (0, 50), (50, 0), (1, 1), (400, 300), (20, 500)] {
      let runs = [firstCount, secondCount].map { count in
        var model = ListModel()
        for _ in 0..<count { model.keys[random.id(below: 600)] = Int64(random.below(3)) }
        return model.entries
      }
      var expected = runs[0]
      for entry in runs[1] where !runs[0].contains(entry) { expected.append(entry) }
      expected.sort(by: precedes)
      var result = [PeerEntry](repeating: PeerEntry(), count: runs[0].count + runs[1].count)
      var count = 0
      #expect(
        peerUnion(
          peer.handle, runs[0], runs[0].count, runs[1], runs[1].count, &result, result.count,
          &count) == .ok)
      #expect(Array(result.prefix(count)) == expected)
    }
  }

  @Test(arguments: PeerCase.made(.runUnion))
  func unionRefusesASmallResult(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    let run = [PeerEntry(key: 1, id: 1)]
    var result = run
    var count = 0
    #expect(peerUnion(peer.handle, run, 1, run, 1, &result, 1, &count) == .outOfRange)
  }
}
