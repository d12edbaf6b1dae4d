package import ListCore

/// The old cursors of a page, whose memory is used again if nobody else holds it.
package struct PageCursors: ~Copyable {
  private var next: Cursor
  private var previous: Cursor

  /// Empties a page and keeps its cursors' memory.
  package init(takenFrom page: inout Page) {
    next = page.next ?? Cursor(bytes: [])
    previous = page.previous ?? Cursor(bytes: [])
    page.removeAll()
  }

  /// Gives the page cursors at its ends; none if it is empty.
  ///
  /// - Throws: What the codec's authenticator throws; the page is then for its owner to empty.
  package mutating func put(
    into page: inout Page, codec: CursorCodec, hasOlder: Bool, hasNewer: Bool
  ) throws(SourceError) {
    guard let first = page.rows.first?.entry, let last = page.rows.last?.entry else { return }
    if hasOlder {
      try codec.encode(last, .older, into: &next)
      page.next = next
    }
    if hasNewer {
      try codec.encode(first, .newer, into: &previous)
      page.previous = previous
    }
  }
}
