public import ListCore

extension ScriptedList: FixtureList {
  /// Appends the canonical rows of some of the snapshot's items, one line each, in list order.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - buffer: Where the lines go.
  /// - Complexity: O(bytes); allocates when the buffer grows, nothing per row.
  public func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    let limit = rows.rowLimit
    for rank in ranks {
      let slot = Int(ranked[rank])
      let state = itemState(ofSlot: slot)
      buffer.write(atMost: limit) { cursor in
        rows.write(row(state, number: slot), to: &cursor)
        cursor.write(byte: UInt8(ascii: "\n"))
      }
    }
  }

  /// Appends the lines of some of the log's changes, in order.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - buffer: Where the lines go.
  /// - Complexity: O(bytes); allocates when the buffer grows, nothing per change.
  public func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer) {
    check(sequences)
    let limit = rows.rowLimit + 256
    for sequence in sequences {
      buffer.write(atMost: limit) { cursor in write(sequence, to: &cursor) }
    }
  }

  /// Appends the row of an item as it stands after a change, without a line end.
  ///
  /// - Parameters:
  ///   - id: An id that is in the list then. Traps otherwise.
  ///   - sequence: In `0...eventCount`.
  ///   - buffer: Where the row goes.
  public func appendRow(of id: ItemID, after sequence: Int, to buffer: inout RowBuffer) {
    guard let state = itemState(of: id, after: sequence), let number = identity.number(of: id)
    else { preconditionFailure("id not in the list") }
    buffer.write(atMost: rows.rowLimit) { cursor in
      rows.write(row(state, number: number), to: &cursor)
    }
  }

  /// Visits some of the snapshot's items in list order, without making their rows.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - body: Called once an item.
  public func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    for rank in ranks { body(itemState(ofSlot: Int(ranked[rank])).item) }
  }

  /// Visits some of the log's changes in order, without making their rows.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - body: Called once a change.
  public func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void) {
    check(sequences)
    for sequence in sequences { body(event(at: sequence)) }
  }

  /// The change with a number in `1...eventCount`.
  ///
  /// - Complexity: O(1).
  public func event(at sequence: Int) -> FixtureEvent {
    precondition(sequence >= 1 && sequence <= eventCount, "sequence out of range")
    let event = events[sequence - 1]
    return FixtureEvent(
      change: Change(
        sequence: UInt64(sequence), operation: event.operation,
        id: identity.id(ofNumber: Int(event.item)), key: SortKey(event.key),
        version: event.version), isKeyNull: event.flags.contains(.unkeyed),
      isImplied: event.flags.contains(.implied), isHidden: event.flags.contains(.hidden))
  }

  /// When the log records a change, in microseconds since 1970; `sequence` is at least 1.
  public func time(ofSequence sequence: Int) -> Int64 {
    precondition(sequence >= 1, "sequence out of range")
    return clock.time(ofSequence: sequence)
  }

  // MARK: - Content

  private func check(_ sequences: Range<Int>) {
    precondition(
      sequences.isEmpty || (sequences.lowerBound >= 1 && sequences.upperBound <= eventCount + 1),
      "sequence out of range")
  }

  /// What an item's row says.
  @inline(__always)
  private func row(_ state: ItemState, number: Int) -> RowWriter.State {
    RowWriter.State(
      birth: identity.birth(ofNumber: number), edition: state.edition, entry: state.item.entry,
      isKeyNull: state.item.isKeyNull, version: state.item.version,
      parent: parent(ofNumber: number), isHidden: state.item.isHidden, status: state.status)
  }

  /// The row that an item answers: its family's parent, or as `GeneratedList` draws it.
  @inline(__always)
  func parent(ofNumber number: Int) -> ItemID? {
    guard script.childCount == 0 else {
      let family = ScriptFamily(
        of: number, childCount: script.childCount, itemCount: itemCount, order: recipe.order)
      if family.parent == number { return nil }
      // The last family of a newest-first snapshot may be cut: its parent is a slot further back.
      return number < itemCount
        ? identity.id(ofBirth: UInt64(family.parent)) : identity.id(ofNumber: family.parent)
    }
    let birth = identity.birth(ofNumber: number)
    let drawn = Mixer.word(parentKey, birth)
    guard Mixer.bounded(drawn, 1000) < recipe.rows.replyPermille else { return nil }
    // Most answers are near: the range is drawn first.
    let distance = 1 + (drawn & 0x3FF) &>> (drawn &>> 10 & 7)
    let isInserted = number >= itemCount
    let index = isInserted ? UInt64(number - itemCount) : birth
    switch (recipe.order, isInserted) {
    case (.newestFirst, false): return identity.id(ofBirth: index + distance)
    case (.newestFirst, true):
      return identity.id(
        ofBirth: index >= distance
          ? GeneratedList.firstInsertBirth + index - distance : distance - index - 1)
    case (.oldestFirst, _):
      return index >= distance ? identity.id(ofBirth: birth - distance) : nil
    }
  }

  /// Writes a change's line.
  @inline(__always)
  private func write(_ sequence: Int, to cursor: inout RowCursor) {
    let event = events[sequence - 1]
    let number = Int(event.item)
    cursor.write("{\"seq\":")
    cursor.write(decimal: UInt64(sequence))
    cursor.write(",\"at\":")
    cursor.write(decimal: clock.time(ofSequence: sequence))
    switch event.operation {
    case .insert: cursor.write(",\"op\":\"insert\",\"id\":\"")
    case .delete: cursor.write(",\"op\":\"delete\",\"id\":\"")
    case .move: cursor.write(",\"op\":\"move\",\"id\":\"")
    case .update: cursor.write(",\"op\":\"update\",\"id\":\"")
    }
    cursor.write(decimal: identity.id(ofNumber: number).rawValue)
    cursor.write("\",\"key\":")
    if event.flags.contains(.unkeyed) {
      cursor.write("null")
    } else {
      cursor.write(decimal: event.key)
    }
    cursor.write(",\"version\":")
    cursor.write(decimal: UInt64(event.version))
    cursor.write(event.flags.contains(.implied) ? ",\"implied\":true" : ",\"implied\":false")
    if event.operation == .insert || event.operation == .update,
      let state = itemState(after: event)
    {
      cursor.write(",\"item\":")
      rows.write(row(state, number: number), to: &cursor)
    }
    cursor.write("}\n")
  }
}
