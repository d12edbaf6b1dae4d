internal import ListCore

extension MemorySource {
  /// Applies changes in their order, all or none.
  ///
  /// - Throws: `sequenceGap`, `changeConflict`, `textTooLong`, `full`; nothing is applied.
  /// - Complexity: O(k log n + bytes of the texts) for k changes, under the lock.
  public func apply(_ batch: ChangeBatch) throws(SourceError) {
    guard !batch.elements.isEmpty else { return }
    try list.write { list throws(SourceError) in
      defer { list.touched.removeAll(keepingCapacity: true) }
      try list.check(batch)
      for element in batch.elements { list.apply(element, text: batch.text) }
    }
  }
}

extension MemorySource.List {
  /// Throws unless every change fits the list after those before it.
  fileprivate mutating func check(_ batch: ChangeBatch) throws(SourceError) {
    var last = log.lastSequence
    var (inserts, shortest, longest) = (0, Int.max, 0)
    for element in batch.elements {
      let change = element.change
      guard last < .max, change.sequence == last + 1 else {
        throw SourceError(
          .sequenceGap,
          "change \(change.sequence) after change \(last): apply every change once, in the order "
            + "of the log")
      }
      last += 1
      try check(change)
      if change.operation == .insert { inserts += 1 }
      if change.operation != .delete {
        // The text that a move leaves as it is was taken before.
        let byteCount = element.textByteRange?.count ?? 0
        shortest = min(shortest, byteCount)
        longest = max(longest, byteCount)
      }
    }
    guard longest >= shortest else { return }
    do throws(ListCoreError) {
      try index.checkRoom(forInserting: inserts)
      try store.checkRoom(
        forUpserting: batch.elements.count, textByteCounts: shortest...longest)
    } catch {
      throw SourceError(error, of: batch.elements[0].change.id)
    }
  }

  /// Throws unless a change fits, and remembers what it does.
  private mutating func check(_ change: Change) throws(SourceError) {
    let key = touched[change.id] ?? index.key(of: change.id)
    let reason: String
    switch change.operation {
    case .insert where key != nil: reason = "the id is there already"
    case .move where key == nil: reason = "no such id"
    case .delete where key != change.key, .update where key != change.key:
      reason = "no such id with that key"
    default:
      touched.updateValue(change.operation == .delete ? nil : change.key, forKey: change.id)
      return
    }
    throw SourceError(
      .changeConflict,
      "change \(change.sequence), \(change.operation) of id \(change.id): \(reason); "
        + "apply the log that belongs to this dataset")
  }

  /// Applies a change that fits.
  fileprivate mutating func apply(_ element: ChangeBatch.Element, text batchText: [UInt8]) {
    let change = element.change
    if change.operation == .delete {
      index.remove(change.id)
      store.remove(change.id)
    } else {
      index.upsert(ListEntry(key: change.key, id: change.id))
      var text: [UInt8] = []
      swap(&text, &self.text)
      if let range = element.textByteRange {
        text.append(contentsOf: batchText[range])
      } else {
        // SAFETY: the bytes are copied while the span is borrowed.
        _ = store.withText(of: change.id) { old in
          unsafe old.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
        }
      }
      let outcome = store.upsert(change.id, version: change.version, text: text.span)
      if outcome != .inserted && outcome != .updated {
        // The log's word counts, also where its version is not newer.
        store.remove(change.id)
        store.upsert(change.id, version: change.version, text: text.span)
      }
      text.removeAll(keepingCapacity: true)
      swap(&text, &self.text)
    }
    log.append(element, text: batchText)
  }
}
