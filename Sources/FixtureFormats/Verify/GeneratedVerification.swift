import ListFixtures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Compares a generated dataset with what its recipe makes again.
struct GeneratedVerification {
  private let dataset: StoredDataset
  private let list: any FixtureList
  private let jobs: Int

  /// Finds the list that the manifest describes.
  init(_ dataset: StoredDataset, jobs: Int) throws(FormatError) {
    let manifest = dataset.manifest
    self.dataset = dataset
    self.jobs = jobs
    guard manifest.datasetVersion == GeneratedList.datasetVersion else {
      throw Self.failure(
        "'datasetVersion' is \(manifest.datasetVersion), this program makes "
          + "\(GeneratedList.datasetVersion); verify with the program that generated it")
    }
    let recipe = try manifest.generatedFrom()
    do throws(FixtureError) {
      list = try recipe.list(
        itemCount: manifest.counts.items, eventCount: manifest.counts.events, seed: manifest.seed)
    } catch {
      throw Self.failure(error.message)
    }
  }

  private static func failure(_ message: String) -> FormatError {
    FormatError(.mismatch, message, file: Manifest.fileName)
  }

  /// Compares every row, then the manifest.
  func run(_ progress: (Int) -> Void) throws(FormatError) {
    var digest = RowDigest()
    var files: [Manifest.File] = []
    var rowCount = 0
    for stream in RowStream.allCases {
      let file = try InputFile(
        path: "\(dataset.path)/\(stream.fileName)", name: stream.fileName, unpacksGzip: false)
      var comparison = Comparison(file: file, isEvents: stream == .events)
      let production = RowProduction(list: list, stream: stream, jobs: jobs)
      try unsafe production.forEachChunk { (bytes, rows) throws(FormatError) in
        try unsafe comparison.compare(bytes, rowCount: rows)
        unsafe digest.update(bytes, rowCount: rows)
        rowCount += rows
        progress(rowCount)
      }
      digest.finishStream()
      files.append(try comparison.finish())
    }
    try compareManifest(Manifest(list, files: files, digest: digest.finish()))
  }

  private func compareManifest(_ expected: Manifest) throws(FormatError) {
    let found = dataset.manifest
    if found.counts != expected.counts {
      throw Self.failure("'counts' are not those of the recipe")
    }
    if found.parameters != expected.parameters {
      throw Self.failure("'parameters' are not those of the recipe")
    }
    for file in expected.files where !found.files.contains(file) {
      throw Self.failure("'files' does not give the bytes, lines and sha256 of \(file.name)")
    }
    if found.digest != expected.digest { throw Self.failure("'digest' is not that of the rows") }
  }
}

/// A file that is compared with the bytes it should have.
@safe private struct Comparison: ~Copyable {
  private let file: InputFile
  private let isEvents: Bool
  private var hasher = SHA256.Hasher()
  private var byteCount = 0
  private var lineCount = 0
  /// What was read of the file; the same size as the chunk it is compared with.
  private var buffer: [UInt8] = []

  init(file: InputFile, isEvents: Bool) {
    self.file = file
    self.isEvents = isEvents
  }

  /// Reads as many bytes as a chunk of whole rows has, and compares.
  mutating func compare(
    _ expected: UnsafeRawBufferPointer, rowCount: Int
  ) throws(FormatError) {
    try read(expected.count)
    let isSame = unsafe buffer.withUnsafeBytes { found in
      guard let first = found.baseAddress, let second = expected.baseAddress else {
        return found.count == expected.count
      }
      // SAFETY: both have `found.count` bytes.
      return unsafe found.count == expected.count && memcmp(first, second, found.count) == 0
    }
    guard isSame else { throw unsafe difference(from: expected) }
    unsafe hasher.update(expected)
    byteCount += expected.count
    lineCount += rowCount
  }

  private mutating func read(_ count: Int) throws(FormatError) {
    buffer.removeAll(keepingCapacity: true)
    while buffer.count < count {
      let chunk = try file.chunk(atMost: min(count - buffer.count, InputFile.chunkBytes))
      if chunk.isEmpty { return }
      buffer += chunk
    }
  }

  /// Names the first byte that differs.
  private func difference(from expected: UnsafeRawBufferPointer) -> FormatError {
    var offset = 0
    while offset < buffer.count, unsafe buffer[offset] == expected[offset] { offset += 1 }
    var lineStart = 0
    var line = lineCount + 1
    for index in 0..<offset where unsafe expected[index] == 0x0a {
      line += 1
      lineStart = index + 1
    }
    let row = unsafe Array(expected[lineStart...].prefix { $0 != 0x0a })
    let field = RowParser.field(at: offset - lineStart, of: row.span, isEvent: isEvents)
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
  mutating func finish() throws(FormatError) -> Manifest.File {
    if try !file.chunk(atMost: 1).isEmpty {
      throw FormatError(
        .mismatch, "the file goes on after its last row", file: file.name, line: lineCount + 1,
        byteOffset: byteCount)
    }
    return Manifest.File(
      name: file.name, bytes: byteCount, lines: lineCount, sha256: hasher.finish())
  }
}
