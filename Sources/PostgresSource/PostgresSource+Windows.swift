public import ListCore
public import ListSource

extension PostgresSource {
  /// Fills a page with the rows round an entry, by one statement of two seeks.
  public func fill(
    _ page: inout Page, round window: WindowRequest
  ) throws(SourceError) -> AnchorPlace {
    var cursors = PageCursors(takenFrom: &page)
    try window.validate()
    let anchor = window.anchor
    let id = try number(anchor.id)
    // One more below than wanted: the anchor, or a row that is taken off again.
    let parameters = PostgresParameters(
      anchor.key.rawValue, id, Int64(window.newer), Int64(window.older + 1))
    let result = try read { connection throws(PostgresError) in
      try connection.run(statements.window, parameters)
    }
    do throws(SourceError) {
      try page.append(result, place: place)
      let index = page.rows.firstIndex { $0.entry <= anchor } ?? page.rows.count
      let isFound = index < page.rows.count && page.rows[index].entry == anchor
      var older = page.rows.count - index - (isFound ? 1 : 0)
      if older > window.older, let last = page.rows.popLast() {
        page.text.removeLast(page.text.count - Int(last.textByteOffset))
        older -= 1
      }
      try cursors.put(
        into: &page, codec: codec, hasOlder: older == window.older, hasNewer: index == window.newer)
      return AnchorPlace(index: index, isFound: isFound)
    } catch {
      page.removeAll()
      throw error
    }
  }
}
