internal import ListCore

/// The last changes of a list, in a ring of two halves.
///
/// Changes go into one half until that is full; then the other, older one is emptied and takes the next.
/// So the log always has the last `capacity` changes, at most twice as many, and never allocates once
/// both halves have grown.
///
/// Invariants:
/// 1. `older` and `newer` have the changes after `firstSequence`, in order, without a hole.
/// 2. Neither has more than `capacity` changes, nor more than `textCapacityBytes` but for the last text.
struct ChangeLog {
  private let capacity: Int
  private let textCapacityBytes: Int
  private var older = ChangeBatch()
  private var newer = ChangeBatch()
  /// The number of the last change that is gone, or was never here.
  private(set) var firstSequence: UInt64
  /// The number of the last change.
  private(set) var lastSequence: UInt64

  /// Makes an empty log.
  ///
  /// - Parameters:
  ///   - sequence: The number that the list starts with.
  ///   - capacity: The changes to keep, 0 or more.
  ///   - textCapacityBytes: Bytes of text after which less is kept.
  init(after sequence: UInt64, capacity: Int, textCapacityBytes: Int) {
    self.capacity = capacity
    self.textCapacityBytes = textCapacityBytes
    firstSequence = sequence
    lastSequence = sequence
  }

  /// Appends the next change.
  mutating func append(_ element: ChangeBatch.Element, text: [UInt8]) {
    assert(element.change.sequence == lastSequence + 1, "a hole in the log")
    lastSequence += 1
    guard capacity > 0 else {
      firstSequence = lastSequence
      return
    }
    let byteCount = element.textByteRange?.count ?? 0
    if newer.elements.count == capacity
      || newer.text.count + byteCount > textCapacityBytes && !newer.elements.isEmpty
    {
      firstSequence += UInt64(older.elements.count)
      swap(&older, &newer)
      newer.removeAll()
    }
    newer.append(element, of: text)
  }

  /// Appends the changes after a number, at most `limit`, to an empty batch.
  func fill(_ batch: inout ChangeBatch, after sequence: UInt64, limit: Int) throws(SourceError) {
    guard sequence <= lastSequence else {
      throw SourceError(
        .sequenceAhead,
        "changes after \(sequence), the list is at \(lastSequence): it is of another making, "
          + "fetch it anew")
    }
    guard sequence >= firstSequence else {
      throw SourceError(
        .changesGone,
        "changes after \(sequence) are gone, the oldest kept is \(firstSequence + 1): "
          + "fetch the list anew")
    }
    var skipped = Int(sequence - firstSequence)
    var rest = limit
    for half in [older, newer] {
      let start = min(skipped, half.elements.count)
      let end = min(half.elements.count, start + rest)
      for index in start..<end { batch.append(half.elements[index], of: half.text) }
      skipped -= start
      rest -= end - start
    }
  }
}
