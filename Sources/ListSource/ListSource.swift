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

  /// Returns the cursor to the rows on one side of an entry, as a page that ends there would.
  func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor

  /// Returns how many rows the list has.
  func count() throws(SourceError) -> Int

  /// Returns how many rows are newer than an entry, but at most `cap`, which bounds the cost.
  ///
  /// - Parameter cap: Not negative. Traps otherwise.
  /// - Complexity: O(log n + cap).
  func countNewer(than entry: ListEntry, upTo cap: Int) throws(SourceError) -> Int

  /// Returns the number of the last change applied; 0 before the first.
  func sequence() throws(SourceError) -> UInt64

  /// Applies changes in their order, all or none.
  ///
  /// Each change must fit what the list holds: the sequence numbers follow the last one applied
  /// without a hole, an insert's id is absent, any other change's id is there, with the key that an
  /// update or a delete names.
  /// - Throws: `sequenceGap`, `changeConflict` and what the store below throws; nothing is applied.
  func apply(_ batch: ChangeBatch) throws(SourceError)
}
