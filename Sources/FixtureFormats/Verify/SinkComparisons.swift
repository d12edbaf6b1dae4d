import ListFixtures
import ProcessSupport

/// Compares a change stream with the one that the rows make.
final class ChangeStreamComparison: LayoutComparison {
  private let encoder: ChangeStreamEncoder
  private let file: FileComparison
  private var encoded = EncodedBuffer()

  init(_ dataset: StoredDataset, _ list: any FixtureList) throws(FormatError) {
    let layout = dataset.manifest.layout
    encoder = try ChangeStreamEncoder(list, folder: temporaryFolder())
    file = try FileComparison(
      folder: dataset.path, name: layout.fileName(of: .items), layout: layout)
  }

  func start(_ stream: RowStream) throws(FormatError) {}

  func compare(_ chunk: RowProduction.Chunk) throws(FormatError) {
    encoded.removeAll()
    try encoder.encode(chunk, into: &encoded)
    try unsafe encoded.withBytes { (bytes) throws(FormatError) in
      try unsafe file.compare(
        bytes, rowCount: chunk.place.rows.count, isEvents: chunk.place.stream == .events)
    }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    [try file.finish()]
  }
}

/// Compares a folder of pages with those that the rows make.
final class PagesComparison: LayoutComparison {
  private let path: String
  private let list: any FixtureList
  private var buffer = EncodedBuffer()
  private var hashes: [RowStream: OutputHash] = [:]
  private var pageCounts: [RowStream: Int] = [:]

  init(_ dataset: StoredDataset, _ list: any FixtureList) {
    path = dataset.path
    self.list = list
  }

  func start(_ stream: RowStream) throws(FormatError) {
    hashes[stream] = OutputHash()
    pageCounts[stream] = 0
  }

  func compare(_ chunk: RowProduction.Chunk) throws(FormatError) {
    let stream = chunk.place.stream
    let folder = FixtureFormat.pages.fileName(of: stream)
    try unsafe StaticPages.forEachPage(chunk, &buffer) { (number, bytes) throws(FormatError) in
      pageCounts[stream, default: 0] += 1
      unsafe hashes[stream]?.add(bytes)
      let name = folder + StaticPages.name(number)
      let file: FileComparison
      do throws(FormatError) {
        file = try FileComparison(
          folder: path, name: name, layout: DatasetLayout(format: .pages))
      } catch {
        throw FormatError(.mismatch, error.message, file: name)
      }
      try unsafe file.compare(bytes, rowCount: 1, isEvents: stream == .events)
      _ = try file.finish()
    }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    for stream in RowStream.allCases {
      let folder = FixtureFormat.pages.fileName(of: stream)
      let found = names(inFolder: path + "/" + folder) ?? []
      guard found.count == pageCounts[stream] else {
        throw FormatError(
          .mismatch, "has \(found.count) files, the recipe gives \(pageCounts[stream] ?? 0)",
          file: folder)
      }
    }
    let index = try FileComparison(
      folder: path, name: StaticPages.indexName, layout: DatasetLayout(format: .pages))
    buffer.removeAll()
    StaticPages.appendIndex(list, to: &buffer)
    try unsafe buffer.withBytes { (bytes) throws(FormatError) in
      try unsafe index.compare(bytes, rowCount: 1, isEvents: false)
    }
    return RowStream.allCases.compactMap { stream in
      hashes[stream]?.finish(name: FixtureFormat.pages.fileName(of: stream))
    } + [try index.finish()]
  }
}
