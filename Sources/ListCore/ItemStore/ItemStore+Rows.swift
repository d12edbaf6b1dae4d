extension ItemStore {
  /// Gives the rows of a page, whose entries are set, their versions and their texts.
  ///
  /// A list's ids lie anywhere in the table, so one lookup after the other would wait for memory at each
  /// row; here all rows' lines of the table are asked for first, then all rows' cells.
  ///
  /// - Parameter page: Its text is replaced; its rows keep their entries.
  /// - Returns: Whether all items are in the store and their texts are below 4 GiB; if not, the rows'
  ///   versions and texts are undefined.
  /// - Complexity: O(bytes of the texts) expected; allocates only while the page's text grows.
  public func fillTexts(of page: inout Page) -> Bool {
    page.text.removeAll(keepingCapacity: true)
    readAhead(&page.rows)
    guard let total = findCells(&page.rows), total <= Int(UInt32.max) else { return false }
    page.text.reserveCapacity(total)
    for index in page.rows.indices {
      let cell = cells.cell(page.rows[index].textByteOffset)
      page.rows[index].textByteOffset = UInt32(truncatingIfNeeded: page.text.count)
      // SAFETY: a cell's text lies still while the store is borrowed, and outside of the page.
      unsafe page.text.append(contentsOf: cell.text)
    }
    return true
  }

  /// Reads the first line that each row needs: of the table, then of its cell.
  ///
  /// Rows' text fields hold what was read, so that nothing is optimised away.
  @inline(__always)
  private func readAhead(_ rows: inout [Page.Row]) {
    for index in rows.indices {
      let home = cells.table.home(of: IDTable.tag(of: rows[index].entry.id))
      let entry = cells.table.entry(at: home)
      rows[index].textByteOffset = entry == IDTable.empty ? noNode : IDTable.number(ofEntry: entry)
    }
    for index in rows.indices where rows[index].textByteOffset != noNode {
      rows[index].version = cells.cell(rows[index].textByteOffset).version
    }
  }

  /// Sets the rows' versions and lengths of text, and `textByteOffset` to the number of the cell.
  ///
  /// - Returns: Bytes of all texts; nil if an item is not in the store.
  @inline(__always)
  private func findCells(_ rows: inout [Page.Row]) -> Int? {
    var total = 0
    for index in rows.indices {
      let id = rows[index].entry.id
      let number = cells.find(id, tag: IDTable.tag(of: id)).cell
      if number == noNode { return nil }
      let cell = cells.cell(number)
      if cell.isTombstone { return nil }
      rows[index].textByteOffset = number
      rows[index].version = cell.version
      rows[index].textByteCount = UInt32(truncatingIfNeeded: cell.textByteCount)
      total &+= cell.textByteCount
    }
    return total
  }
}
