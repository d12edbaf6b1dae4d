import BenchHarness
import ListCore
import ListFixtures

/// Rows as the generator's writer makes them, in chunks, and the check that they are right.
enum RowChunks {
  /// Rows of a chunk.
  static let rowCount = 1_024

  /// Compares rows of a chunk's walk with the same rows made alone, from the list's answer to which item
  /// stands at a rank.
  static func checkItems(of list: GeneratedList, _ run: Run) throws {
    let start = list.itemCount / 2 / rowCount * rowCount
    let ranks = start..<min(list.itemCount, start + rowCount)
    var chunk = RowBuffer()
    list.appendItems(ranks: ranks, to: &chunk)
    var alone = RowBuffer()
    let moment = list.moment(after: 0)
    for rank in ranks {
      list.appendRow(of: moment.entry(atRank: rank), version: 1, to: &alone)
      alone.append([UInt8(ascii: "\n")].span)
    }
    try run.expect(
      bytes(of: chunk) == bytes(of: alone), "the rows of a chunk differ from those made alone")
  }

  /// Compares the log's changes with the list's answer to what each item is after them.
  static func checkEvents(of list: GeneratedList, _ run: Run) throws {
    guard list.eventCount > 0 else { return }
    let start = list.eventCount / 2
    for sequence in start..<min(list.eventCount, start + 256) where sequence > 0 {
      let change = list.change(at: sequence)
      let moment = list.moment(after: sequence)
      let entry = moment.entry(of: change.id)
      let isRight =
        change.operation == .delete
        ? entry == nil
        : entry?.key == change.key && moment.version(of: change.id) == change.version
      try run.expect(isRight, "change \(sequence) differs from the list's state after it")
      var line = RowBuffer()
      list.appendEvents(sequences: sequence..<sequence + 1, to: &line)
      let text = String(decoding: bytes(of: line), as: UTF8.self)
      try run.expect(
        text.hasPrefix("{\"seq\":\(sequence),")
          && text.contains("\"id\":\"\(change.id.rawValue)\""),
        "the line of change \(sequence) names another change")
    }
  }

  private static func bytes(of buffer: borrowing RowBuffer) -> [UInt8] {
    buffer.withBytes { Array($0) }
  }
}
