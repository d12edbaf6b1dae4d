public import ListCore

/// What a client should find in the texts of a row, beside the row itself.
public struct RowFacts: Sendable, Equatable {
  /// The item's id.
  public let id: ItemID
  /// The version that the facts are about.
  public let version: UInt32
  /// What the texts are written in.
  public let kind: TextKind
  /// The facts of the title.
  public let title: TextFacts
  /// The facts of the body, as a reader of the JSON has it.
  public let body: TextFacts

  /// The height of the row at a width, in 1/64 pt.
  ///
  /// - Parameters:
  ///   - width: One of the two widths.
  ///   - image: The row's image, its width and height in pixels; nil without one.
  public func height(in width: WidthClass, image: (width: Int, height: Int)?) -> Int {
    width.height(lines: title.lines(in: width) + body.lines(in: width), image: image)
  }
}

extension RowWriter {
  /// No line of facts is longer than this; the texts are written in its place first.
  var factsLimit: Int { max(rowLimit, 768) }

  /// The facts of an item's texts.
  ///
  /// - Parameter cursor: Has room for `rowLimit` bytes, and stays where it is.
  func facts(
    birth: UInt64, edition: UInt32, id: ItemID, version: UInt32, scratch cursor: RowCursor
  ) -> RowFacts {
    let kind = kind(birth: birth)
    var end = cursor
    writeTitle(birth: birth, edition: edition, tables.kinds[kind], to: &end)
    let title = end.withBytes(since: cursor) { TextFacts($0, isEscaped: true) }
    end = cursor
    _ = writeBody(birth: birth, edition: edition, tables.kinds[kind], to: &end)
    let body = end.withBytes(since: cursor) { TextFacts($0, isEscaped: true) }
    return RowFacts(
      id: id, version: version, kind: TextKind.allCases[kind], title: title, body: body)
  }

  /// Writes the facts of an item as an object, without a line end.
  func write(_ facts: RowFacts, to cursor: inout RowCursor) {
    cursor.write("{\"id\":\"")
    cursor.write(decimal: facts.id.rawValue)
    cursor.write("\",\"version\":")
    cursor.write(decimal: UInt64(facts.version))
    cursor.write(",\"text\":\"")
    cursor.write(kindNames[TextKind.allCases.firstIndex(of: facts.kind) ?? 0])
    cursor.write("\",\"title\":")
    write(facts.title, to: &cursor)
    cursor.write(",\"body\":")
    write(facts.body, to: &cursor)
    cursor.write(byte: UInt8(ascii: "}"))
  }

  private func write(_ facts: TextFacts, to cursor: inout RowCursor) {
    cursor.write("{\"utf8\":")
    cursor.write(decimal: UInt64(facts.utf8Count))
    cursor.write(",\"utf16\":")
    cursor.write(decimal: UInt64(facts.utf16Count))
    cursor.write(",\"scalars\":")
    cursor.write(decimal: UInt64(facts.scalarCount))
    switch facts.direction {
    case .leftToRight: cursor.write(",\"direction\":\"ltr\"")
    case .rightToLeft: cursor.write(",\"direction\":\"rtl\"")
    case .neutral: cursor.write(",\"direction\":\"neutral\"")
    }
    cursor.write(",\"longestRun\":")
    cursor.write(decimal: UInt64(facts.longestRun))
    cursor.write(",\"lines\":{\"compact\":")
    cursor.write(decimal: UInt64(facts.compactLines))
    cursor.write(",\"regular\":")
    cursor.write(decimal: UInt64(facts.regularLines))
    cursor.write("}}")
  }
}
