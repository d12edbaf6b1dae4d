extension PageWindow {
  /// Whether a page is resident.
  ///
  /// - Complexity: O(1) while the resident pages are neighbours, else O(log pages).
  public func isResident(_ page: Int) -> Bool {
    let position = arena.position(of: page)
    return position < arena.residentCount && arena.resident(at: position).page == page
  }

  /// The row at a rank; nil if it is not resident.
  ///
  /// - Complexity: As `isResident(_:)`.
  public func row(atRank rank: Int) -> Row? {
    guard let found = find(rank) else { return nil }
    // SAFETY: `find` has seen that the page has the row.
    let row = unsafe arena.rows(found.slab)[found.row]
    return Row(entry: row.entry, version: row.version, textByteCount: Int(row.textByteCount))
  }

  /// Calls `body` with the text of the row at a rank, in place; returns nil if it is not resident.
  ///
  /// - Parameters:
  ///   - rank: 0 or more.
  ///   - body: Gets the text, UTF-8.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: As `isResident(_:)`.
  @inlinable
  public func withText<Result, Failure: Error>(
    atRank rank: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let text = unsafe text(atRank: rank) else { return nil }
    return try body(unsafe Span(_unsafeElements: text))
  }

  @usableFromInline
  func text(atRank rank: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let found = find(rank) else { return nil }
    // SAFETY: see `row(atRank:)`.
    return unsafe arena.text(of: arena.rows(found.slab)[found.row], first: found.slab)
  }

  /// The first slab of a rank's page and the row in it; nil if it is not resident.
  @inline(__always)
  private func find(_ rank: Int) -> (slab: UInt32, row: Int)? {
    precondition(rank >= 0, "rank out of range")
    let page = rank / rowsPerPage
    let position = arena.position(of: page)
    guard position < arena.residentCount else { return nil }
    let resident = arena.resident(at: position)
    let row = rank &- page &* rowsPerPage
    guard resident.page == page, row < Int(resident.rowCount) else { return nil }
    return (resident.slab, row)
  }

  /// Calls `body` with the resident pages' numbers, ascending.
  ///
  /// - Parameter body: Gets a page's number.
  public func forEachResidentPage(_ body: (Int) -> Void) {
    for position in 0..<arena.residentCount { body(arena.resident(at: position).page) }
  }

  // MARK: - What to fetch

  /// The page that is missed most: in the viewport from its first page on, then alternately behind
  /// and before it, nearest first.
  ///
  /// Names only pages that `admit` would take if they need one slab, so that admitting what is
  /// wanted, and asking again, comes to an end.
  ///
  /// - Parameters:
  ///   - prefetchPages: How many pages to want on each side of the viewport, 0 or more.
  ///   - pageCount: Pages of the list; `Int.max` while it is not known.
  /// - Returns: The page's number; nil if nothing is missed.
  /// - Complexity: O(resident pages), however large viewport and prefetch distance are.
  public func nextWantedPage(prefetchPages: Int, pageCount: Int) -> Int? {
    precondition(prefetchPages >= 0, "prefetch distance negative")
    precondition(pageCount >= 0, "page count negative")
    // Pages farther than this would be declined; so the first missing page that is not is the answer,
    // and only resident ones are passed on the way.
    let accepted = acceptedDistance
    if accepted < 0 || pageCount == 0 { return nil }
    let (first, last) = (viewportPages.lowerBound, viewportPages.upperBound)
    for page in viewportPages {
      if page >= pageCount { break }
      if !isResident(page) { return page }
    }
    // A viewport behind the list's end is far from the last page.
    let nearest = Swift.max(1, first - (pageCount - 1))
    let farthest = Swift.min(prefetchPages, accepted)
    if farthest < nearest { return nil }
    for distance in nearest...farthest {
      // The sum of page and distance may exceed the integers.
      let hasAfter = distance < pageCount - last
      if hasAfter, !isResident(last + distance) { return last + distance }
      let before = first - distance
      if before >= 0, !isResident(before) { return before }
      if before < 0, !hasAfter { return nil }
    }
    return nil
  }

  /// The farthest distance at which `admit` takes a page that needs one slab; -1 if at none.
  private var acceptedDistance: Int {
    if arena.freeCount > 0 { return .max }
    let last = arena.residentCount - 1
    let farthest = Swift.max(
      distance(of: arena.resident(at: 0).page), distance(of: arena.resident(at: last).page))
    return farthest - 1
  }
}
