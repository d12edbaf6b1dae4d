public import ListCore

/// Items in the order of their scores, which change while people read.
///
/// Rank 0 has the highest score; the larger id goes first among equals. A hidden item is in no page, but
/// its content and its score are kept.
public struct RankedList: ~Copyable {
  private var index = OrderedIndex()
  private var store = ItemStore()
  private var hiddenScores: [ItemID: SortKey] = [:]

  /// Makes an empty list.
  public init() {}

  /// How many items are shown.
  public var count: Int { index.count }

  /// Whether an item is shown: neither deleted nor hidden.
  public func contains(_ id: ItemID) -> Bool { index.contains(id) }

  /// The rank of an item; nil if it is not shown.
  ///
  /// - Complexity: O(log n).
  public func rank(of id: ItemID) -> Int? { index.rank(of: id).map { index.count - 1 - $0 } }

  /// The entry, score and id, at a rank.
  ///
  /// - Parameter rank: In `0..<count`. Traps otherwise.
  /// - Complexity: O(log n).
  public func entry(atRank rank: Int) -> ListEntry {
    index.entry(atRank: index.count - 1 - rank)
  }

  /// Calls `body` with the entries from a rank on, the best first, until it returns false.
  ///
  /// - Complexity: O(log n + entries visited).
  public func forEach(fromRank rank: Int = 0, _ body: (ListEntry) -> Bool) {
    if rank < index.count { index.forEachReversed(fromRank: index.count - 1 - rank, body) }
  }

  /// How many items rank before a place, which need not be taken, the place itself left out.
  ///
  /// - Complexity: O(log n).
  public func rankBehind(_ entry: ListEntry) -> Int {
    index.count - index.firstRank(atOrAfter: entry)
  }

  // MARK: - Writing

  /// Puts an item at a score, or moves it there.
  ///
  /// - Parameters:
  ///   - entry: Score and id.
  ///   - text: The item's content, UTF-8; at most `ItemStore.maximumTextByteCount` bytes, traps otherwise.
  public mutating func put(_ entry: ListEntry, text: Span<UInt8>) {
    store.remove(entry.id)
    store.upsert(entry.id, version: 1, text: text)
    hiddenScores[entry.id] = nil
    index.upsert(entry)
  }

  /// Gives an item another score.
  ///
  /// Traps if the item is not shown.
  public mutating func rerank(_ entry: ListEntry) {
    precondition(index.contains(entry.id), "no such item")
    index.upsert(entry)
  }

  /// Deletes an item, shown or hidden; nothing if it is not there.
  public mutating func delete(_ id: ItemID) {
    index.remove(id)
    store.remove(id)
    hiddenScores[id] = nil
  }

  /// Hides an item; nothing if it is not shown.
  public mutating func hide(_ id: ItemID) {
    if let entry = index.remove(id) { hiddenScores[id] = entry.key }
  }

  /// Shows a hidden item again, at its score; nothing if it is not hidden.
  public mutating func unhide(_ id: ItemID) {
    if let score = hiddenScores.removeValue(forKey: id) {
      index.upsert(ListEntry(key: score, id: id))
    }
  }

  // MARK: - Pages

  /// Gives the rows of a page, whose entries are set, their texts.
  func fillTexts(of page: inout Page) throws(SourceError) {
    guard store.fillTexts(of: &page) else {
      throw SourceError(.pageTooLarge, "more than 4 GiB of text: ask for fewer rows")
    }
  }

  /// Appends a row without its text if the item is shown; returns whether it is.
  func append(_ id: ItemID, to page: inout Page) -> Bool {
    guard let score = index.key(of: id) else { return false }
    page.append(ListEntry(key: score, id: id))
    return true
  }
}

extension Page {
  /// Appends a row whose text comes later.
  mutating func append(_ entry: ListEntry) {
    rows.append(Row(entry: entry, version: 0, textByteOffset: 0, textByteCount: 0))
  }
}
