import ListFixtures
import ProcessSupport

/// One run of a `DatasetWriter` into a folder, up to the point where the files get their names.
final class DatasetRun {
  private let writer: DatasetWriter
  private let folder: OutputFolder
  private let journal: ResumeJournal
  private var files: [String: DatasetFile] = [:]
  private var outputs: [String: OutputHash] = [:]
  private var sink: (any RowSink)?
  private var rowCount = 0

  init(_ writer: DatasetWriter, _ folder: OutputFolder) throws(FormatError) {
    self.writer = writer
    self.folder = folder
    journal = try folder.openJournal(identity: Manifest.identity(writer.list, writer.layout))
    for name in writer.layout.fileNames where !name.hasSuffix("/") {
      try folder.unname(name)
      files[name] = try folder.file(name)
      if !writer.layout.isCanonical { outputs[name] = OutputHash() }
    }
    sink = try makeSink()
  }

  /// What takes the rows where they do not go to the files as they come.
  private func makeSink() throws(FormatError) -> (any RowSink)? {
    let layout = writer.layout
    switch layout.format {
    case .ndjson, .json, .csv, .copy: return nil
    case .sqlite:
      let name = layout.fileName(of: .items)
      guard let file = files[name] else { preconditionFailure("the layout's file") }
      try file.resume(at: 0)
      return try SQLiteSink(
        path: file.temporaryPath, name: name, order: writer.list.recipe.order)
    case .pages:
      guard let index = files[StaticPages.indexName] else { preconditionFailure("an index") }
      return try PagesSink(writer.list, folder, index: index)
    case .cdc:
      let name = layout.fileName(of: .items)
      guard let file = files[name] else { preconditionFailure("the layout's file") }
      try file.resume(at: 0)
      let encoder = try ChangeStreamEncoder(writer.list, folder: folder.path)
      return unsafe ChangeStreamSink(encoder, layout.compression, name: name) {
        (bytes) throws(FormatError) in try unsafe file.append(bytes)
      }
    }
  }

  /// Writes all rows and describes what was written.
  func run(_ progress: (Int) -> Void) throws(FormatError) -> Manifest {
    var streams: [Manifest.File] = []
    var blocks: [RowStream: [SHA256]] = [:]
    for stream in RowStream.allCases {
      let hashes = try write(stream, progress)
      streams.append(hashes.finish(name: stream.fileName))
      blocks[stream] = hashes.blocks
    }
    let manifest = Manifest(
      writer.list, layout: writer.layout, files: streams, containers: [], blocks: blocks)
    return Manifest(
      writer.list, layout: writer.layout, files: streams, containers: try containers(manifest),
      blocks: blocks)
  }

  private func containers(_ manifest: Manifest) throws(FormatError) -> [Manifest.Container] {
    if let sink {
      let containers = try sink.finish(manifest.facts)
      self.sink = nil
      return containers
    }
    if writer.layout.isCanonical { return [] }
    return writer.layout.fileNames.compactMap { name in outputs[name]?.finish(name: name) }
  }

  private func write(
    _ stream: RowStream, _ progress: (Int) -> Void
  ) throws(FormatError) -> StreamHashes {
    let layout = writer.layout
    let name = layout.fileName(of: stream)
    let file = files[name]
    var production = layout.production(of: stream, list: writer.list, jobs: writer.jobs)
    var start = ResumedStream()
    if let file, sink == nil { start = try resume(stream, file) }
    production.skippedRows = start.blockCount * RowDigest.rowsPerBlock
    rowCount += min(production.skippedRows, production.rows.count)
    let hashes = start.hashes
    let output = sink == nil ? outputs[name] : nil
    var notes = BlockNotes(stream: stream, start: start)
    try production.run(hashes: hashes, output: output) { (chunk) throws(FormatError) in
      if let sink {
        try sink.take(chunk)
      } else if let file {
        try unsafe file.append(chunk.output)
        try notes.add(chunk, hashes, to: journal)
      }
      rowCount += chunk.place.rows.count
      progress(rowCount)
    }
    return hashes
  }

  /// Takes over what an earlier run has written of a stream.
  ///
  /// That is whole blocks of canonical rows whose hashes are those that it noted. Other formats start over.
  private func resume(_ stream: RowStream, _ file: DatasetFile) throws(FormatError) -> ResumedStream
  {
    var start = ResumedStream()
    if writer.layout.format == .ndjson, let known = journal.known[stream] {
      start = try ResumedStream(reading: file.temporaryPath, known)
      if let output = outputs[writer.layout.fileName(of: stream)] {
        try output.add(file.temporaryPath, byteCount: start.fileEnd)
      }
      try file.resume(at: start.fileEnd)
    } else if writer.layout.format != .copy || stream == .items {
      try file.resume(at: 0)
    }
    return start
  }
}

/// Notes blocks in the journal once their bytes are written and their hashes known.
private struct BlockNotes {
  let stream: RowStream
  private var number: Int
  private var rowsEnd: Int
  private var fileEnd: Int
  /// Where the blocks end that are written and not noted yet.
  private var ends: [(rows: Int, file: Int)] = []

  init(stream: RowStream, start: ResumedStream) {
    self.stream = stream
    number = start.blockCount
    rowsEnd = start.rowsEnd
    fileEnd = start.fileEnd
  }

  mutating func add(
    _ chunk: RowProduction.Chunk, _ hashes: StreamHashes, to journal: ResumeJournal
  ) throws(FormatError) {
    unsafe rowsEnd += chunk.rows.count
    unsafe fileEnd += chunk.output.count
    if chunk.place.rows.upperBound % RowDigest.rowsPerBlock == 0, !chunk.place.rows.isEmpty {
      ends.append((rowsEnd, fileEnd))
    }
    while let end = ends.first, let hash = hashes.block(number) {
      try journal.note(
        stream, number: number,
        ResumeJournal.Block(sha256: hash, rowsEnd: end.rows, fileEnd: end.file))
      ends.removeFirst()
      number += 1
    }
  }
}

extension Manifest {
  /// What formats that can say more than rows say about the dataset.
  var facts: [(name: String, value: String)] {
    [
      ("datasetVersion", "\(datasetVersion)"), ("recipe", recipe), ("seed", "\(seed)"),
      ("order", order.rawValue), ("items", "\(counts.items)"), ("events", "\(counts.events)"),
      ("live", "\(counts.live)"), ("shard", "\(layout.shard.number)/\(layout.shard.count)"),
      ("digest", digest.description),
    ]
  }
}
