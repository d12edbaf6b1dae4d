public import ListCore

/// What the texts of rows measure, for clients whose strings count in other units.
extension GeneratedList {
  /// The facts of the snapshot's item at a rank in `0..<itemCount`.
  ///
  /// - Complexity: O(bytes of the row); allocates a scratch space.
  public func facts(atRank rank: Int) -> RowFacts {
    facts(of: entry(atRank: rank).id, version: 1)
  }

  /// The facts of an item's row of a version.
  ///
  /// - Parameters:
  ///   - id: An id of this list. Traps otherwise.
  ///   - version: A version that the item reaches, from 1.
  /// - Complexity: O(bytes of the row + lags); allocates a scratch space.
  public func facts(of id: ItemID, version: UInt32) -> RowFacts {
    let content = content(of: id, version: version)
    var buffer = RowBuffer(capacity: rows.factsLimit)
    var found: RowFacts?
    buffer.write(atMost: rows.factsLimit) { cursor in
      found = rows.facts(
        birth: content.birth, edition: content.edition, id: id, version: version, scratch: cursor)
    }
    guard let found else { preconditionFailure("facts not written") }
    return found
  }

  /// Appends the facts of some of the snapshot's rows, one line each, in list order.
  ///
  /// `FixtureList` says what a line has.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - buffer: Where the lines go.
  /// - Complexity: O(bytes of the rows); allocates when the buffer grows, nothing per row.
  public func appendFacts(ranks: Range<Int>, to buffer: inout RowBuffer) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    forEachSnapshotItem(ranks) { slot, entry in
      buffer.write(atMost: rows.factsLimit) { cursor in
        let facts = rows.facts(
          birth: birth(ofSnapshotSlot: slot), edition: 1, id: entry.id, version: 1,
          scratch: cursor)
        rows.write(facts, to: &cursor)
        cursor.write(byte: UInt8(ascii: "\n"))
      }
    }
  }
}
