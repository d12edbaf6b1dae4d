import BenchHarness
import Peers

/// What the machine allows: a figure that no structure can beat, measured beside the structures.
public struct MachineLimit: Sendable {
  /// As reports print it: `limit: memcpy`.
  public let name: String
  /// Bytes of the copy or of the block, entries of 16 bytes of the reads.
  let size: Int
  /// Copies, reads or pairs that are run.
  let repeats: Int
  /// What the time is divided by.
  let operations: Int

  /// Copies of so many bytes, which hold `operations` of what ours does.
  public static func copy(bytes: Int, operations: Int) -> MachineLimit {
    let repeats = max(1, (32 << 20) / max(1, bytes))
    return MachineLimit(
      name: "limit: memcpy", size: max(1, bytes), repeats: repeats,
      operations: max(1, operations) * repeats)
  }

  /// Random reads, each of which waits for the one before, in a table of so many entries of 16 bytes.
  public static func dependentReads(entries: Int) -> MachineLimit {
    reads("limit: random read, dependent", entries)
  }

  /// Random reads that do not wait for each other, in a table of so many entries of 16 bytes.
  public static func independentReads(entries: Int) -> MachineLimit {
    reads("limit: random read, independent", entries)
  }

  /// Pairs of one allocation of so many bytes and its release.
  public static func allocatorPair(bytes: Int) -> MachineLimit {
    MachineLimit(
      name: "limit: malloc pair", size: bytes, repeats: 1_000_000, operations: 1_000_000)
  }

  private static func reads(_ name: String, _ entries: Int) -> MachineLimit {
    MachineLimit(name: name, size: max(1, entries), repeats: 2_000_000, operations: 2_000_000)
  }

  /// Measures it.
  public func measure(_ run: Run) throws {
    let peer = try Peer(name, .limit)
    run.baseline()
    try peer.call { peerLimitPrepare($0, size) }
    var checksum: UInt64 = 0
    // Once untimed, so that memory and caches are as they will be.
    try peer.call { peerLimitRun($0, repeats / 8 + 1, &checksum) }
    try run.measure(operations: operations) {
      try peer.call { peerLimitRun($0, repeats, &checksum) }
    }
  }
}
