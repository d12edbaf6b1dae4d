import Peers
import Testing

@Suite struct StorePeersTests {
  private struct Item: Equatable {
    var version: UInt32
    var bytes: [UInt8]
  }

  private static func step(_ random: inout TestRandom, byteCount: Int) -> PeerStoreStep {
    let operations: [PeerStoreOperation] = [.upsert, .upsert, .lookup, .delete]
    let start = random.below(byteCount + 1)
    let length = random.below(min(80, byteCount - start + 1))
    return PeerStoreStep(
      id: random.id(below: 300), byteOffset: UInt64(start), byteCount: UInt32(length),
      version: UInt32(random.below(5)), operation: operations[random.below(operations.count)])
  }

  private static func apply(
    _ step: PeerStoreStep, _ bytes: [UInt8], _ items: inout [UInt64: Item],
    _ stored: inout PeerStored
  ) {
    let held = items[step.id]
    switch step.operation {
    case .upsert:
      if let held, step.version < held.version {
        stored.stale += 1
        return
      }
      if held == nil { stored.inserted += 1 } else { stored.updated += 1 }
      let payload = bytes.dropFirst(Int(step.byteOffset)).prefix(Int(step.byteCount))
      items[step.id] = Item(version: step.version, bytes: Array(payload))
    case .lookup:
      guard let held else {
        stored.unknown += 1
        return
      }
      stored.found += 1
      stored.checksum &+= UInt64(held.version) + UInt64(held.bytes.count)
      stored.checksum &+= UInt64(held.bytes.first ?? 0) + UInt64(held.bytes.last ?? 0)
    case .delete:
      if items.removeValue(forKey: step.id) == nil {
        stored.unknown += 1
      } else {
        stored.deleted += 1
      }
    @unknown default: Issue.record("an operation that the model does not know")
    }
  }

  @Test(arguments: PeerCase.made(.store))
  func itemsAreTheModels(_ peerCase: PeerCase) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    let bytes = (0..<500).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var items: [UInt64: Item] = [:]
    for _ in 0..<60 {
      let steps = (0..<100).map { _ in Self.step(&random, byteCount: bytes.count) }
      var expected = PeerStored()
      var stored = PeerStored()
      for step in steps { Self.apply(step, bytes, &items, &expected) }
      #expect(
        peerStoreApply(peer.handle, steps, steps.count, bytes, bytes.count, &stored) == .ok)
      #expect(stored.inserted == expected.inserted)
      #expect(stored.updated == expected.updated)
      #expect(stored.stale == expected.stale)
      #expect(stored.found == expected.found)
      #expect(stored.deleted == expected.deleted)
      #expect(stored.unknown == expected.unknown)
      #expect(stored.checksum == expected.checksum)
      #expect(peer.count == items.count)
    }
    for (id, item) in items { #expect(Self.read(id, of: peer) == item) }
  }

  private static func read(_ id: UInt64, of peer: TestPeer) -> Item? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    var version: UInt32 = 0
    guard peerStoreRead(peer.handle, id, &buffer, buffer.count, &count, &version) == .ok else {
      return nil
    }
    return Item(version: version, bytes: Array(buffer.prefix(count)))
  }

  @Test(arguments: PeerCase.made(.store))
  func payloadsHaveALimit(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    let bytes = [UInt8](repeating: 7, count: 65_537)
    var stored = PeerStored()
    var step = PeerStoreStep(
      id: 1, byteOffset: 1, byteCount: 65_536, version: 1, operation: .upsert)
    #expect(peerStoreApply(peer.handle, [step], 1, bytes, bytes.count, &stored) == .ok)
    #expect(Self.read(1, of: peer) == Item(version: 1, bytes: Array(bytes.dropFirst())))
    step.byteOffset = 2
    #expect(peerStoreApply(peer.handle, [step], 1, bytes, bytes.count, &stored) == .outOfRange)
    step.byteOffset = .max
    #expect(peerStoreApply(peer.handle, [step], 1, bytes, bytes.count, &stored) == .outOfRange)
    step.byteOffset = 0
    step.byteCount = 65_537
    #expect(peerStoreApply(peer.handle, [step], 1, bytes, bytes.count, &stored) == .outOfRange)
    #expect(Self.read(2, of: peer) == nil)
  }
}
