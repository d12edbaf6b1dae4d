#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is compared with the bytes it should have.
@safe final class FileComparison {
  private let file: InputFile
  private let format: FixtureFormat
  private let hash = OutputHash()
  private var byteCount = 0
  private var lineCount = 0
  /// What was read of the file; the same size as the chunk it is compared with.
  private var buffer: [UInt8] = []

  /// - Parameter name: The file in the folder.
  init(folder: String, name: String, layout: DatasetLayout) throws(FormatError) {
    format = layout.format
    let isPacked = layout.compression != .none
    file = try InputFile(path: "\(folder)/\(name)", name: name, unpacks: isPacked)
    guard !isPacked || file.packing == layout.compression.rawValue else {
      throw FormatError(
        .mismatch, "is not \(layout.compression.rawValue) from its first byte on", file: name,
        byteOffset: 0)
    }
    // The hash of a canonical file is that of its rows.
    if !layout.isCanonical { file.rawHash = hash }
  }

  /// Reads as many bytes as a chunk has, and compares.
  func compare(
    _ expected: UnsafeRawBufferPointer, rowCount: Int, isEvents: Bool
  ) throws(FormatError) {
    try read(expected.count)
    let isSame = unsafe buffer.withUnsafeBytes { found in
      guard let first = found.baseAddress, let second = expected.baseAddress else {
        return found.count == expected.count
      }
      // SAFETY: both have `found.count` bytes.
      return unsafe found.count == expected.count && memcmp(first, second, found.count) == 0
    }
    guard isSame else { throw unsafe difference(from: expected, isEvents) }
    byteCount += expected.count
    lineCount += format == .ndjson ? rowCount : unsafe Self.lineFeeds(expected)
  }

  private static func lineFeeds(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for index in 0..<bytes.count where unsafe bytes[index] == 0x0a { count &+= 1 }
    return count
  }

  private func read(_ count: Int) throws(FormatError) {
    buffer.removeAll(keepingCapacity: true)
    while buffer.count < count {
      let chunk = try file.chunk(atMost: min(count - buffer.count, InputFile.chunkBytes))
      if chunk.isEmpty { return }
      buffer += chunk
    }
  }

  /// Names the first byte that differs.
  private func difference(
    from expected: UnsafeRawBufferPointer, _ isEvents: Bool
  ) -> FormatError {
    var offset = 0
    while offset < buffer.count, unsafe buffer[offset] == expected[offset] { offset += 1 }
    var lineStart = 0
    var line = lineCount + 1
    for index in 0..<offset where unsafe expected[index] == 0x0a {
      line += 1
      lineStart = index + 1
    }
    let row = unsafe Array(expected[lineStart...].prefix { $0 != 0x0a })
    let field =
      format == .ndjson
      ? RowParser.field(at: offset - lineStart, of: row.span, isEvent: isEvents) : ""
    let what =
      if offset == buffer.count {
        "the file ends here"
      } else if offset - lineStart == row.count {
        "the row goes on where it should end"
      } else {
        field.isEmpty ? "the row differs" : "field '\(field)' differs"
      }
    return FormatError(
      .mismatch, "\(what); the recipe gives \(Self.quote(row, from: offset - lineStart))",
      file: file.name, line: line, byteOffset: byteCount + offset)
  }

  /// The few bytes that should stand at a place of a row.
  private static func quote(_ row: [UInt8], from offset: Int) -> String {
    if offset >= row.count { return "a line feed" }
    return "'\(String(decoding: row[offset...].prefix(24), as: UTF8.self))'"
  }

  /// Checks that the file ends, and describes it.
  func finish() throws(FormatError) -> Manifest.Container {
    if try !file.chunk(atMost: 1).isEmpty {
      throw FormatError(
        .mismatch, "the file goes on after its last row", file: file.name, line: lineCount + 1,
        byteOffset: byteCount)
    }
    return hash.finish(name: file.name)
  }
}
