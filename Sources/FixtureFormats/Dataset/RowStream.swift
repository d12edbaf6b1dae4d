/// The two streams of a dataset.
public enum RowStream: String, CaseIterable, Sendable {
  /// The snapshot, in list order.
  case items
  /// The changes, in sequence order.
  case events

  /// The file that holds the stream's canonical rows.
  var fileName: String {
    switch self {
    case .items: StoredDataset.itemsName
    case .events: StoredDataset.eventsName
    }
  }
}
