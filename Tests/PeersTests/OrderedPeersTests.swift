import Peers
import Testing

@Suite struct OrderedPeersTests {
  private static let kinds: [PeerChangeKind] = [.insert, .insert, .move, .delete, .update]

  /// Applies one change to the model and says what it was.
  private static func apply(
    _ change: PeerChange, to model: inout ListModel, counting applied: inout PeerApplied
  ) {
    let isHeld = model.keys[change.id] != nil
    switch change.kind {
    case .insert where !isHeld: applied.inserted += 1
    case .insert: applied.moved += 1
    case .move where isHeld: applied.moved += 1
    case .delete where isHeld: applied.deleted += 1
    case .update where isHeld: applied.updated += 1
    default:
      applied.unknown += 1
      return
    }
    switch change.kind {
    case .delete: model.keys[change.id] = nil
    case .update: break
    default: model.keys[change.id] = change.key
    }
  }

  private static func churned(
    _ peer: TestPeer, _ random: inout TestRandom, batches: Int
  ) -> ListModel {
    var model = ListModel()
    for _ in 0..<300 { model.keys[random.id(below: 500)] = random.key() }
    let start = model.entries
    #expect(peerBuild(peer.handle, start, start.count) == .ok)
    for _ in 0..<batches {
      let changes = (0..<100).map { _ in
        PeerChange(
          key: random.key(), id: random.id(below: 500),
          kind: kinds[random.below(kinds.count)])
      }
      var expected = PeerApplied()
      var applied = PeerApplied()
      for change in changes { apply(change, to: &model, counting: &expected) }
      #expect(peerApply(peer.handle, changes, changes.count, &applied) == .ok)
      #expect(applied.inserted == expected.inserted)
      #expect(applied.moved == expected.moved)
      #expect(applied.deleted == expected.deleted)
      #expect(applied.updated == expected.updated)
      #expect(applied.unknown == expected.unknown)
      #expect(peer.entries() == model.entries)
    }
    return model
  }

  @Test(arguments: PeerCase.made(.ordered))
  func churnLeavesTheModelsEntries(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    let model = Self.churned(peer, &random, batches: 40)
    #expect(peer.count == model.keys.count)
  }

  @Test(arguments: PeerCase.made(.ordered))
  func scansAddUpTheNextIds(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    let entries = Self.churned(peer, &random, batches: 5).entries
    let starts =
      entries + [PeerEntry(key: .min, id: 0), PeerEntry(key: .max, id: .max)]
      + (0..<100).map { _ in PeerEntry(key: random.key(), id: random.id(below: 500)) }
    for length in [0, 1, 10, 1000] {
      let expected = starts.reduce(into: UInt64(0)) { sum, start in
        for entry in entries.drop(while: { precedes($0, start) }).prefix(length) {
          sum &+= entry.id
        }
      }
      var checksum: UInt64 = 0
      #expect(peerScan(peer.handle, starts, starts.count, length, &checksum) == .ok)
      #expect(checksum == expected)
    }
  }

  @Test(arguments: PeerCase.made(.ranked))
  func ranksAndIdsAtRanksAreInverse(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    let ids = Self.churned(peer, &random, batches: 10).entries.map(\.id)
    var ranks = [UInt64](repeating: 0, count: ids.count)
    #expect(peerRanks(peer.handle, ids, ids.count, &ranks) == .ok)
    #expect(ranks == ids.indices.map { UInt64($0) })
    var selected = [UInt64](repeating: 0, count: ids.count)
    #expect(peerSelect(peer.handle, ranks, ranks.count, &selected) == .ok)
    #expect(selected == ids)
  }

  @Test(arguments: PeerCase.made(.ranked))
  func unknownIdsAndRanksBeyondTheEndAreRefused(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    let entries = [PeerEntry(key: 1, id: 1), PeerEntry(key: 2, id: 2)]
    #expect(peerBuild(peer.handle, entries, entries.count) == .ok)
    var result: UInt64 = 0
    #expect(peerRanks(peer.handle, [3], 1, &result) == .unknownId)
    #expect(peerSelect(peer.handle, [2], 1, &result) == .outOfRange)
    #expect(peerSelect(peer.handle, [1], 1, &result) == .ok)
    #expect(result == 2)
  }

  @Test(arguments: PeerCase.made(.ordered))
  func buildTakesAnyOrderAndRefusesRepeats(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    let repeated = [PeerEntry(key: 1, id: 1), PeerEntry(key: 2, id: 1)]
    #expect(peerBuild(peer.handle, repeated, repeated.count) == .repeatedId)
    #expect(peer.count == 0)
    let shuffled = [7, 3, 9, 1].map { PeerEntry(key: $0, id: UInt64($0)) }
    #expect(peerBuild(peer.handle, shuffled, shuffled.count) == .ok)
    #expect(peer.entries() == shuffled.sorted(by: precedes))
    #expect(peerBuild(peer.handle, shuffled, shuffled.count) == .notEmpty)
  }
}
