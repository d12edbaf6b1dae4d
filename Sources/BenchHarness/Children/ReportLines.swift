/// Cuts what comes through a pipe into lines, and lines into their fields.
struct ReportLines {
  /// No line is longer: a child that writes more than that without a line feed writes no report.
  private static let longestLine = 65_536

  /// Whether a line was too long; nothing more is taken then.
  private(set) var isOverlong = false
  private var partialLine: [UInt8] = []

  /// Takes bytes.
  ///
  /// - Returns: The fields of each line that ended in them.
  mutating func split(_ bytes: ArraySlice<UInt8>) -> [[String]] {
    var lines: [[String]] = []
    for byte in bytes where !isOverlong {
      if byte != UInt8(ascii: "\n") {
        isOverlong = partialLine.count == Self.longestLine
        partialLine.append(byte)
        continue
      }
      let fields = partialLine.split(
        separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      lines.append(fields.map { String(decoding: $0, as: UTF8.self) })
      partialLine.removeAll(keepingCapacity: true)
    }
    return lines
  }
}
