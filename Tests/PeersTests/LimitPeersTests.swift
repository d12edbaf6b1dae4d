import Peers
import Testing

@Suite struct LimitPeersTests {
  @Test func allFourLimitsAreThere() {
    #expect(
      PeerCase.made(.limit).map(\.name) == [
        "limit: memcpy", "limit: random read, dependent", "limit: random read, independent",
        "limit: malloc pair",
      ])
  }

  @Test(arguments: PeerCase.made(.limit), [1, 1000])
  func runsOnceItIsPrepared(_ peerCase: PeerCase, _ size: Int) throws {
    let peer = try TestPeer(peerCase)
    var checksum: UInt64 = 0
    #expect(peerLimitRun(peer.handle, 1, &checksum) == .outOfRange)
    #expect(peerLimitPrepare(peer.handle, 0) == .outOfRange)
    #expect(peerLimitPrepare(peer.handle, size) == .ok)
    #expect(peerLimitRun(peer.handle, 5000, &checksum) == .ok)
  }

  @Test func dependentReadsGoThroughAllEntries() throws {
    let peer = try TestPeer(PeerCase(name: "limit: random read, dependent", workload: .limit))
    #expect(peerLimitPrepare(peer.handle, 500) == .ok)
    var visited: Set<UInt64> = []
    for reads in 0..<500 {
      var at: UInt64 = 0
      #expect(peerLimitRun(peer.handle, reads, &at) == .ok)
      visited.insert(at)
    }
    #expect(visited.count == 500)
    var start: UInt64 = 1
    #expect(peerLimitRun(peer.handle, 500, &start) == .ok)
    #expect(start == 0)
  }

  @Test func moreMemoryThanThereIsAnErrorAndLeavesThePeerUsable() throws {
    for peerCase in PeerCase.made(.limit) where peerCase.name != "limit: malloc pair" {
      let peer = try TestPeer(peerCase)
      #expect(peerLimitPrepare(peer.handle, 100) == .ok)
      #expect(peerLimitPrepare(peer.handle, .max) == .noMemory)
      var checksum: UInt64 = 0
      #expect(peerLimitRun(peer.handle, 100, &checksum) == .ok)
    }
  }
}
