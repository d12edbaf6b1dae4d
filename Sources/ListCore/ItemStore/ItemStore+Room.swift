extension ItemStore {
  /// Throws unless so many upserts have room; then none of the next so many traps.
  ///
  /// To be called once before a batch whose size the world decides. A removal that leaves a tombstone
  /// counts as an upsert of an empty text; an update counts too, for it may need a larger cell. Memory
  /// that the system does not have is another matter: an allocation that fails ends the process.
  ///
  /// - Parameters:
  ///   - added: How many upserts may come, 0 or more. Traps otherwise.
  ///   - textByteCounts: From the shortest to the longest of their texts, from 0 on. Traps otherwise.
  /// - Throws: `textTooLong` if a text may have more than `maximumTextByteCount` bytes; `tooManyItems` if
  ///   there would be too many in all, or of one size class. The store is as it was.
  /// - Complexity: O(1), no allocation.
  public func checkRoom(
    forUpserting added: Int,
    textByteCounts: ClosedRange<Int> = 0...ItemStore.maximumTextByteCount
  ) throws(ListCoreError) {
    precondition(textByteCounts.lowerBound >= 0, "text byte count negative")
    guard textByteCounts.upperBound <= Self.maximumTextByteCount else {
      throw ListCoreError(
        code: .textTooLong,
        description: "a text of \(textByteCounts.upperBound) bytes in a store of texts of at most "
          + "\(Self.maximumTextByteCount); shorten it, or keep it elsewhere")
    }
    try ListCoreError.check(
      room: added, beside: cells.table.count, limit: cells.table.maximumCount, .tooManyItems,
      of: "items and tombstones")
    let first = CellClass.index(for: ItemCell.headerBytes + textByteCounts.lowerBound)
    let last = CellClass.index(for: ItemCell.headerBytes + textByteCounts.upperBound)
    for index in first...last {
      let limit = cells.maximumCellCount(ofClass: index)
      try ListCoreError.check(
        room: added, beside: cells.cellCount(ofClass: index), limit: limit, .tooManyItems,
        of: "items with texts of up to \(CellClass.bytes(of: index) - ItemCell.headerBytes) bytes")
    }
  }
}
