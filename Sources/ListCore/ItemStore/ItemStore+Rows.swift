extension ItemStore {
  /// Rows that are looked up side by side; their cells' addresses fit on the stack.
  private static var rowsAtATime: Int { 64 }

  /// Gives the rows of a page, whose entries are set, their versions and their texts.
  ///
  /// A list's ids lie anywhere in the table, and their cells anywhere in memory, so one lookup after the
  /// other would wait at each row. Here some rows at a time go through short passes: the table's lines
  /// are read, the cells' places found, their first lines read, their later ones, and only then the
  /// texts copied. The shorter a pass, the more rows wait for memory at the same time.
  ///
  /// - Parameter page: Its text is replaced; its rows keep their entries.
  /// - Returns: Whether all items are in the store and their texts are below 4 GiB; if not, the rows'
  ///   versions and texts are undefined.
  /// - Complexity: O(bytes of the texts) expected; allocates only while the page's text grows.
  public func fillTexts(of page: inout Page) -> Bool {
    page.text.removeAll(keepingCapacity: true)
    return unsafe withUnsafeTemporaryAllocation(
      of: ItemCell.self, capacity: Self.rowsAtATime
    ) { found in
      var start = 0
      while start < page.rows.count {
        let end = Swift.min(start &+ Self.rowsAtATime, page.rows.count)
        let isThere = unsafe page.rows.withUnsafeMutableBufferPointer { rows in
          // SAFETY: not empty, and within the rows.
          let some = unsafe UnsafeMutableBufferPointer(rebasing: rows[start..<end])
          unsafe readTable(some)
          return unsafe findPlaces(of: some, found) && readCells(of: some, found)
        }
        if !isThere { return false }
        for index in start..<end {
          let byteOffset = page.text.count
          let text = unsafe found[index &- start].text
          if byteOffset &+ text.count > Int(UInt32.max) { return false }
          page.rows[index].textByteOffset = UInt32(truncatingIfNeeded: byteOffset)
          // SAFETY: a cell's text lies still while the store is borrowed, and outside of the page.
          unsafe page.text.append(contentsOf: text)
        }
        start = end
      }
      return true
    }
  }

  // SAFETY: below, all indices are below `rows.count`, which is at most that of `found`.

  /// Reads the first line that each row needs of the table.
  @inline(__always)
  private func readTable(_ rows: UnsafeMutableBufferPointer<Page.Row>) {
    for index in 0..<rows.count {
      let home = cells.table.home(of: IDTable.tag(of: unsafe rows[index].entry.id))
      // Stored, so that it is not optimised away.
      unsafe rows[index].version = IDTable.number(ofEntry: cells.table.entry(at: home))
    }
  }

  /// Finds the cell that each row has by its tag; returns whether all have one.
  @inline(__always)
  private func findPlaces(
    of rows: UnsafeMutableBufferPointer<Page.Row>, _ found: UnsafeMutableBufferPointer<ItemCell>
  ) -> Bool {
    for index in 0..<rows.count {
      let tag = IDTable.tag(of: unsafe rows[index].entry.id)
      let entry = cells.table.entry(at: cells.table.firstPlace(of: tag))
      if !IDTable.isEntry(entry, of: tag) { return false }
      unsafe found.initializeElement(at: index, to: cells.cell(IDTable.number(ofEntry: entry)))
    }
    return true
  }

  /// Sets the rows' versions and lengths of text, and reads ahead into the texts.
  ///
  /// - Returns: Whether all items are in the store.
  @inline(__always)
  private func readCells(
    of rows: UnsafeMutableBufferPointer<Page.Row>, _ found: UnsafeMutableBufferPointer<ItemCell>
  ) -> Bool {
    for index in 0..<rows.count { unsafe rows[index].version = found[index].version }
    for index in 0..<rows.count {
      let id = unsafe rows[index].entry.id
      if unsafe found[index].id != id {
        // Another id with the same tag.
        let number = cells.find(id, tag: IDTable.tag(of: id)).cell
        if number == noNode { return false }
        unsafe found[index] = cells.cell(number)
        unsafe rows[index].version = found[index].version
      }
      let cell = unsafe found[index]
      if cell.isTombstone { return false }
      unsafe rows[index].textByteCount = UInt32(truncatingIfNeeded: cell.textByteCount)
      unsafe rows[index].textByteOffset = cell.readAhead()
    }
    return true
  }
}
