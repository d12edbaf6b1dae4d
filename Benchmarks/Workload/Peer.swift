import ListCore
import Peers

/// A peer in C++: owned here, called through its handle.
public final class Peer {
  private let handle: OpaquePointer

  /// Makes an empty peer.
  ///
  /// - Throws: `PeerError` when there is none of that name for the workload.
  public init(_ name: String, _ workload: PeerWorkload) throws(PeerError) {
    var handle: OpaquePointer?
    let status = peerCreate(name, workload, &handle)
    guard status == .ok, let handle else { throw PeerError(status: status) }
    self.handle = handle
  }

  deinit { peerDestroy(handle) }

  /// Runs one call of the C interface.
  ///
  /// - Throws: `PeerError` when the call does not end well.
  public func call(_ body: (OpaquePointer) -> PeerStatus) throws(PeerError) {
    let status = body(handle)
    if status != .ok { throw PeerError(status: status) }
  }

  /// How many entries, rows or items it holds.
  public func count() throws(PeerError) -> Int {
    var count = 0
    try call { peerCount($0, &count) }
    return count
  }

  /// All entries in order, of an ordered list or one that pages are merged into.
  public func entries() throws(PeerError) -> [ListEntry] {
    var entries = [PeerEntry](repeating: PeerEntry(), count: try count())
    var written = 0
    try call { peerExport($0, &entries, entries.count, &written) }
    return entries[..<written].map { ListEntry(key: SortKey($0.key), id: ItemID($0.id)) }
  }
}

/// A call of a peer that did not end well.
public struct PeerError: Error, CustomStringConvertible {
  /// How it ended.
  public var status: PeerStatus

  /// What a reader is told.
  public var description: String { "the peer's call ended with \(status)" }
}

/// A peer that stands beside ours in one benchmark, whether it can run here or not.
public struct PeerKind: Sendable {
  /// As reports print it: `std::set + hash`.
  public let name: String
  /// What it does.
  public let workload: PeerWorkload
  /// Why it cannot run here; nil where it can.
  public let missing: String?

  /// The peers of a workload, in the order of the report.
  public static func all(_ workload: PeerWorkload) -> [PeerKind] {
    var count = 0
    return UnsafeBufferPointer(start: peersAll(&count), count: count)
      .filter { $0.workload == workload }
      .map { descriptor in
        PeerKind(
          name: String(cString: descriptor.name), workload: workload,
          missing: descriptor.missing.map { String(cString: $0) })
      }
  }

  /// Makes an empty one.
  public func make() throws(PeerError) -> Peer { try Peer(name, workload) }
}

extension PeerEntry {
  /// Our entry as the peers take it.
  public init(_ entry: ListEntry) {
    self.init(key: entry.key.rawValue, id: entry.id.rawValue)
  }
}

extension PeerRow {
  /// Our page's row as the peers take it.
  public init(_ row: Page.Row) {
    self.init(
      key: row.entry.key.rawValue, id: row.entry.id.rawValue, version: row.version,
      textByteOffset: row.textByteOffset, textByteCount: row.textByteCount)
  }
}
