extension PageWindow {
  /// Takes a page in: copies its rows and their text, and drops the farthest pages if there is no
  /// room.
  ///
  /// A page that is resident is replaced. A page is declined, and nothing changes, when room could
  /// only be made by dropping pages that are as near as it is or nearer.
  ///
  /// - Parameters:
  ///   - page: At most `rowsPerPage` rows. Traps if a row's text is not inside the page's.
  ///   - number: The page's number, from 0.
  ///   - onDrop: Gets the number of each page that is dropped, before its memory is used again.
  /// - Returns: What became of the page.
  /// - Throws: `tooManyRows`; `pageTooLarge` if the page would not fit in an empty window, or a text
  ///   not in a slab. Nothing has changed then.
  /// - Complexity: O(rows + text + pages dropped), no allocation.
  @discardableResult
  public mutating func admit(
    _ page: borrowing Page, at number: Int, onDrop: (Int) -> Void = { _ in }
  ) throws(ListCoreError) -> Admission {
    precondition(number >= 0, "page number negative")
    let needed = try slabsNeeded(page.rows.span, textByteCount: page.text.count)
    var position = arena.position(of: number)
    let isResident = position < arena.residentCount && arena.resident(at: position).page == number
    let own = isResident ? arena.chainLength(arena.resident(at: position).slab) : 0
    guard hasRoom(needed - own, for: number) else {
      counts.declined += 1
      return .declined
    }
    if isResident {
      arena.releaseChain(arena.resident(at: position).slab)
      arena.remove(at: position)
    }
    while arena.freeCount < needed { dropFarthest(onDrop) }
    position = arena.position(of: number)
    let slab = copy(page.rows.span, text: page.text.span)
    arena.insert(
      PageArena.Resident(
        page: number, slab: slab, rowCount: UInt32(truncatingIfNeeded: page.rows.count)),
      at: position)
    counts.overflowSlabs += needed - 1
    if isResident {
      counts.refreshed += 1
      return .refreshed
    }
    counts.admitted += 1
    guard arena.wasDropped(number) else { return .admitted }
    counts.reloaded += 1
    return .reloaded
  }

  /// Drops a page, for instance because the list changed there; returns whether it was resident.
  @discardableResult
  public mutating func drop(_ page: Int) -> Bool {
    let position = arena.position(of: page)
    guard position < arena.residentCount, arena.resident(at: position).page == page else {
      return false
    }
    dropResident(at: position)
    return true
  }

  /// Drops all pages, and forgets which were resident before.
  public mutating func removeAll() {
    counts.dropped += arena.residentCount
    arena.reset()
  }

  // MARK: - Room

  /// Whether `slabs` more can be had by dropping pages that are farther than `page`.
  private func hasRoom(_ slabs: Int, for page: Int) -> Bool {
    var missing = slabs - arena.freeCount
    if missing <= 0 { return true }
    let limit = distance(of: page)
    var low = 0
    var high = arena.residentCount - 1
    while missing > 0, low <= high {
      let lowDistance = distance(of: arena.resident(at: low).page)
      let highDistance = distance(of: arena.resident(at: high).page)
      if Swift.max(lowDistance, highDistance) <= limit { return false }
      let farthest = lowDistance > highDistance ? low : high
      missing -= arena.chainLength(arena.resident(at: farthest).slab)
      if farthest == low { low += 1 } else { high -= 1 }
    }
    return missing <= 0
  }

  private mutating func dropFarthest(_ onDrop: (Int) -> Void) {
    let last = arena.residentCount - 1
    let lowDistance = distance(of: arena.resident(at: 0).page)
    let highDistance = distance(of: arena.resident(at: last).page)
    let position = lowDistance > highDistance ? 0 : last
    onDrop(arena.resident(at: position).page)
    dropResident(at: position)
  }

  private mutating func dropResident(at position: Int) {
    let resident = arena.resident(at: position)
    arena.releaseChain(resident.slab)
    arena.remove(at: position)
    arena.noteDropped(resident.page)
    counts.dropped += 1
  }

  // MARK: - Copying

  /// The slabs that a page takes: its first, and more if its text is longer than usual.
  private func slabsNeeded(
    _ rows: Span<Page.Row>, textByteCount: Int
  ) throws(ListCoreError) -> Int {
    guard rows.count <= rowsPerPage else {
      throw ListCoreError(
        code: .tooManyRows,
        description: "a page of \(rows.count) rows in a window made for \(rowsPerPage); "
          + "ask the source for pages of at most that")
    }
    // The sign bit of `room` is set once a text goes beyond the page's.
    var room = 0
    for row in rows.indices {
      room |=
        textByteCount &- Int(rows[row].textByteOffset) &- Int(rows[row].textByteCount)
    }
    precondition(room >= 0, "row text outside the page's")
    return textByteCount <= arena.textByteCapacity ? 1 : try slabsNeededRowByRow(rows)
  }

  /// As `copyRowByRow` lays texts out: each behind the one before, or at the start of a new slab.
  @inline(never)
  private func slabsNeededRowByRow(_ rows: Span<Page.Row>) throws(ListCoreError) -> Int {
    var slabs = 1
    var free = arena.textByteCapacity
    for row in rows.indices {
      let length = Int(rows[row].textByteCount)
      if length > free {
        slabs += 1
        free = arena.slabBytes
      }
      free -= length
      if free < 0 || slabs > arena.slabsPerPage { throw pageTooLarge(rows) }
    }
    return slabs
  }

  private func pageTooLarge(_ rows: Span<Page.Row>) -> ListCoreError {
    var total = 0
    for row in rows.indices { total += Int(rows[row].textByteCount) }
    return ListCoreError(
      code: .pageTooLarge,
      description:
        "a page with \(total) bytes of text, or one text of it, exceeds a window "
        + "of \(arena.slabCount) slabs of \(arena.slabBytes) bytes; raise the budget or the text "
        + "bytes per page")
  }

  /// Copies rows and text into free slabs and returns the first.
  @inline(__always)
  private mutating func copy(_ rows: Span<Page.Row>, text: Span<UInt8>) -> UInt32 {
    let first = arena.take(after: PageArena.noSlab)
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe text.withUnsafeBufferPointer { text in
        if text.count <= arena.textByteCapacity {
          unsafe arena.copy(rows, text: text, to: first)
        } else {
          unsafe copyRowByRow(rows, text: text, first: first)
        }
      }
    }
    return first
  }

  /// Copies a page whose text is too long for one slab: each text behind the one before, or at the
  /// start of a new slab.
  @inline(never)
  private mutating func copyRowByRow(
    _ rows: UnsafeBufferPointer<Page.Row>, text: UnsafeBufferPointer<UInt8>, first: UInt32
  ) {
    let copies = unsafe arena.rows(first)
    var slab = first
    /// Where the next text goes, in its slab; and where the slab is in the page's.
    var byteOffset = arena.rowBytes
    var slabStart = -arena.rowBytes
    for number in 0..<rows.count {
      // SAFETY: a page has at most as many rows as a slab, and `slabsNeeded` has checked that every
      // row's text is inside the page's.
      var row = unsafe rows[number]
      let source = Int(row.textByteOffset)
      let length = Int(row.textByteCount)
      if length > arena.slabBytes - byteOffset {
        slab = arena.take(after: slab)
        slabStart += arena.slabBytes
        byteOffset = 0
      }
      unsafe arena.copy(
        UnsafeBufferPointer(rebasing: text[source..<(source + length)]), to: slab,
        byteOffset: byteOffset)
      row.textByteOffset = length == 0 ? 0 : UInt32(slabStart + byteOffset)
      unsafe (copies + number).initialize(to: row)
      byteOffset += length
    }
  }
}
