import ListText
import ListCore

extension JSONText {
  /// Appends the canonical row of an imported item, without a line feed.
  ///
  /// What a source does not say has the schema's defaults. Heights follow from the number of bytes of
  /// title and body alone: lines of 40 bytes (compact) and 80 (regular), 20 pt each, on 44 pt.
  mutating func appendItem(_ entry: ListEntry, version: UInt32, _ content: ImportedContent) {
    append("{\"id\":\"")
    append(entry.id.rawValue)
    append("\",\"key\":")
    append(entry.key.rawValue)
    append(",\"version\":")
    append(version)
    append(",\"author\":")
    appendString(orNull: content.author)
    append(",\"own\":false,\"status\":")
    appendString(orNull: content.status)
    append(",\"hidden\":false,\"parent\":null,\"title\":")
    appendString(content.title ?? [])
    append(",\"body\":")
    appendString(orNull: content.body)
    append(",\"counts\":{\"replies\":0,\"reactions\":0},\"image\":null,\"heights\":{\"compact\":")
    append(Self.height(of: content, bytesPerLine: 40))
    append(",\"regular\":")
    append(Self.height(of: content, bytesPerLine: 80))
    append("},\"estimate\":")
    append(Self.height(lines: 2))
    append("}")
  }

  private static func height(of content: ImportedContent, bytesPerLine: Int) -> Int {
    func lines(_ text: [UInt8]) -> Int { (text.count + bytesPerLine - 1) / bytesPerLine }
    return height(lines: max(1, lines(content.title ?? [])) + lines(content.body ?? []))
  }

  /// The height of a row in 1/64 pt.
  private static func height(lines: Int) -> Int { (44 + 20 * lines) * 64 }

  /// Appends the canonical row of an event, without a line feed.
  ///
  /// - Parameter content: Present for inserts and updates alone.
  mutating func appendEvent(_ change: Change, at: Int64, _ content: ImportedContent?) {
    append("{\"seq\":")
    append(change.sequence)
    append(",\"at\":")
    append(at)
    append(",\"op\":\"")
    append(change.operation.word)
    append("\",\"id\":\"")
    append(change.id.rawValue)
    append("\",\"key\":")
    append(change.key.rawValue)
    append(",\"version\":")
    append(change.version)
    append(",\"implied\":false")
    if let content {
      append(",\"item\":")
      appendItem(
        ListEntry(key: change.key, id: change.id), version: change.version, content)
    }
    append("}")
  }
}
