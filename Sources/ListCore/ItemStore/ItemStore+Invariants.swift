extension ItemStore {
  /// Traps with the invariant's number if one does not hold; for tests.
  ///
  /// - Complexity: O(n).
  public func checkInvariants() {
    cells.table.checkInvariants()
    cells.checkSlabs()
    precondition(cells.table.count == cells.cellCount, "store invariant 1: table")
    var live = 0
    var tombstones = 0
    var bytes = 0
    cells.table.forEach { tag, number in
      let cell = cells.cell(number)
      precondition(IDTable.tag(of: cell.id) == tag, "store invariant 1: tag")
      precondition(cells.find(cell.id, tag: tag).cell == number, "store invariant 2: id twice")
      precondition(
        CellClass.index(for: cell.byteCount) == Int(number >> CellLayout.numberBits),
        "store invariant 3: class")
      if cell.isTombstone { tombstones += 1 } else { live += 1 }
      bytes += cell.textByteCount
    }
    precondition(live == count, "store invariant 4: count")
    precondition(tombstones == tombstoneCount, "store invariant 4: tombstones")
    precondition(bytes == textByteCount, "store invariant 4: text")
  }
}
