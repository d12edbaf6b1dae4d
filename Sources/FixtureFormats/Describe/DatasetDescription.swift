import ListCore
import ListFixtures

/// What a dataset is like, measured from its rows and not taken from its manifest.
public struct DatasetDescription: ~Copyable {
  let manifest: Manifest
  var itemCount = 0
  var firstKey: SortKey?
  var lastKey: SortKey?
  var ties = TieCount()
  var title = Histogram()
  var body = Histogram()
  var text = Histogram()
  var compactHeight = Histogram()
  var imageCount = 0
  var hiddenCount = 0
  var parentCount = 0
  var ownCount = 0
  var nullKeyCount = 0
  var scripts = ScriptCount()
  /// How many rows have each status, of the snapshot.
  var statuses: [String: Int] = [:]
  /// Hidden rows that stand side by side.
  var hiddenRuns = Histogram()
  private(set) var churn: ChurnDescription
  var impliedCount = 0
  var firstAt: Int64?
  var lastAt: Int64?
  var firstViolation: FormatError?
  private(set) var counts = Manifest.Counts()
  private(set) var liveTies = TieCount()

  /// Measures a dataset.
  ///
  /// - Parameter progress: Called with the number of rows read so far, every few thousand rows.
  /// - Throws: `FormatError` at the first row that is not canonical.
  /// - Complexity: O(n log n); memory is proportional to the ids that were ever alive.
  public init(
    _ dataset: StoredDataset, progress: (Int) -> Void = { _ in }
  ) throws(FormatError) {
    manifest = dataset.manifest
    var replay = ListReplay()
    var rowCount = 0
    var entries: [ListEntry] = []
    var keyless: [ItemID] = []
    churn = ChurnDescription([], isNewestFirst: manifest.order == .newestFirst)
    var hiddenRun = 0
    var items = try RowFile(folder: dataset.path, name: StoredDataset.itemsName)
    while try items.next() {
      let item = try items.item()
      add(item, items.lines.buffer.span.extracting(items.line.range))
      if replay.add(item) {
        if item.isKeyNull { keyless.append(item.entry.id) } else { entries.append(item.entry) }
      }
      if !item.isHidden, hiddenRun > 0 { hiddenRuns.add(hiddenRun) }
      hiddenRun = item.isHidden ? hiddenRun + 1 : 0
      rowCount += 1
      if rowCount % 8_192 == 0 { progress(rowCount) }
    }
    if hiddenRun > 0 { hiddenRuns.add(hiddenRun) }
    churn = ChurnDescription(
      entries, keyless: keyless, isNewestFirst: manifest.order == .newestFirst)
    entries = []
    var events = try RowFile(folder: dataset.path, name: StoredDataset.eventsName)
    while try events.next() {
      let event = try events.event()
      firstAt = firstAt ?? event.at
      lastAt = event.at
      if event.isImplied { impliedCount += 1 }
      churn.add(event.change, at: event.at, isKeyNull: event.isKeyNull)
      if let problem = replay.apply(event.change), firstViolation == nil {
        firstViolation = events.failure(
          "field '\(problem.field)' \(problem.message)", code: .mismatch)
      }
      rowCount += 1
      if rowCount % 8_192 == 0 { progress(rowCount) }
    }
    churn.finish()
    counts = replay.counts
    let liveKeys = replay.items.values.lazy.filter(\.isAlive).map(\.key).sorted()
    for key in liveKeys { liveTies.add(key) }
  }

  /// The most different statuses that are told apart.
  private static let statusLimit = 64

  private mutating func add(_ item: ParsedItem, _ line: Span<UInt8>) {
    itemCount += 1
    if item.isKeyNull {
      nullKeyCount += 1
    } else {
      firstKey = firstKey ?? item.entry.key
      lastKey = item.entry.key
      ties.add(item.entry.key)
    }
    let titleBytes = item.title.byteCount(in: line)
    let bodyBytes = item.body?.byteCount(in: line) ?? 0
    title.add(titleBytes)
    if item.body != nil { body.add(bodyBytes) }
    text.add(titleBytes + bodyBytes)
    compactHeight.add(item.compactHeight)
    if item.hasImage { imageCount += 1 }
    if item.isHidden { hiddenCount += 1 }
    if item.parent != nil { parentCount += 1 }
    if item.isOwn { ownCount += 1 }
    scripts.add(line, [item.title.range] + (item.body.map { [$0.range] } ?? []))
    if let status = item.status, statuses.count < Self.statusLimit {
      let bytes = status.range.map { line[$0] }
      statuses[String(decoding: bytes, as: UTF8.self), default: 0] += 1
    }
  }
}
