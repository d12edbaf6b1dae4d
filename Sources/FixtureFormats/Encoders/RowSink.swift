/// Takes chunks in order and keeps what it needs of those before: for formats that are no plain stream.
protocol RowSink: AnyObject {
  /// Takes a chunk.
  func take(_ chunk: RowProduction.Chunk) throws(FormatError)

  /// Ends the files and describes them.
  ///
  /// - Parameter facts: What the format can keep about the dataset beside its rows.
  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
}
