public import ListCore

/// Canonical NDJSON, straight into the buffer that goes to the file.
extension GeneratedList {
  /// Appends the rows of some of the snapshot's items, one line each, in list order.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - buffer: Where the lines go.
  /// - Complexity: O(bytes); allocates when the buffer grows, nothing per row.
  public func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    let limit = rows.rowLimit
    forEachSnapshotItem(ranks) { slot, entry in
      let birth = birth(ofSnapshotSlot: slot)
      buffer.write(atMost: limit) { cursor in
        rows.write(
          RowWriter.State(
            birth: birth, edition: 1, entry: entry, version: 1, parent: parent(ofBirth: birth),
            isHidden: isHidden(birth: birth)), to: &cursor)
        cursor.write(byte: UInt8(ascii: "\n"))
      }
    }
  }

  /// Appends the lines of some of the log's changes, in order.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - buffer: Where the lines go.
  /// - Complexity: O(bytes + changes of one epoch); allocates when the buffer grows, nothing per change.
  public func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer) {
    let limit = rows.rowLimit + 256
    forEachDetail(sequences) { detail in
      buffer.write(atMost: limit) { cursor in write(detail, to: &cursor) }
    }
  }

  /// Appends the row of an item of this list as it stands at a place, without a line end.
  ///
  /// - Parameters:
  ///   - entry: An id of this list, and the key to write.
  ///   - version: A version that the item reaches.
  ///   - buffer: Where the row goes.
  public func appendRow(of entry: ListEntry, version: UInt32, to buffer: inout RowBuffer) {
    let content = content(of: entry.id, version: version)
    buffer.write(atMost: rows.rowLimit) { cursor in
      rows.write(
        RowWriter.State(
          birth: content.birth, edition: content.edition, entry: entry, version: version,
          parent: parent(ofBirth: content.birth), isHidden: isHidden(birth: content.birth)),
        to: &cursor)
    }
  }

  /// Appends the UTF-8 of an item's title, as the row of that version has it.
  ///
  /// - Parameters:
  ///   - id: An id of this list. Traps otherwise.
  ///   - version: A version that the item reaches, from 1.
  ///   - buffer: Where the text goes.
  /// - Complexity: O(bytes + lags); allocates when the buffer grows.
  public func appendTitle(of id: ItemID, version: UInt32, to buffer: inout RowBuffer) {
    let content = content(of: id, version: version)
    buffer.write(atMost: rows.rowLimit) { cursor in
      rows.writeTitle(birth: content.birth, edition: content.edition, to: &cursor)
    }
  }

  /// When the log records a change, in microseconds since 1970; `sequence` is at least 1.
  public func time(ofSequence sequence: Int) -> Int64 {
    precondition(sequence >= 1, "sequence out of range")
    return clock.time(ofSequence: sequence)
  }

  // MARK: - Content

  /// Which item an id is, and which of its editions a version shows: a move raises the version
  /// alone.
  func content(of id: ItemID, version: UInt32) -> (birth: UInt64, edition: UInt32) {
    precondition(version >= 1, "version out of range")
    guard let birth = cipher.birth(of: id), let first = firstSlot(ofBirth: birth) else {
      preconditionFailure("id not of this list")
    }
    guard let residence = churn.residence(of: first),
      let removal = churn.removal(of: residence), churn.tables.victims[removal.victim].isMove
    else { return (birth, version) }
    let before = UInt32(churn.updates(ofVictim: removal.victim, epoch: removal.epoch)) + 1
    return (birth, version > before ? version - 1 : version)
  }

  /// The row that an item answers, some items before it; nil for most.
  ///
  /// It may be deleted by now, or be further back than the snapshot goes.
  @inline(__always)
  private func parent(ofBirth birth: UInt64) -> ItemID? {
    let drawn = Mixer.word(parentKey, birth)
    guard Mixer.bounded(drawn, 1000) < recipe.rows.replyPermille else { return nil }
    // Most answers are near: the range is drawn first.
    let distance = 1 + (drawn & 0x3FF) &>> (drawn &>> 10 & 7)
    let isInserted = birth >= Self.firstInsertBirth
    let number = isInserted ? birth - Self.firstInsertBirth : birth
    switch (recipe.order, isInserted) {
    case (.newestFirst, false): return cipher.id(ofBirth: number + distance)
    case (.newestFirst, true):
      return cipher.id(
        ofBirth: number >= distance
          ? Self.firstInsertBirth + number - distance : distance - number - 1)
    case (.oldestFirst, _):
      return number >= distance ? cipher.id(ofBirth: birth - distance) : nil
    }
  }

  /// Writes a change's line.
  @inline(__always)
  private func write(_ detail: Detail, to cursor: inout RowCursor) {
    let change = detail.change
    cursor.write("{\"seq\":")
    cursor.write(decimal: change.sequence)
    cursor.write(",\"at\":")
    cursor.write(decimal: clock.time(ofSequence: Int(change.sequence)))
    switch change.operation {
    case .insert: cursor.write(",\"op\":\"insert\",\"id\":\"")
    case .delete: cursor.write(",\"op\":\"delete\",\"id\":\"")
    case .move: cursor.write(",\"op\":\"move\",\"id\":\"")
    case .update: cursor.write(",\"op\":\"update\",\"id\":\"")
    }
    cursor.write(decimal: change.id.rawValue)
    cursor.write("\",\"key\":")
    cursor.write(decimal: change.key.rawValue)
    cursor.write(",\"version\":")
    cursor.write(decimal: UInt64(change.version))
    cursor.write(",\"implied\":false")
    if change.operation == .insert || change.operation == .update {
      cursor.write(",\"item\":")
      rows.write(
        RowWriter.State(
          birth: detail.birth, edition: detail.edition,
          entry: ListEntry(key: change.key, id: change.id), version: change.version,
          parent: parent(ofBirth: detail.birth), isHidden: isHidden(birth: detail.birth)),
        to: &cursor)
    }
    cursor.write("}\n")
  }
}
