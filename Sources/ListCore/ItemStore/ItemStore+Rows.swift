extension ItemStore {
  /// Gives the rows of a page, whose entries are set, their versions and their texts.
  ///
  /// A list's ids lie anywhere in the table, so one lookup after the other would wait for memory at each
  /// row. Here the rows go through three passes side by side: the table's lines are read, then the
  /// cells' first lines, then each cell is checked.
  ///
  /// - Parameter page: Its text is replaced; its rows keep their entries.
  /// - Returns: Whether all items are in the store and their texts are below 4 GiB; if not, the rows'
  ///   versions and texts are undefined.
  /// - Complexity: O(bytes of the texts) expected; allocates only while the page's text grows.
  public func fillTexts(of page: inout Page) -> Bool {
    page.text.removeAll(keepingCapacity: true)
    let total = unsafe page.rows.withUnsafeMutableBufferPointer { rows in
      unsafe readTable(rows)
      unsafe readCells(rows)
      return unsafe findCells(rows)
    }
    guard let total, total <= Int(UInt32.max) else { return false }
    page.text.reserveCapacity(total)
    var start = 0
    for index in page.rows.indices {
      let cell = cells.cell(page.rows[index].textByteOffset)
      page.rows[index].textByteOffset = UInt32(truncatingIfNeeded: start)
      // SAFETY: a cell's text lies still while the store is borrowed, and outside of the page.
      unsafe page.text.append(contentsOf: cell.text)
      start &+= cell.textByteCount
    }
    return true
  }

  // Until the text is copied, a row's `textByteOffset` is the number of its cell.
  // SAFETY: below, all indices are in the buffer.

  /// Reads the first line that each row needs of the table.
  @inline(__always)
  private func readTable(_ rows: UnsafeMutableBufferPointer<Page.Row>) {
    for index in 0..<rows.count {
      let home = cells.table.home(of: IDTable.tag(of: unsafe rows[index].entry.id))
      // Stored, so that it is not optimised away.
      unsafe rows[index].textByteOffset = IDTable.number(ofEntry: cells.table.entry(at: home))
    }
  }

  /// Reads the first line of the cell that each row needs, as its tag tells.
  @inline(__always)
  private func readCells(_ rows: UnsafeMutableBufferPointer<Page.Row>) {
    for index in 0..<rows.count {
      let tag = IDTable.tag(of: unsafe rows[index].entry.id)
      let entry = cells.table.entry(at: cells.table.firstPlace(of: tag))
      let number = IDTable.isEntry(entry, of: tag) ? IDTable.number(ofEntry: entry) : noNode
      unsafe rows[index].textByteOffset = number
      if number != noNode { unsafe rows[index].version = cells.cell(number).version }
    }
  }

  /// Sets the rows' versions and lengths of text.
  ///
  /// - Returns: Bytes of all texts; nil if an item is not in the store.
  @inline(__always)
  private func findCells(_ rows: UnsafeMutableBufferPointer<Page.Row>) -> Int? {
    var total = 0
    for index in 0..<rows.count {
      let id = unsafe rows[index].entry.id
      var number = unsafe rows[index].textByteOffset
      if number == noNode { return nil }
      if cells.cell(number).id != id {
        // Another id with the same tag.
        number = cells.find(id, tag: IDTable.tag(of: id)).cell
        if number == noNode { return nil }
      }
      let cell = cells.cell(number)
      if cell.isTombstone { return nil }
      unsafe rows[index].textByteOffset = number
      unsafe rows[index].version = cell.version
      unsafe rows[index].textByteCount = UInt32(truncatingIfNeeded: cell.textByteCount)
      total &+= cell.textByteCount
    }
    return total
  }
}
