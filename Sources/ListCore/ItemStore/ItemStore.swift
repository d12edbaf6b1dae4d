/// One copy of each item, by id: its version and its text, UTF-8.
///
/// Versions decide: an upsert with an older or an equal version never overwrites, whatever the order
/// in which pages and live updates arrive. A removal can leave a tombstone, so that a late page does
/// not bring the item back.
///
/// An item is a cell of header and text in a slab of cells of one size class. A slab has no holes:
/// the last cell moves into a freed place. So memory follows the content at every moment, there is no
/// compaction to run and no pause, and a store whose content only changes does not allocate.
///
/// MEASURED: rounding up to classes costs 9% of the cells of texts of 10 to 400 bytes; an append log
/// that is compacted when a quarter is dead would cost up to that quarter, and a pause a chunk.
///
/// One owner, no lock; reading never writes.
///
/// Limits: texts of at most `maximumTextByteCount` bytes; `maximumCount` items and tombstones; of one size
/// class, 2^26 at least, and 2^27 where a power of two of its cells fills 64 KiB. A write beyond traps;
/// `checkRoom(forUpserting:textByteCounts:)` throws before it.
///
/// Invariants:
/// 1. The table has one entry for each cell, under the tag of the cell's id, and no other.
/// 2. No two cells have the same id.
/// 3. A cell is in the class for its header and text.
/// 4. `count` cells have text, `tombstoneCount` are tombstones; `textByteCount` is the sum of texts.
/// 5. No class has more cells than there are numbers.
public struct ItemStore: ~Copyable {
  /// What an upsert did.
  @frozen
  public enum UpsertOutcome: UInt8, Hashable, Sendable {
    /// The item was not there, or its tombstone was older.
    case inserted
    /// The item was there in an older version, and is replaced.
    case updated
    /// The item was there in this version; nothing changed.
    case repeated
    /// The item, or its tombstone, was there in a newer version, or the tombstone in this; nothing
    /// changed.
    case stale
  }

  /// What a removal with a version did.
  @frozen
  public enum RemovalOutcome: UInt8, Hashable, Sendable {
    /// The item was there and is gone.
    case removed
    /// The item was not there; a tombstone is, now or still.
    case absent
    /// The item was there in a newer version and stays.
    case stale
  }

  /// The longest text in bytes: 512 KiB less the header of a cell.
  public static var maximumTextByteCount: Int { CellClass.largestBytes - ItemCell.headerBytes }

  /// The most items and tombstones together: 3 * 10^9, for which the table has entries.
  public static var maximumCount: Int { IDTable.maximumCount }

  private(set) var cells: ItemCells
  /// The number of items, without tombstones.
  public private(set) var count = 0
  /// The number of tombstones.
  public private(set) var tombstoneCount = 0
  /// Bytes of the texts of all items.
  public private(set) var textByteCount = 0

  /// Makes an empty store.
  public init() { self.init(chunksPerClass: .max) }

  /// Makes an empty store that takes fewer items than others.
  ///
  /// - Parameters:
  ///   - chunksPerClass: Chunks of cells that each class may have.
  ///   - maximumCount: The most items and tombstones together.
  init(chunksPerClass: Int, maximumCount: Int = ItemStore.maximumCount) {
    cells = ItemCells(chunksPerClass: chunksPerClass, maximumCount: maximumCount)
  }

  /// Bytes of heap that the store holds, rounded up as the allocator rounds.
  public var byteCount: Int { cells.byteCount }

  // MARK: - Reading

  /// Whether an item is in the store; a tombstone is not.
  ///
  /// - Complexity: O(1) expected.
  public func contains(_ id: ItemID) -> Bool { version(of: id) != nil }

  /// The version of an item; nil if it is not in the store.
  ///
  /// - Complexity: O(1) expected.
  public func version(of id: ItemID) -> UInt32? {
    let found = cells.find(id, tag: IDTable.tag(of: id)).cell
    if found == noNode { return nil }
    let cell = cells.cell(found)
    return cell.isTombstone ? nil : cell.version
  }

  /// Calls `body` with the text of an item, in place; returns nil if it is not in the store.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - body: Gets the item's text, UTF-8.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: O(1) expected.
  @inlinable
  public func withText<Result, Failure: Error>(
    of id: ItemID, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let text = unsafe text(of: id) else { return nil }
    return try body(unsafe Span(_unsafeElements: text))
  }

  @usableFromInline
  func text(of id: ItemID) -> UnsafeBufferPointer<UInt8>? {
    let found = cells.find(id, tag: IDTable.tag(of: id)).cell
    if found == noNode { return nil }
    let cell = cells.cell(found)
    return unsafe cell.isTombstone ? nil : cell.text
  }

  // MARK: - Writing

  /// Stores an item unless this or a newer version of it is known.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - version: The larger one is the newer.
  ///   - text: UTF-8, at most `maximumTextByteCount` bytes. Traps otherwise.
  /// - Returns: What it did.
  /// - Complexity: O(text) expected; allocates only when the table or a slab grows.
  @discardableResult
  public mutating func upsert(
    _ id: ItemID, version: UInt32, text: Span<UInt8>
  ) -> UpsertOutcome {
    unsafe text.withUnsafeBufferPointer { unsafe upsert(id, version: version, text: $0) }
  }

  mutating func upsert(
    _ id: ItemID, version: UInt32, text: UnsafeBufferPointer<UInt8>
  ) -> UpsertOutcome {
    let tag = IDTable.tag(of: id)
    let found = cells.find(id, tag: tag)
    if found.cell == noNode {
      let number = cells.append(bytes: ItemCell.headerBytes + text.count)
      let cell = cells.cell(number)
      cell.id = id
      cell.version = version
      unsafe cell.setText(text)
      if cells.table.isFull {
        cells.table.insert(tag: tag, number: number)
      } else {
        cells.table.insert(tag: tag, number: number, at: found.place)
      }
      count &+= 1
      textByteCount &+= text.count
      return .inserted
    }
    let old = cells.cell(found.cell)
    if version <= old.version {
      return version == old.version && !old.isTombstone ? .repeated : .stale
    }
    let wasTombstone = old.isTombstone
    textByteCount &+= text.count &- old.textByteCount
    if wasTombstone {
      tombstoneCount &-= 1
      count &+= 1
    }
    let number = resize(found, tag: tag, id: id, textByteCount: text.count)
    let cell = cells.cell(number)
    cell.version = version
    unsafe cell.setText(text)
    return wasTombstone ? .inserted : .updated
  }

  /// Moves an item to a cell of the class for a text; version and text are the caller's.
  private mutating func resize(
    _ found: (place: Int, cell: UInt32), tag: UInt32, id: ItemID, textByteCount: Int
  ) -> UInt32 {
    let oldBytes = cells.cell(found.cell).byteCount
    let newBytes = ItemCell.headerBytes + textByteCount
    precondition(newBytes <= CellClass.largestBytes, "text too long")
    if CellClass.index(for: oldBytes) == CellClass.index(for: newBytes) { return found.cell }
    let number = cells.append(bytes: newBytes)
    cells.cell(number).id = id
    cells.table.replace(found.place, tag: tag, number: number)
    cells.release(found.cell)
    return number
  }

  /// Removes an item, or its tombstone, and forgets it.
  ///
  /// - Parameter id: The item.
  /// - Returns: Whether the item was there; false for a tombstone.
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func remove(_ id: ItemID) -> Bool {
    let found = cells.find(id, tag: IDTable.tag(of: id))
    if found.cell == noNode { return false }
    let cell = cells.cell(found.cell)
    let wasTombstone = cell.isTombstone
    if wasTombstone { tombstoneCount &-= 1 } else { count &-= 1 }
    textByteCount &-= cell.textByteCount
    cells.table.erase(found.place)
    cells.release(found.cell)
    return !wasTombstone
  }

  /// Removes an item unless a newer version of it is known, and leaves a tombstone of 16 bytes.
  ///
  /// From then on upserts up to `version` are stale. A tombstone keeps its largest version.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - version: The last version of the item that is to stay away.
  /// - Returns: What it did.
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func remove(_ id: ItemID, leavingTombstone version: UInt32) -> RemovalOutcome {
    let tag = IDTable.tag(of: id)
    let found = cells.find(id, tag: tag)
    if found.cell == noNode {
      let number = cells.append(bytes: ItemCell.headerBytes)
      let cell = cells.cell(number)
      cell.id = id
      cell.version = version
      cell.setTombstone()
      cells.table.insert(tag: tag, number: number)
      tombstoneCount &+= 1
      return .absent
    }
    let old = cells.cell(found.cell)
    if old.isTombstone {
      old.version = Swift.max(old.version, version)
      return .absent
    }
    if version < old.version { return .stale }
    textByteCount &-= old.textByteCount
    count &-= 1
    tombstoneCount &+= 1
    let number = resize(found, tag: tag, id: id, textByteCount: 0)
    let cell = cells.cell(number)
    cell.version = version
    cell.setTombstone()
    return .removed
  }

  /// Forgets all tombstones; their items may come back in any version.
  ///
  /// - Returns: How many there were.
  /// - Complexity: O(n); allocates a list of the tombstones' ids.
  @discardableResult
  public mutating func removeTombstones() -> Int {
    let removed = tombstoneCount
    if removed == 0 { return 0 }
    var ids: [ItemID] = []
    ids.reserveCapacity(removed)
    cells.table.forEach { _, number in
      let cell = cells.cell(number)
      if cell.isTombstone { ids.append(cell.id) }
    }
    for id in ids { remove(id) }
    return removed
  }

  /// Removes everything and gives the memory back.
  public mutating func removeAll() {
    cells.removeAll()
    count = 0
    tombstoneCount = 0
    textByteCount = 0
  }

  /// Reads ahead what upserts of these ids will need, so that their cache misses overlap.
  @inline(__always)
  func touched(_ count: Int, id: (Int) -> ItemID) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<count {
      let entry = cells.table.entry(at: cells.table.home(of: IDTable.tag(of: id(index))))
      if entry != IDTable.empty { sum ^= cells.cell(IDTable.number(ofEntry: entry)).version }
    }
    return sum
  }
}
