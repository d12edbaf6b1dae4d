import Testing

@testable import ListFixtures

extension Recipe: CustomTestStringConvertible {
  /// The name.
  public var testDescription: String { name }

  /// The recipes that `GeneratedList` makes.
  static let byEpochs = all.filter { !$0.shapes.isEmpty }

  /// The shapes of a churn by epochs; none otherwise.
  var shapes: [EpochShape] {
    guard case .epochs(let shapes) = churn else { return [] }
    return shapes
  }
}

extension GeneratedList {
  /// The lines of some items, without their ends.
  func itemLines(_ ranks: Range<Int>) -> [String] {
    var buffer = RowBuffer(capacity: 0)
    appendItems(ranks: ranks, to: &buffer)
    return buffer.lines
  }

  /// The lines of some events, without their ends.
  func eventLines(_ sequences: Range<Int>) -> [String] {
    var buffer = RowBuffer(capacity: 0)
    appendEvents(sequences: sequences, to: &buffer)
    return buffer.lines
  }
}

extension RowBuffer {
  /// The bytes as text.
  var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines, without their ends.
  var lines: [String] {
    withBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// FNV-1a of the bytes, in 64 bits.
  var fingerprint: UInt64 {
    withBytes { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }
}
