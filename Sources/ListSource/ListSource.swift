public import ListCore

/// A backend's list: read by pages, written by changes.
///
/// **Order.** Newest first: rows descend by (sort key, id), rank 0 is the head. Every page has this
/// order, whichever way it was asked for, so pages can be joined as they come.
///
/// **Cursors.** `page.next` goes on to older rows and `page.previous` to newer ones. A page that was
/// not filled to its limit has reached an end and carries no cursor for that side; a page from the
/// head carries no `previous`; a page without rows carries none, as the place it was asked by stays
/// good. A cursor points between rows: it survives changes and the deletion of its own row.
///
/// **Threads.** Calls are synchronous, may block on files or sockets, and may come from any thread.
public protocol ListSource: Sendable {
  /// Fills a page. The page's memory is reused: once its arrays have grown, a page costs no
  /// allocation but for cursors whose bytes somebody else still holds.
  ///
  /// - Throws: `SourceError`; the page is then empty.
  func fill(_ page: inout Page, with request: PageRequest) throws(SourceError)

  /// Fills a page with the rows round an entry, whether that is there or not.
  ///
  /// The page's `next` and `previous` go on at its ends, each absent where the list ends.
  /// - Returns: Where the entry is among the page's rows, or would be.
  /// - Throws: `SourceError`; the page is then empty.
  /// - Complexity: O(log n + rows).
  func fill(_ page: inout Page, round window: WindowRequest) throws(SourceError) -> AnchorPlace

  /// Returns where an item stands now; nil when it is not in the list.
  func entry(of id: ItemID) throws(SourceError) -> ListEntry?

  /// Returns the cursor to the rows on one side of an entry, as a page that ends there would.
  func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor

  /// Returns how many rows the list has.
  func count() throws(SourceError) -> Int

  /// Returns how many rows the list has, as exactly as is asked for.
  ///
  /// - Throws: `totalOutOfRange` for a cap below 0.
  func total(_ kind: TotalKind) throws(SourceError) -> Total

  /// Returns how many rows are newer than an entry, but at most `cap`, which bounds the cost.
  ///
  /// - Parameter cap: Not negative. Traps otherwise.
  /// - Complexity: O(log n + cap).
  func countNewer(than entry: ListEntry, upTo cap: Int) throws(SourceError) -> Int

  /// Returns the number of the last change applied; 0 before the first.
  func sequence() throws(SourceError) -> UInt64

  /// Fills a batch with the changes after a sequence number, in order, at most `limit` of them.
  ///
  /// Text is that of the time of the change. A source keeps as many changes as it was made for.
  /// - Parameters:
  ///   - sequence: The last change that the caller has; 0 for none.
  ///   - limit: From 1 to `ChangeBatch.maximumCount`.
  /// - Returns: The number of the last change applied, so that a reader knows whether it has them all.
  /// - Throws: `changesGone` when some after `sequence` are kept no more, `sequenceAhead` for a number that
  ///   was not reached, `limitOutOfRange`; the batch is then empty.
  @discardableResult
  func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64

  /// Applies changes in their order, all or none.
  ///
  /// Each change must fit what the list holds: the sequence numbers follow the last one applied
  /// without a hole, an insert's id is absent, any other change's id is there, with the key that an
  /// update or a delete names.
  /// - Throws: `sequenceGap`, `changeConflict` and what the store below throws; nothing is applied.
  func apply(_ batch: ChangeBatch) throws(SourceError)
}
