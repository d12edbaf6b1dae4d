import FixtureFormats
import ListCore
import ListFixtures

/// The titles of a list's items, generated on demand or kept as one buffer.
enum Titles {
  case generated(GeneratedList)
  case stored(StoredTitles)

  /// Appends a title.
  ///
  /// - Parameter buffer: Where a generated title is made; emptied first, kept by the caller.
  func append(
    _ id: ItemID, version: UInt32, to text: inout [UInt8], through buffer: inout RowBuffer
  ) {
    switch self {
    case .generated(let list):
      buffer.removeAll()
      list.appendTitle(of: id, version: version, to: &buffer)
      buffer.withBytes { text.append(contentsOf: $0) }
    case .stored(let titles):
      titles.append(id, version: version, to: &text)
    }
  }
}

/// The titles of a stored list: one buffer, and where each version of each item's title lies.
struct StoredTitles {
  private struct Version {
    var number: UInt32
    var byteRange: Range<Int>
  }

  private var bytes: [UInt8] = []
  private var versions: [ItemID: [Version]] = [:]

  /// Remembers the title that an item has from a version on.
  mutating func add(_ id: ItemID, version: UInt32, title: Span<UInt8>) {
    let start = bytes.count
    for index in title.indices { bytes.append(title[index]) }
    versions[id, default: []].append(Version(number: version, byteRange: start..<bytes.count))
  }

  /// Appends the title that an item has at a version: the newest that is not newer.
  func append(_ id: ItemID, version: UInt32, to text: inout [UInt8]) {
    guard let known = versions[id]?.last(where: { $0.number <= version }) else { return }
    text.append(contentsOf: bytes[known.byteRange])
  }
}

/// A dataset's rows, changes and titles, read into memory.
struct StoredList {
  /// Ascending.
  private(set) var rows: [Workload.Row] = []
  private(set) var changes: [Change] = []
  private(set) var titles = StoredTitles()

  /// Reads a dataset.
  ///
  /// - Parameter changeLimit: The most changes to keep.
  init(_ dataset: StoredDataset, changeLimit: Int) throws(FormatError) {
    rows.reserveCapacity(dataset.manifest.counts.items)
    try dataset.forEachItem { (entry, version, title) throws(FormatError) in
      rows.append(Workload.Row(entry: entry, version: version))
      titles.add(entry.id, version: version, title: title)
    }
    rows.sort()
    try dataset.forEachEvent { (change, title) throws(FormatError) in
      guard changes.count < changeLimit else { return }
      changes.append(change)
      if change.operation == .insert || change.operation == .update {
        titles.add(change.id, version: change.version, title: title)
      }
    }
  }
}
