import ListCore
import ListSource

extension SourceContract {
  /// Requests out of range and cursors that are none: each has its code, and an empty page.
  mutating func checkRefusals() throws {
    for limit in [.min, -1, 0, 10_001, 1_000_000_000, .max] {
      try refuse(.limitOutOfRange, PageRequest(randomPlace(), limit: limit))
      try refuse(.limitOutOfRange, PageRequest(.head, limit: limit))
    }
    try refuse(.offsetOutOfRange, PageRequest(.offset(-1), limit: 5))
    try refuse(.offsetOutOfRange, PageRequest(.offset(.min), limit: 5))
    try refuseWindows()
    try refuseCursors()
    try refuseLargeIDs()
    for cap in [-1, .min] {
      let code = try code("total up to \(cap)") { _ = try source.total(.capped(cap)) }
      try expect(code, .totalOutOfRange, "total up to \(cap)")
    }
    try refuseChanges()
    try checkNumbers()
  }

  private mutating func refuse(_ expected: SourceError.Code, _ request: PageRequest) throws {
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    let code = try code("\(request)") { try source.fill(&page, with: request) }
    try expect(code, expected, "\(request)")
    try expect(page == Page(), "\(request): a page beside an error")
  }

  private mutating func refuseWindows() throws {
    let most = PageRequest.limits.upperBound
    for (newer, older) in [
      (-1, 5), (5, -1), (most, 0), (0, most), (most / 2, most / 2), (.max, .max),
    ] {
      let window = WindowRequest(round: randomEntry(), newer: newer, older: older)
      try source.fill(&page, with: PageRequest(.head, limit: 5))
      let code = try code("\(window)") { _ = try source.fill(&page, round: window) }
      try expect(code, .windowOutOfRange, "\(window)")
      try expect(page == Page(), "\(window): a page beside an error")
    }
  }

  private mutating func refuseCursors() throws {
    let (entry, direction) = (randomEntry(), randomDirection())
    let good = try source.cursor(after: entry, direction).bytes
    for round in 0..<8 {
      var bytes = good
      switch round % 4 {
      case 0: bytes.removeLast(1 + random.next(below: good.count))
      case 1: bytes[random.next(below: good.count)] ^= 1 << UInt8(random.next(below: 8))
      case 2: bytes = (0..<random.next(below: 100)).map { _ in UInt8(random.next(below: 256)) }
      default: bytes.insert(UInt8(random.next(below: 256)), at: random.next(below: good.count))
      }
      try source.fill(&page, with: PageRequest(.head, limit: 5))
      let code = try code("cursor \(bytes)") {
        try source.fill(&page, with: PageRequest(.cursor(Cursor(bytes: bytes)), limit: 5))
      }
      try expect(
        code == .cursorMalformed || code == .cursorTampered, "cursor \(bytes): code \(code)")
      try expect(page == Page(), "cursor \(bytes): a page beside an error")
    }
    guard let (identity, authenticator) = promise.cursors else { return }
    let otherDigest = identity.digest.map { $0 ^ 1 }
    let others: [(CursorCodec, SourceError.Code)] = [
      (
        CursorCodec(
          identity: DatasetIdentity(digest: otherDigest, generation: identity.generation),
          authenticator: authenticator), .cursorForeign
      ),
      (
        CursorCodec(
          identity: DatasetIdentity(
            digest: identity.digest, generation: identity.generation &+ 1),
          authenticator: authenticator), .cursorStale
      ),
      (
        CursorCodec(identity: identity, filter: 99, authenticator: authenticator), .cursorMismatch
      ),
    ]
    for (codec, expected) in others {
      var cursor = Cursor(bytes: [])
      try codec.encode(entry, direction, into: &cursor)
      try refuse(expected, PageRequest(.cursor(cursor), limit: 5))
    }
  }

  private mutating func refuseLargeIDs() throws {
    guard promise.largestID < .max else { return }
    for id in [promise.largestID + 1, .max] {
      let entry = ListEntry(key: .random(&random), id: ItemID(id))
      let expected = SourceError.Code.idOutOfRange
      for direction in Direction.allCases {
        try refuse(expected, PageRequest(.after(entry, direction), limit: 5))
        // A source may refuse to make the cursor, or to follow it.
        let cursor = try? source.cursor(after: entry, direction)
        if let cursor { try refuse(expected, PageRequest(.cursor(cursor), limit: 5)) }
      }
      let window = WindowRequest(round: entry, newer: 5, older: 5)
      let windowCode = try code("\(window)") { _ = try source.fill(&page, round: window) }
      try expect(windowCode, expected, "\(window)")
      let countCode = try code("newer than \(entry)") {
        _ = try source.countNewer(than: entry, upTo: 1)
      }
      try expect(countCode, expected, "newer than \(entry)")
    }
  }

  private mutating func refuseChanges() throws {
    for limit in [-1, 0, ChangeBatch.maximumCount + 1, .max] {
      let code = try code("at most \(limit) changes") {
        try source.fill(&batch, after: model.sequence, limit: limit)
      }
      try expect(code, .limitOutOfRange, "at most \(limit) changes")
      try expect(batch == ChangeBatch(), "at most \(limit) changes: some beside an error")
    }
    for after in [model.sequence &+ 1, .max] where after > model.sequence {
      let code = try code("changes after \(after)") {
        try source.fill(&batch, after: after, limit: 5)
      }
      try expect(code, .sequenceAhead, "changes after \(after)")
    }
    guard model.firstSequence > 0 else { return }
    let code = try code("changes of before the load") {
      try source.fill(&batch, after: model.firstSequence - 1, limit: 5)
    }
    try expect(code, .changesGone, "changes of before the load")
  }

  // MARK: - Batches

  /// Batches that do not fit: each is refused whole, after a change that fits.
  mutating func checkBadBatches() throws {
    let before = (try source.count(), try source.sequence())
    for (change, expected) in badChanges() {
      var batch = ChangeBatch()
      var draft = model
      batch = draft.churn(random.next(below: 3), &random)
      var bad = change
      // Numbers that are to fit come after those of the good changes.
      if expected != .sequenceGap {
        bad.change.sequence = draft.sequence + 1
        if !isBad(bad.change, for: draft) { continue }
      } else if bad.change.sequence == draft.sequence + 1 {
        continue
      }
      batch.append(bad)
      let code = try code("\(bad)") { try source.apply(batch) }
      try expect(code, expected, "\(bad) after \(batch.elements.count - 1) others")
      try expect(try source.count(), before.0, "\(bad): count after the refusal")
      try expect(try source.sequence(), before.1, "\(bad): sequence after the refusal")
    }
    let everything = PageRequest.Place.offset(random.next(below: model.rows.count + 1))
    try fetchAll(everything)
  }

  private mutating func fetchAll(_ place: PageRequest.Place) throws {
    try source.fill(&page, with: PageRequest(place, limit: 10_000))
    try expect(
      page.modelRows.elementsEqual(model.page(place, limit: 10_000)),
      "\(place) after refusals: rows differ")
  }

  private func isBad(_ change: Change, for model: ListModel) -> Bool {
    if change.id.rawValue > promise.largestID { return true }
    guard let entry = model.entry(of: change.id) else { return change.operation != .insert }
    return change.operation == .insert || change.operation != .move && entry.key != change.key
  }

  private mutating func badChanges() -> [(ModelChange, SourceError.Code)] {
    var changes: [(ModelChange, SourceError.Code)] = []
    func bad(_ operation: Change.Operation, _ entry: ListEntry, _ code: SourceError.Code) {
      let change = model.change(operation, entry, version: 1 << 20)
      changes.append(
        (ModelChange(change, text: change.operation.bringsText ? [65] : nil), code))
    }
    let absent = ListEntry(key: 5, id: ItemID(1 << 61))
    for operation in [Change.Operation.delete, .move, .update] {
      bad(operation, absent, .changeConflict)
    }
    if let row = model.rows.isEmpty ? nil : model.rows[random.next(below: model.rows.count)] {
      var otherKey = row.entry
      otherKey.key = SortKey(row.entry.key.rawValue &+ 1)
      bad(.insert, row.entry, .changeConflict)
      bad(.insert, otherKey, .changeConflict)
      bad(.delete, otherKey, .changeConflict)
      bad(.update, otherKey, .changeConflict)
      for sequence in [0, model.sequence, model.sequence &+ 5, .max] {
        var change = model.change(.update, row.entry, version: 9)
        change.sequence = sequence
        changes.append((ModelChange(change, text: [66]), .sequenceGap))
      }
    }
    if promise.largestID < .max {
      for operation in Change.Operation.allCases {
        bad(operation, ListEntry(key: 1, id: ItemID(promise.largestID + 1)), .idOutOfRange)
      }
    }
    return changes
  }
}
