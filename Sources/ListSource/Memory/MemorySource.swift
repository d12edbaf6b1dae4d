internal import ListCore

/// A list in memory, indexed by rank.
///
/// The order is an `OrderedIndex`, so a page by offset costs what a page by keyset costs, at every depth;
/// versions and texts are an `ItemStore`. A page copies its rows' texts, ready to send.
///
/// **Order.** The index ascends; rank 0 of the source, the head, is the index's last.
///
/// **Threads.** One readers-writer lock: pages are read side by side, a batch of changes waits for them and
/// is seen whole or not at all. Cursors are signed outside of the lock.
///
/// **Range.** Every key and every id; texts of at most `ItemStore.maximumTextByteCount` bytes.
///
/// MEASURED: 10^7 rows with texts of 10 to 199 bytes, a page of 50 at depth 5 * 10^6, cursors by HMAC-SHA-256
/// of libcrypto: 2.6 us by offset and by keyset, 3.1 us by cursor, of which 0.5 us and 0.8 us go to the
/// signatures; 8.6 to 9.8 us at random depths, where every row's line of the table and cell come from memory.
/// No allocation but those of libcrypto, two a signature.
public final class MemorySource: ListSource {
  /// How much of the log is kept.
  public struct Options: Hashable, Sendable {
    /// The last changes that are kept for readers; at times up to twice as many.
    public var changeCapacity = 100_000
    /// Bytes of the changes' text from which on fewer are kept.
    public var changeTextCapacityBytes = 64 << 20

    /// Makes the usual options.
    public init() {}
  }

  /// Which dataset the list is.
  public let identity: DatasetIdentity
  let codec: CursorCodec
  let list: ReadersWriterLock<List>

  /// What the lock guards.
  struct List: ~Copyable {
    var index: OrderedIndex
    var store: ItemStore
    var log: ChangeLog
    /// The keys of the ids that a batch touches, nil for a deleted one; empty between batches.
    var touched: [ItemID: SortKey?] = [:]
    /// A text on its way from one cell to another.
    var text: [UInt8] = []
  }

  /// Makes an empty list.
  ///
  /// `MemoryLoader` makes one with rows.
  /// - Parameters:
  ///   - identity: Which dataset it is.
  ///   - authenticator: Signs the cursors; sources with the same one understand each other's.
  ///   - sequence: The number of the last change before the first that will be applied.
  ///   - options: How much of the log is kept; capacities below 0 trap.
  public convenience init(
    identity: DatasetIdentity, authenticator: any CursorAuthenticator, sequence: UInt64 = 0,
    options: Options = Options()
  ) {
    self.init(
      identity: identity, authenticator: authenticator, sequence: sequence, options: options,
      index: OrderedIndex(), store: ItemStore())
  }

  init(
    identity: DatasetIdentity, authenticator: any CursorAuthenticator, sequence: UInt64,
    options: Options, index: consuming OrderedIndex, store: consuming ItemStore
  ) {
    precondition(
      options.changeCapacity >= 0 && options.changeTextCapacityBytes >= 0, "negative capacity")
    self.identity = identity
    codec = CursorCodec(identity: identity, authenticator: authenticator)
    let log = ChangeLog(
      after: sequence, capacity: options.changeCapacity,
      textCapacityBytes: options.changeTextCapacityBytes)
    list = ReadersWriterLock(List(index: index, store: store, log: log))
  }

  /// Bytes of heap that rows, order and tables take, without the log.
  public var byteCount: Int { list.read { $0.index.byteCount + $0.store.byteCount } }

  /// Traps, naming the invariant, if the structures are not as they say or do not fit together; for tests.
  ///
  /// - Complexity: O(n log n).
  public func checkInvariants() {
    list.read { list in
      list.index.checkInvariants()
      list.store.checkInvariants()
      precondition(list.index.count == list.store.count, "as many entries as items")
      precondition(list.touched.isEmpty, "no batch left over")
    }
  }
}
