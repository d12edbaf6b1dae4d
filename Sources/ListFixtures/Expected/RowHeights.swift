/// The compact heights of rows, in 1/64 pt, read from the rows that a list writes.
enum RowHeights {
  /// The name can stand in no text of a row: its quotes would be escaped there.
  private static let name = Array("\"heights\":{\"compact\":".utf8)

  /// The heights of some of the snapshot's rows, in list order.
  static func ofItems(_ ranks: Range<Int>, of list: any FixtureList) -> [Int] {
    var buffer = RowBuffer()
    list.appendItems(ranks: ranks, to: &buffer)
    return heights(in: buffer)
  }

  /// The height that an insert or update gives its row.
  static func ofEvent(_ sequence: Int, of list: any FixtureList) -> Int {
    var buffer = RowBuffer()
    list.appendEvents(sequences: sequence..<sequence + 1, to: &buffer)
    return heights(in: buffer).first ?? 0
  }

  private static func heights(in buffer: borrowing RowBuffer) -> [Int] {
    let bytes = unsafe buffer.withBytes { bytes in unsafe Array(bytes) }
    var heights: [Int] = []
    var index = 0
    while index + name.count <= bytes.count {
      guard bytes[index] == name[0], bytes[index..<index + name.count] == name[...] else {
        index += 1
        continue
      }
      index += name.count
      var height = 0
      while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
        height = height * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      heights.append(height)
    }
    return heights
  }
}
