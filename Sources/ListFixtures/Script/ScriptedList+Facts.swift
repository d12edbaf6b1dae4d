/// What the texts of rows measure, for clients whose strings count in other units.
extension ScriptedList {
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
    for rank in ranks {
      let slot = Int(ranked[rank])
      let state = itemState(ofSlot: slot)
      buffer.write(atMost: rows.factsLimit) { cursor in
        let facts = rows.facts(
          birth: identity.birth(ofNumber: slot), edition: state.edition, id: state.item.entry.id,
          version: state.item.version, scratch: cursor)
        rows.write(facts, to: &cursor)
        cursor.write(byte: UInt8(ascii: "\n"))
      }
    }
  }
}
