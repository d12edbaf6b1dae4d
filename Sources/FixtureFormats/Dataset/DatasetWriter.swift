import ListText
import ListFixtures
import ProcessSupport

/// Writes generated lists as files, or one of their streams to a descriptor.
public struct DatasetWriter: Sendable {
  /// The list.
  public var list: any FixtureList
  /// How many threads work, from 1; the bytes do not depend on it.
  public var jobs: Int
  /// What of the list is written, and how.
  public var layout: DatasetLayout
  /// For how many pages expected answers are written, in `1...500`; nil for none, as for a shard.
  public var expectedPages: Int?

  /// Makes a writer.
  public init(_ list: any FixtureList, jobs: Int = 1, layout: DatasetLayout = DatasetLayout()) {
    precondition(jobs >= 1, "at least one job")
    self.list = list
    self.jobs = jobs
    self.layout = layout
  }

  /// Writes the layout's files and `manifest.json` into a folder.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if it is not there.
  ///   - replaces: Whether a folder that holds something is taken; its other files stay.
  ///   - resumes: Whether an unfinished folder is continued: blocks of canonical rows that are there are
  ///     hashed and kept, other formats start over. A folder that is finished is verified. After an error or
  ///     interrupt, what was written stays for the next run.
  ///   - progress: Called with the number of rows written so far, after every chunk of them.
  /// - Throws: `FormatError`: `occupied`, `unwritable`, `unrepresentable`; what was written is then removed
  ///   unless it can be resumed.
  /// - Complexity: O(rows); memory does not depend on how many there are.
  public func write(
    into path: String, replaces: Bool, resumes: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws(FormatError) -> Manifest {
    if resumes, let finished = try finished(path) { return finished }
    let folder = try OutputFolder(
      path: path, names: layout.fileNames, replaces: replaces, partial: resumes ? .resumed : .anew)
    var manifest = try DatasetRun(self, folder).run(progress)
    if let expectedPages, layout.shard.isWhole {
      manifest.expected = try ExpectedFolder.write(list, pages: expectedPages, into: folder)
    }
    try folder.commit(manifest)
    return manifest
  }

  /// The manifest of a folder that needs no resuming, once its rows are verified; nil for any other.
  private func finished(_ path: String) throws(FormatError) -> Manifest? {
    guard status(of: "\(path)/\(Manifest.fileName)") != nil else { return nil }
    let manifest = try Manifest(readingFolder: path)
    let hasJournal = status(of: "\(path)/\(ResumeJournal.fileName)") != nil
    guard manifest.isOf(list, layout) else {
      // What a run was about to replace when it was killed.
      if hasJournal { return nil }
      throw FormatError(
        .occupied,
        "'\(path)' holds a finished dataset with other options; name another folder, or replace it "
          + "with --force")
    }
    // A run that was killed after its last step leaves its journal.
    for name in names(inFolder: path) ?? [] where hasJournal && OutputFolder.isPartial(name) {
      removeFile("\(path)/\(name)")
    }
    switch try Verdict.of(folder: path, jobs: jobs) {
    case .verified(let manifest): return manifest
    case .failed(let error): throw error
    }
  }

  /// Writes the rows of one stream to a descriptor.
  ///
  /// - Throws: `FormatError`: `closedPipe` when the reader has gone, `unwritable` otherwise,
  ///   `unrepresentable`.
  public func stream(
    _ stream: RowStream, to descriptor: Int32, name: String
  ) throws(FormatError) {
    precondition(layout.format.isText, "a text format")
    if layout.format == .cdc { return try streamChanges(stream, to: descriptor, name: name) }
    let production = layout.production(of: stream, list: list, jobs: jobs)
    try production.run(hashes: nil) { (chunk) throws(FormatError) in
      try writing { () throws(FileError) in
        try unsafe writeAll(chunk.output, to: descriptor, path: name)
      }
    }
  }

  /// Writes what the texts of the snapshot's rows measure to a descriptor, a line a row.
  ///
  /// - Throws: As `stream`.
  public func streamFacts(to descriptor: Int32, name: String) throws(FormatError) {
    var buffer = RowBuffer()
    for start in stride(from: 0, to: list.itemCount, by: RowProduction.rowsPerChunk) {
      buffer.removeAll()
      list.appendFacts(
        ranks: start..<min(list.itemCount, start + RowProduction.rowsPerChunk), to: &buffer)
      try unsafe buffer.withBytes { (bytes) throws(FormatError) in
        try writing { () throws(FileError) in
          try unsafe writeAll(bytes, to: descriptor, path: name)
        }
      }
    }
  }

  /// Writes one stream's part of the change stream; for events the snapshot's states come first.
  private func streamChanges(
    _ stream: RowStream, to descriptor: Int32, name: String
  ) throws(FormatError) {
    let encoder = try ChangeStreamEncoder(list, folder: temporaryFolder())
    for part in RowStream.allCases where part == .items || stream == .events {
      let sink = unsafe ChangeStreamSink(encoder, layout.compression, name: name) {
        (bytes) throws(FormatError) in
        guard part == stream else { return }
        try writing { () throws(FileError) in
          try unsafe writeAll(bytes, to: descriptor, path: name)
        }
      }
      let production = layout.production(of: part, list: list, jobs: jobs)
      try production.run(hashes: nil) { (chunk) throws(FormatError) in try sink.take(chunk) }
    }
  }

  /// The digest of the list's rows, without writing any.
  ///
  /// - Complexity: O(rows); memory does not depend on how many there are.
  public func digest() -> SHA256 {
    var digest = RowDigest()
    for stream in RowStream.allCases {
      let production = RowProduction(list: list, stream: stream, jobs: jobs)
      // The closure throws nothing, so nothing is thrown.
      try? unsafe production.forEachChunk { (bytes, rows) throws(FormatError) in
        unsafe digest.update(bytes, rowCount: rows)
      }
      digest.finishStream()
    }
    return digest.finish()
  }
}

extension DatasetLayout {
  /// What makes the format of a chunk's rows where that depends on the chunk alone.
  private func encoder(for list: any FixtureList) -> (any ChunkEncoder)? {
    switch format {
    case .json: JSONArrayEncoder()
    case .csv: CSVEncoder()
    case .copy: CopyEncoder(order: list.recipe.order)
    case .ndjson, .sqlite, .pages, .cdc: nil
    }
  }

  /// The rows of a stream in this layout.
  func production(of stream: RowStream, list: any FixtureList, jobs: Int) -> RowProduction {
    var production = RowProduction(
      list: list, stream: stream, jobs: jobs, rows: shard.rows(of: stream.rowCount(of: list)))
    production.isFirstShard = shard.number == 1
    production.encoder = encoder(for: list)
    if production.encoder != nil || format == .ndjson { production.compression = compression }
    return production
  }
}

extension Manifest {
  /// Describes a generated list whose files are written.
  init(
    _ list: any FixtureList, layout: DatasetLayout, files: [File], containers: [Container],
    blocks: [RowStream: [SHA256]]
  ) {
    datasetVersion = GeneratedList.datasetVersion
    recipe = list.recipe.name
    seed = list.seed
    parameters = list.recipe.value
    let changes = list.counts
    counts = Counts()
    counts.items = list.itemCount
    counts.events = list.eventCount
    counts.inserts = changes.inserts
    counts.deletes = changes.deletes
    counts.moves = changes.moves
    counts.updates = changes.updates
    counts.live = changes.live
    self.layout = layout
    self.files = files
    self.containers = containers
    if !layout.shard.isWhole { self.blocks = blocks }
    digest = SHA256(blocks: RowStream.allCases.flatMap { blocks[$0] ?? [] })
  }

  /// Whether it describes a list in a layout, whatever its files are.
  func isOf(_ list: any FixtureList, _ layout: DatasetLayout) -> Bool {
    var other = Manifest(list, layout: layout, files: files, containers: containers, blocks: blocks)
    other.digest = digest
    other.expected = expected
    return other == self
  }

  /// The hash of all that decides the bytes of a list's files.
  static func identity(_ list: any FixtureList, _ layout: DatasetLayout) -> SHA256 {
    let manifest = Manifest(list, layout: layout, files: [], containers: [], blocks: [:])
    var hasher = SHA256.Hasher()
    hasher.update(manifest.text.span)
    return hasher.finish()
  }

  /// Which end of the list is its head.
  public var order: ListOrder {
    guard case .string(let word)? = parameters["order"] else { return .newestFirst }
    return ListOrder(rawValue: word) ?? .newestFirst
  }
}
