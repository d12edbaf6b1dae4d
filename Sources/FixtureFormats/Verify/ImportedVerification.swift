import ListCore
import ListFixtures

/// Checks an imported dataset against its manifest and against the rules of lists.
struct ImportedVerification {
  private let dataset: StoredDataset

  init(_ dataset: StoredDataset) {
    self.dataset = dataset
  }

  func run(_ progress: (Int) -> Void) throws(FormatError) {
    guard case .string(let word)? = dataset.manifest.parameters["order"],
      let order = ListOrder(rawValue: word)
    else {
      throw failure("'parameters.order' must be newestFirst or oldestFirst", Manifest.fileName)
    }
    var replay = ListReplay()
    var digest = RowDigest()
    var rowCount = 0
    func count() {
      rowCount += 1
      if rowCount % 8_192 == 0 { progress(rowCount) }
    }
    try readItems(order, &replay, &digest, count)
    try readEvents(&replay, &digest, count)
    for file in dataset.manifest.files { try checkHash(of: file) }
    guard replay.counts == dataset.manifest.counts else {
      throw failure("'counts' are not those of the rows", Manifest.fileName)
    }
    guard digest.finish() == dataset.manifest.digest else {
      throw failure("'digest' is not that of the rows", Manifest.fileName)
    }
  }

  private func failure(_ message: String, _ file: String) -> FormatError {
    FormatError(.mismatch, message, file: file)
  }

  private func readItems(
    _ order: ListOrder, _ replay: inout ListReplay, _ digest: inout RowDigest, _ count: () -> Void
  ) throws(FormatError) {
    var file = try RowFile(folder: dataset.path, name: StoredDataset.itemsName)
    var previous: ListEntry?
    while try file.next() {
      let item = try file.item()
      if let previous {
        let isInOrder = order == .newestFirst ? previous > item.entry : previous < item.entry
        guard isInOrder else {
          throw file.failure(
            "field 'key': (key, id) is not after the row before, in a list that is \(order.rawValue)",
            code: .mismatch)
        }
      }
      previous = item.entry
      guard replay.add(item) else {
        throw file.failure("field 'id': \(item.entry.id) stands twice", code: .mismatch)
      }
      Self.add(file, to: &digest)
      count()
    }
    try checkEnd(of: file, rowCount: dataset.manifest.counts.items)
    digest.finishStream()
  }

  private func readEvents(
    _ replay: inout ListReplay, _ digest: inout RowDigest, _ count: () -> Void
  ) throws(FormatError) {
    var file = try RowFile(folder: dataset.path, name: StoredDataset.eventsName)
    while try file.next() {
      let event = try file.event()
      if let problem = replay.apply(event.change) {
        throw file.failure("field '\(problem.field)': \(problem.message)", code: .mismatch)
      }
      Self.add(file, to: &digest)
      count()
    }
    try checkEnd(of: file, rowCount: dataset.manifest.counts.events)
  }

  /// Checks that a file that was read to its end has as many rows as the manifest says.
  private func checkEnd(of file: RowFile, rowCount: Int) throws(FormatError) {
    guard file.line.number == rowCount else {
      throw FormatError(
        .mismatch, "the file ends after \(file.line.number) rows, the manifest says \(rowCount)",
        file: file.name, line: file.line.number + 1,
        byteOffset: file.line.number == 0 ? 0 : file.line.byteOffset + file.line.range.count + 1)
    }
  }

  private static func add(_ file: RowFile, to digest: inout RowDigest) {
    let range = file.line.range
    // The line feed lies behind the line in the buffer, as `RowFile` takes no line without one.
    digest.update(file.lines.buffer.span.extracting(range.lowerBound..<range.upperBound + 1))
    digest.countRow()
  }

  /// Hashes a file once more as a whole, which finds what the rows do not tell.
  private func checkHash(of file: Manifest.File) throws(FormatError) {
    let input = try InputFile(
      path: "\(dataset.path)/\(file.name)", name: file.name, unpacks: false)
    var hasher = SHA256.Hasher()
    var lineCount = 0
    var byteCount = 0
    while true {
      let chunk = try input.chunk(atMost: InputFile.chunkBytes)
      if chunk.isEmpty { break }
      hasher.update(chunk.span)
      byteCount += chunk.count
      for byte in chunk where byte == 0x0a { lineCount += 1 }
    }
    guard byteCount == file.bytes, lineCount == file.lines else {
      throw failure(
        "has \(byteCount) bytes and \(lineCount) lines, the manifest says \(file.bytes) and "
          + "\(file.lines)", file.name)
    }
    guard hasher.finish() == file.sha256 else {
      throw failure("is not the file whose sha256 the manifest gives", file.name)
    }
  }
}
