import ListText
import ListFixtures
import ProcessSupport

/// Writes generated lists as files, or one of their streams to a descriptor.
public struct DatasetWriter: Sendable {
  /// The list.
  public var list: any FixtureList
  /// How many threads work, from 1; the bytes do not depend on it.
  public var jobs: Int

  /// Makes a writer.
  public init(_ list: any FixtureList, jobs: Int = 1) {
    precondition(jobs >= 1, "at least one job")
    self.list = list
    self.jobs = jobs
  }

  /// Writes `items.ndjson`, `events.ndjson` and `manifest.json` into a folder.
  ///
  /// - Parameters:
  ///   - path: The folder; it is made if it is not there.
  ///   - replaces: Whether a folder that holds something is taken; its other files stay.
  ///   - progress: Called with the number of rows written so far, after every chunk of them.
  /// - Throws: `FormatError`: `occupied`, `unwritable`; what was written is then removed.
  /// - Complexity: O(rows); memory does not depend on how many there are.
  public func write(
    into path: String, replaces: Bool, progress: (Int) -> Void = { _ in }
  ) throws(FormatError) -> Manifest {
    let folder = try OutputFolder(
      path: path, names: RowStream.allCases.map(\.fileName), replaces: replaces)
    var digest = RowDigest()
    var files: [Manifest.File] = []
    var rowCount = 0
    for stream in RowStream.allCases {
      let file = try folder.file(stream.fileName)
      let production = RowProduction(list: list, stream: stream, jobs: jobs)
      try unsafe production.forEachChunk { (bytes, rows) throws(FormatError) in
        unsafe digest.update(bytes, rowCount: rows)
        try unsafe file.write(bytes, rowCount: rows)
        rowCount += rows
        progress(rowCount)
      }
      digest.finishStream()
      files.append(try file.finish())
    }
    let manifest = Manifest(list, files: files, digest: digest.finish())
    try folder.commit(manifest)
    return manifest
  }

  /// Writes the rows of one stream to a descriptor.
  ///
  /// - Throws: `FormatError`: `closedPipe` when the reader has gone, `unwritable` otherwise.
  public func stream(
    _ stream: RowStream, to descriptor: Int32, name: String
  ) throws(FormatError) {
    let production = RowProduction(list: list, stream: stream, jobs: jobs)
    try unsafe production.forEachChunk { (bytes, _) throws(FormatError) in
      try writing { () throws(FileError) in
        try unsafe writeAll(bytes, to: descriptor, path: name)
      }
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

extension Manifest {
  /// Describes a generated list whose files are written.
  init(_ list: any FixtureList, files: [File], digest: SHA256) {
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
    self.files = files
    self.digest = digest
  }

  /// Which end of the list is its head.
  public var order: ListOrder {
    guard case .string(let word)? = parameters["order"] else { return .newestFirst }
    return ListOrder(rawValue: word) ?? .newestFirst
  }
}
