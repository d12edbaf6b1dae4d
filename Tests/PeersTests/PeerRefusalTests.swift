import Peers
import Testing

@Suite struct PeerRefusalTests {
  @Test func everyPeerIsMadeOrSaysWhyNot() {
    let descriptors = PeerCase.descriptors()
    #expect(!descriptors.isEmpty)
    for descriptor in descriptors {
      var created: OpaquePointer?
      let status = peerCreate(descriptor.name, descriptor.workload, &created)
      if let missing = descriptor.missing {
        #expect(status == .missing && created == nil)
        #expect(!String(cString: missing).isEmpty)
      } else {
        #expect(status == .ok && created != nil)
      }
      peerDestroy(created)
    }
  }

  @Test func namesAreUniqueInAWorkload() {
    var seen: Set<String> = []
    for descriptor in PeerCase.descriptors() {
      let name = String(cString: descriptor.name)
      #expect(seen.insert("\(descriptor.workload.rawValue) \(name)").inserted, "\(name)")
    }
  }

  @Test func unknownNamesAndWorkloadsAreRefused() {
    var created: OpaquePointer?
    #expect(peerCreate("skip list", .ordered, &created) == .unknownPeer)
    #expect(peerCreate("Fenwick tree", .ordered, &created) == .unknownPeer)
    #expect(created == nil)
  }

  @Test func nullsAreRefused() throws {
    #expect(peersAll(nil) == nil)
    #expect(peerCreate(nil, .ordered, nil) == .null)
    #expect(peerCreate("std::set + hash", .ordered, nil) == .null)
    var count = 0
    #expect(peerCount(nil, &count) == .null)
    #expect(peerBuild(nil, nil, 0) == .null)

    let peer = try TestPeer(PeerCase(name: "std::set + hash", workload: .ordered))
    #expect(peerCount(peer.handle, nil) == .null)
    #expect(peerBuild(peer.handle, nil, 1) == .null)
    #expect(peerBuild(peer.handle, nil, 0) == .ok)
    #expect(peerApply(peer.handle, nil, 0, nil) == .null)
    #expect(peerScan(peer.handle, nil, 1, 1, nil) == .null)
    #expect(peerExport(peer.handle, nil, 1, &count) == .null)
  }

  @Test func callsOfAnotherWorkloadAreRefused() throws {
    let list = try TestPeer(PeerCase(name: "std::set + hash", workload: .ordered))
    var number: UInt64 = 0
    var merged = PeerMerged()
    #expect(peerRanks(list.handle, [1], 1, &number) == .unsupported)
    #expect(peerSelect(list.handle, [1], 1, &number) == .unsupported)
    #expect(peerMergePage(list.handle, nil, 0, &merged) == .unsupported)
    #expect(peerHeightsBuild(list.handle, [1], 1) == .unsupported)
    #expect(peerWindowOpen(list.handle, 1) == .unsupported)
    #expect(peerLimitPrepare(list.handle, 1) == .unsupported)
    let heights = try TestPeer(PeerCase(name: "Fenwick tree", workload: .heights))
    #expect(peerBuild(heights.handle, [PeerEntry(key: 1, id: 1)], 1) == .unsupported)
  }

  @Test func anEnumValueThatIsNoneIsRefused() throws {
    let list = try TestPeer(PeerCase(name: "std::set + hash", workload: .ordered))
    var applied = PeerApplied()
    withUnsafeTemporaryAllocation(of: PeerChange.self, capacity: 1) { changes in
      changes.initialize(repeating: PeerChange(key: 1, id: 1, kind: .insert))
      guard let kind = MemoryLayout<PeerChange>.offset(of: \.kind) else { return }
      UnsafeMutableRawBufferPointer(changes)[kind] = 77
      #expect(peerApply(list.handle, changes.baseAddress, 1, &applied) == .outOfRange)
    }
    #expect(list.count == 0)
  }
}
