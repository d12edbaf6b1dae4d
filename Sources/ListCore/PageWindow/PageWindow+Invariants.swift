extension PageWindow {
  /// Traps with the invariant's number if one does not hold; for tests.
  ///
  /// - Complexity: O(rows + slabs^2).
  public func checkInvariants() {
    var slabs = arena.freeCount
    for position in 0..<arena.residentCount {
      let resident = arena.resident(at: position)
      if position > 0 {
        precondition(
          arena.resident(at: position - 1).page < resident.page, "window invariant 1: order")
      }
      slabs += arena.chainLength(resident.slab)
      precondition(
        resident.rowCount <= rowsPerPage, "window invariant 3: rows")
      for row in 0..<Int(resident.rowCount) {
        checkText(of: arena.record(row: row, slab: resident.slab), first: resident.slab)
      }
      for other in 0..<position {
        precondition(
          !chain(resident.slab, meets: arena.resident(at: other).slab),
          "window invariant 2: slab in two pages")
      }
    }
    precondition(slabs == arena.slabCount, "window invariant 2: slabs")
  }

  private func checkText(of record: PageArena.Record, first: UInt32) {
    if record.textByteCount == 0 { return }
    let end = record.textByteOffset + Int(record.textByteCount)
    let slab = record.textByteOffset / arena.slabBytes
    precondition((end - 1) / arena.slabBytes == slab, "window invariant 3: text across slabs")
    if slab == Int(first) {
      precondition(
        record.textByteOffset >= arena.textByteOffset(inFirst: first),
        "window invariant 3: text over records")
    } else {
      precondition(chain(first, meets: UInt32(slab)), "window invariant 3: text in another page")
    }
  }

  /// Whether `other` is one of the slabs of a chain.
  private func chain(_ first: UInt32, meets other: UInt32) -> Bool {
    var slab = first
    while slab != PageArena.noSlab {
      if slab == other { return true }
      slab = arena.next(after: slab)
    }
    return false
  }
}
