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
        checkText(of: unsafe arena.rows(resident.slab)[row], first: resident.slab)
      }
      for other in 0..<position {
        precondition(
          !chain(resident.slab, meets: arena.resident(at: other).slab),
          "window invariant 2: slab in two pages")
      }
    }
    precondition(slabs == arena.slabCount, "window invariant 2: slabs")
  }

  private func checkText(of row: Page.Row, first: UInt32) {
    if row.textByteCount == 0 { return }
    let place = arena.place(of: row, first: first)
    let slab = place / arena.slabBytes
    precondition(
      (place + Int(row.textByteCount) - 1) / arena.slabBytes == slab,
      "window invariant 3: text across slabs")
    if slab == Int(first) {
      precondition(
        place - slab * arena.slabBytes >= arena.rowBytes, "window invariant 3: text over rows")
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
