/// Compares what a folder holds with the rows it should hold, chunk by chunk.
protocol LayoutComparison: AnyObject {
  /// Starts a stream.
  func start(_ stream: RowStream) throws(FormatError)

  /// Compares the rows of a chunk; throws at the first difference, with its place.
  func compare(_ chunk: RowProduction.Chunk) throws(FormatError)

  /// Checks that nothing is left over, and describes the containers as they are.
  ///
  /// - Parameter facts: What the format should say about the dataset beside its rows.
  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
}

/// Compares text files with what the layout makes of the rows, byte for byte after unpacking.
final class TextComparison: LayoutComparison {
  private let path: String
  private let layout: DatasetLayout
  private var file: FileComparison?
  private var name = ""
  private var containers: [Manifest.Container] = []

  init(_ dataset: StoredDataset) {
    path = dataset.path
    layout = dataset.manifest.layout
  }

  func start(_ stream: RowStream) throws(FormatError) {
    let next = layout.fileName(of: stream)
    guard next != name else { return }
    try finishFile()
    name = next
    file = try FileComparison(folder: path, name: name, layout: layout)
  }

  func compare(_ chunk: RowProduction.Chunk) throws(FormatError) {
    try unsafe file?.compare(
      chunk.output, rowCount: chunk.place.rows.count, isEvents: chunk.place.stream == .events)
  }

  private func finishFile() throws(FormatError) {
    if let file { containers.append(try file.finish()) }
    file = nil
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    try finishFile()
    return layout.isCanonical ? [] : containers
  }
}
