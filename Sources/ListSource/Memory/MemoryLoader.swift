public import ListCore

/// Makes a `MemorySource` of rows that come in pages.
///
/// Rows in list order, either way, are the fastest: the index is then built from the bottom up, and
/// neighbours' texts lie together. Rows in another order are sorted at the end.
public struct MemoryLoader: ~Copyable {
  private let identity: DatasetIdentity
  private let sequence: UInt64
  private let options: MemorySource.Options
  private var entries: [ListEntry] = []
  private var store = ItemStore()
  private var isAscending = true
  private var isDescending = true

  /// Starts a load.
  ///
  /// - Parameters:
  ///   - identity: Which dataset it is.
  ///   - sequence: The number of the last change that the rows contain.
  ///   - options: How much of the log the source keeps.
  ///   - minimumCapacity: Rows to make room for, if known.
  public init(
    identity: DatasetIdentity, sequence: UInt64 = 0,
    options: MemorySource.Options = MemorySource.Options(), minimumCapacity: Int = 0
  ) {
    self.identity = identity
    self.sequence = sequence
    self.options = options
    entries.reserveCapacity(minimumCapacity)
  }

  /// Adds the rows of a page.
  ///
  /// - Throws: `duplicateID`, `textTooLong`, `full`. The rows before the one in question are in.
  public mutating func append(_ page: borrowing Page) throws(SourceError) {
    for row in page.rows {
      let text = Int(row.textByteOffset)..<Int(row.textByteOffset) + Int(row.textByteCount)
      try append(row.entry, version: row.version, text: page.text.span.extracting(text))
    }
  }

  /// Adds a row.
  ///
  /// - Throws: `duplicateID`, `textTooLong`, `full`; the row is not in.
  public mutating func append(
    _ entry: ListEntry, version: UInt32, text: Span<UInt8>
  ) throws(SourceError) {
    do throws(ListCoreError) {
      try store.checkRoom(forUpserting: 1, textByteCounts: text.count...text.count)
    } catch {
      throw SourceError(error, of: entry.id)
    }
    // Before the upsert, which would take a newer version.
    guard !store.contains(entry.id) else {
      throw SourceError(
        .duplicateID, "id \(entry.id) appears twice: make the rows anew, every id once")
    }
    store.upsert(entry.id, version: version, text: text)
    if let last = entries.last {
      if entry < last { isAscending = false } else { isDescending = false }
    }
    entries.append(entry)
  }

  /// Makes the source of all rows.
  ///
  /// - Parameter authenticator: Signs the cursors.
  /// - Complexity: O(n), or O(n log n) for rows in no order.
  public consuming func finish(authenticator: any CursorAuthenticator) -> MemorySource {
    if !isAscending {
      if isDescending { entries.reverse() } else { entries.sort() }
    }
    let index = OrderedIndex(ascending: entries.span)
    entries = []
    return MemorySource(
      identity: identity, authenticator: authenticator, sequence: sequence, options: options,
      index: index, store: store)
  }
}

extension SourceError {
  /// What there is no room for.
  init(_ error: ListCoreError, of id: ItemID) {
    self.init(
      error.code == .textTooLong ? .textTooLong : .full, "id \(id): \(error.description)")
  }
}
