import ProcessSupport

/// Puts the shards of a dataset together: their manifest alone, or their files too.
///
/// Every byte is read and held against the hashes of the shards' blocks. The result is byte for byte what a
/// single run writes.
public struct ShardMerge {
  private let shards: [StoredDataset]

  /// Opens the folders of all shards, in any order.
  ///
  /// - Throws: `FormatError`: `unreadable` for a folder that is none or a format that does not concatenate,
  ///   `mismatch` for shards of different datasets, or when one is missing or there twice.
  public init(_ paths: [String]) throws(FormatError) {
    var shards: [StoredDataset] = []
    for path in paths { shards.append(try StoredDataset(opening: path)) }
    shards.sort { $0.manifest.layout.shard.number < $1.manifest.layout.shard.number }
    guard let first = shards.first else {
      throw FormatError(.unreadable, "no shard; name the folders of all of them")
    }
    let count = first.manifest.layout.shard.count
    for (index, shard) in shards.enumerated() {
      let layout = shard.manifest.layout
      guard layout.format == .ndjson else {
        throw FormatError(
          .unreadable, "'\(shard.path)' holds \(layout.format.rawValue); only ndjson is merged")
      }
      guard shard.manifest.whole == first.manifest.whole, layout.shard.count == count else {
        throw FormatError(
          .mismatch, "'\(shard.path)' and '\(first.path)' are not shards of one dataset")
      }
      guard layout.shard.number == index + 1 else {
        let isDouble = layout.shard.number <= index
        throw FormatError(
          .mismatch,
          isDouble
            ? "shard \(layout.shard.number) of \(count) is named twice, as '\(shard.path)' too"
            : "shard \(index + 1) of \(count) is missing; name the folders of all of them")
      }
    }
    guard shards.count == count else {
      throw FormatError(
        .mismatch,
        "shard \(shards.count + 1) of \(count) is missing; name the folders of all of them")
    }
    self.shards = shards
  }

  /// Writes the whole's manifest into a file.
  ///
  /// - Throws: `FormatError`: `mismatch` with file and block where a shard is not what it says, `unwritable`.
  /// - Complexity: O(bytes).
  public func write(manifest path: String, progress: (Int) -> Void) throws(FormatError) -> Manifest
  {
    let manifest = try merge(into: nil, progress)
    let file = try writing { () throws(FileError) in try AtomicFile(path: path) }
    try writing { () throws(FileError) in
      try file.write(String(decoding: manifest.text, as: UTF8.self))
      try file.commit()
    }
    return manifest
  }

  /// Writes the whole dataset into a folder.
  ///
  /// - Throws: As `write(manifest:)`, and `occupied`.
  /// - Complexity: O(bytes).
  public func write(
    into path: String, replaces: Bool, progress: (Int) -> Void
  ) throws(FormatError) -> Manifest {
    var layout = shards[0].manifest.layout
    layout.shard = .whole
    let folder = try OutputFolder(path: path, names: layout.fileNames, replaces: replaces)
    let manifest = try merge(into: folder, progress)
    try folder.commit(manifest)
    return manifest
  }

  private func merge(
    into folder: OutputFolder?, _ progress: (Int) -> Void
  ) throws(FormatError) -> Manifest {
    var manifest = shards[0].manifest.whole
    var blocks: [SHA256] = []
    var rowCount = 0
    for stream in RowStream.allCases {
      let hashes = StreamHashes()
      for shard in shards {
        try read(stream, of: shard, hashes) {
          rowCount += $0
          progress(rowCount)
        }
      }
      manifest.files.append(hashes.finish(name: stream.fileName))
      blocks += hashes.blocks
      let name = manifest.layout.fileName(of: stream)
      let output = OutputHash()
      let file = try folder?.file(name)
      for shard in shards where isCopied(shard, stream) { try copy(name, of: shard, file, output) }
      if !manifest.layout.isCanonical { manifest.containers.append(output.finish(name: name)) }
    }
    manifest.digest = SHA256(blocks: blocks)
    if shards.count == 1, manifest.digest != shards[0].manifest.digest {
      throw FormatError(
        .mismatch, "'\(shards[0].path)' is not what its manifest says; `fixtures verify` says where"
      )
    }
    return manifest
  }

  /// Whether a shard's file is part of the whole's: a packed one without rows is an empty frame, which the
  /// whole has only when it has no rows at all.
  private func isCopied(_ shard: StoredDataset, _ stream: RowStream) -> Bool {
    let rows = { (shard: StoredDataset) in
      shard.manifest.files.first { $0.name == stream.fileName }?.lines ?? 0
    }
    return rows(shard) > 0
      || shard.manifest.layout.shard.number == 1 && shards.allSatisfy { rows($0) == 0 }
  }

  /// Hashes a shard's rows and compares their blocks with its manifest.
  private func read(
    _ stream: RowStream, of shard: StoredDataset, _ hashes: StreamHashes, _ progress: (Int) -> Void
  ) throws(FormatError) {
    let name = shard.manifest.layout.fileName(of: stream)
    // The whole in one shard has no hashes of its blocks; its digest is compared at the end.
    let expected = shard.manifest.layout.shard.isWhole ? nil : shard.manifest.blocks[stream] ?? []
    let first = hashes.blocks.count
    let input = try InputFile(path: "\(shard.path)/\(name)", name: "\(shard.path)/\(name)")
    var rowsInBlock = 0
    while true {
      let chunk = try input.chunk(atMost: InputFile.chunkBytes)
      if chunk.isEmpty { break }
      unsafe chunk.withUnsafeBytes { bytes in
        var start = 0
        while start < bytes.count {
          let (end, rows) = unsafe Self.blockEnd(
            bytes, from: start, atMost: RowDigest.rowsPerBlock - rowsInBlock)
          let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          unsafe hashes.addToBlock(piece, rowCount: rows)
          unsafe hashes.addToFile(piece, rowCount: rows)
          rowsInBlock = (rowsInBlock + rows) % RowDigest.rowsPerBlock
          start = end
          progress(rows)
        }
      }
    }
    hashes.endBlock()
    let found = hashes.blocks
    guard let expected else { return }
    for (number, hash) in expected.enumerated() {
      guard first + number < found.count, found[first + number] == hash else {
        throw FormatError(
          .mismatch,
          "rows \(number * RowDigest.rowsPerBlock + 1) to "
            + "\((number + 1) * RowDigest.rowsPerBlock) are not those that the shard's manifest gives; "
            + "`fixtures verify \(shard.path)` says where",
          file: "\(shard.path)/\(name)", line: number * RowDigest.rowsPerBlock + 1)
      }
    }
    guard found.count == first + expected.count else {
      throw FormatError(
        .mismatch, "the file goes on after its last row", file: "\(shard.path)/\(name)")
    }
  }

  /// Where the bytes of at most some rows end, and how many line feeds are among them.
  private static func blockEnd(
    _ bytes: UnsafeRawBufferPointer, from start: Int, atMost rows: Int
  ) -> (end: Int, rows: Int) {
    var count = 0
    for position in start..<bytes.count where unsafe bytes[position] == 0x0a {
      count += 1
      if count == rows { return (position + 1, count) }
    }
    return (bytes.count, count)
  }

  private func copy(
    _ name: String, of shard: StoredDataset, _ file: DatasetFile?, _ output: OutputHash
  ) throws(FormatError) {
    let input = try InputFile(path: "\(shard.path)/\(name)", name: name, unpacks: false)
    while true {
      let chunk = try input.chunk(atMost: InputFile.chunkBytes)
      if chunk.isEmpty { return }
      unsafe chunk.withUnsafeBytes { unsafe output.add($0) }
      try file?.append(chunk)
    }
  }
}

extension Manifest {
  /// What it says of the whole dataset, without what is a shard's own.
  var whole: Manifest {
    var manifest = self
    manifest.layout.shard = .whole
    manifest.files = []
    manifest.containers = []
    manifest.blocks = [:]
    manifest.digest = SHA256(blocks: [])
    return manifest
  }
}
