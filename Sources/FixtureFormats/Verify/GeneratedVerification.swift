import ListFixtures

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
    let layout = dataset.manifest.layout
    let comparer: any LayoutComparison =
      switch layout.format {
      case .ndjson, .json, .csv, .copy: TextComparison(dataset)
      case .sqlite: try SQLiteComparison(dataset)
      case .pages: PagesComparison(dataset, list)
      case .cdc: try ChangeStreamComparison(dataset, list)
      }
    var files: [Manifest.File] = []
    var blocks: [RowStream: [SHA256]] = [:]
    var rowCount = 0
    for stream in RowStream.allCases {
      var production = layout.production(of: stream, list: list, jobs: jobs)
      production.compression = .none
      let hashes = StreamHashes()
      try comparer.start(stream)
      try production.run(hashes: hashes) { (chunk) throws(FormatError) in
        try comparer.compare(chunk)
        rowCount += chunk.place.rows.count
        progress(rowCount)
      }
      files.append(hashes.finish(name: stream.fileName))
      blocks[stream] = hashes.blocks
    }
    let rows = Manifest(list, layout: layout, files: files, containers: [], blocks: blocks)
    let containers = try comparer.finish(rows.facts)
    try compareManifest(
      Manifest(list, layout: layout, files: files, containers: containers, blocks: blocks))
    if let expected = dataset.manifest.expected {
      try ExpectedFolder.verify(list, expected, in: dataset.path)
    }
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
    for container in expected.containers where !found.containers.contains(container) {
      throw FormatError(
        .mismatch,
        "holds the right rows, but is not the file whose bytes and sha256 the manifest gives",
        file: container.name)
    }
    if found.blocks != expected.blocks { throw Self.failure("'blocks' are not those of the rows") }
    if found.digest != expected.digest { throw Self.failure("'digest' is not that of the rows") }
  }
}
