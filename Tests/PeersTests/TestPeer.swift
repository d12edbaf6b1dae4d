import Peers
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One peer of a workload, as a test names it.
struct PeerCase: Sendable, CustomTestStringConvertible {
  let name: String
  let workload: PeerWorkload

  var testDescription: String { name }

  /// The peers of a workload that can be made here; the missing ones have a test of their own.
  static func made(_ workload: PeerWorkload) -> [PeerCase] {
    descriptors().filter { $0.workload == workload && $0.missing == nil }
      .map { PeerCase(name: String(cString: $0.name), workload: workload) }
  }

  static func descriptors() -> UnsafeBufferPointer<PeerDescriptor> {
    var count = 0
    return UnsafeBufferPointer(start: peersAll(&count), count: count)
  }
}

/// Owns a peer, whose calls take `handle`.
final class TestPeer {
  let handle: OpaquePointer

  init(_ peer: PeerCase) throws {
    var created: OpaquePointer?
    #expect(peerCreate(peer.name, peer.workload, &created) == .ok)
    handle = try #require(created)
  }

  deinit { peerDestroy(handle) }

  var count: Int {
    var count = 0
    #expect(peerCount(handle, &count) == .ok)
    return count
  }

  /// All entries in order.
  func entries() -> [PeerEntry] {
    var entries = [PeerEntry](repeating: PeerEntry(), count: count)
    var written = 0
    #expect(peerExport(handle, &entries, entries.count, &written) == .ok)
    #expect(written == entries.count)
    return entries
  }
}

/// splitmix64 from `PEERS_SEED`, or from a fixed seed; printed so that a failure can be run again.
struct TestRandom {
  private var state: UInt64

  init() {
    state = getenv("PEERS_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_130
    print("PEERS_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Small keys so that ties are frequent, and both extremes.
  mutating func key() -> Int64 {
    switch below(50) {
    case 0: .min
    case 1: .max
    default: Int64(below(400)) - 200
    }
  }

  /// Ids of a small range so that repeats are frequent, and both extremes.
  mutating func id(below bound: Int) -> UInt64 {
    switch below(50) {
    case 0: 0
    case 1: .max
    default: UInt64(below(bound)) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}

/// The model of every ordered list: a key for each id.
struct ListModel {
  var keys: [UInt64: Int64] = [:]

  var entries: [PeerEntry] {
    keys.map { PeerEntry(key: $0.value, id: $0.key) }.sorted(by: precedes)
  }
}

func precedes(_ left: PeerEntry, _ right: PeerEntry) -> Bool {
  (left.key, left.id) < (right.key, right.id)
}

extension PeerEntry: @retroactive Equatable {
  /// Whether key and id are the same.
  public static func == (left: PeerEntry, right: PeerEntry) -> Bool {
    (left.key, left.id) == (right.key, right.id)
  }
}
