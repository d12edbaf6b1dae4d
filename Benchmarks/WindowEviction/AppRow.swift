import ListCore

/// A row as an app models it: a value with a `String` for each of its texts.
struct AppRow: Equatable {
  var entry: ListEntry
  var version: UInt32
  var title: String
  var body: String

  /// The rows of a page that has come in.
  static func rows(of page: borrowing Page) -> [AppRow] {
    let text = page.text
    return page.rows.map { row in
      let start = Int(row.textByteOffset)
      let end = start + Int(row.textByteCount)
      let titleEnd = min(end, start + RowText.titleByteCount)
      return AppRow(
        entry: row.entry, version: row.version,
        title: String(decoding: text[start..<titleEnd], as: UTF8.self),
        body: String(decoding: text[titleEnd..<end], as: UTF8.self))
    }
  }

  /// See `ScrollScript.checksum`.
  static func checksum(of rows: [AppRow]) -> UInt64 {
    guard let first = rows.first, let last = rows.last else { return 0 }
    return first.entry.id.rawValue &+ UInt64(last.body.utf8.last ?? last.title.utf8.last ?? 0)
  }

  /// See `ScrollScript.visibleSum`.
  static func visibleSum(of rows: [AppRow]) -> UInt64 {
    rows.prefix(ScrollScript.visibleRows).reduce(0) { sum, row in
      let text = Array(row.title.utf8) + Array(row.body.utf8)
      return sum &+ ScrollScript.sum(row.entry, version: row.version, text: text.span)
    }
  }
}

/// What a row of the session shows: a title, then a body, both of fixed lengths.
///
/// With its entry a row has the 200 bytes that the gates of the notes were measured with.
enum RowText {
  static let titleByteCount = 40
  static let bodyByteCount = 144
  static var byteCount: Int { titleByteCount + bodyByteCount }

  /// Appends a row's text made of an item's title, which is repeated until it fills both.
  static func append(title: ArraySlice<UInt8>, to text: inout [UInt8]) {
    append(title, byteCount: titleByteCount, to: &text)
    append(title, byteCount: bodyByteCount, to: &text)
  }

  private static func append(_ title: ArraySlice<UInt8>, byteCount: Int, to text: inout [UInt8]) {
    let end = text.count + byteCount
    while text.count < end, !title.isEmpty { text.append(contentsOf: title) }
    var cut = Swift.min(end, text.count)
    // A byte 10xxxxxx goes on with the character before it.
    while cut < text.count, text[cut] & 0xC0 == 0x80 { cut -= 1 }
    text.removeSubrange(cut...)
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: end - cut))
  }
}
