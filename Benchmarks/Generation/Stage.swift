import BenchHarness
import FixtureFormats
import ListCore
import ListFixtures
import Workload

/// How far a row goes.
enum Stage: Equatable {
  /// The snapshot's rows, into a buffer that is used again and again.
  case itemsToNothing
  /// The log's lines, likewise.
  case eventsToNothing
  /// A whole dataset in a layout, with its digests, into the scratch folder.
  case dataset(DatasetLayout)

  /// Rows to nothing, then every format, and the canonical one packed.
  static let all =
    [itemsToNothing, eventsToNothing]
    + FixtureFormat.allCases.map { dataset(DatasetLayout(format: $0)) }
    + [Compression.gzip, .zstd].map { dataset(DatasetLayout(compression: $0)) }

  var benchmark: String {
    switch self {
    case .itemsToNothing: "items to nothing"
    case .eventsToNothing: "events to nothing"
    case .dataset: "dataset to files"
    }
  }

  var implementation: String {
    guard case .dataset(let layout) = self else { return "GeneratedList" }
    if layout.compression != .none { return "DatasetWriter, \(layout.compression.rawValue)" }
    return layout.format == .ndjson ? "DatasetWriter" : "DatasetWriter, \(layout.format.rawValue)"
  }

  /// Makes the rows, then compares them with what another way to them gives.
  func measure(_ source: WorkloadSource, _ run: Run) throws {
    let list = try source.generatedList()
    run.baseline()
    let bytes: Int
    let rows: Int
    switch self {
    case .itemsToNothing:
      rows = list.itemCount
      bytes = try chunks(of: list, rows: rows, run) { range, buffer in
        list.appendItems(ranks: range, to: &buffer)
      }
      try RowChunks.checkItems(of: list, run)
    case .eventsToNothing:
      rows = list.eventCount
      bytes = try chunks(of: list, rows: rows, run) { range, buffer in
        list.appendEvents(sequences: range.lowerBound + 1..<range.upperBound + 1, to: &buffer)
      }
      try RowChunks.checkEvents(of: list, run)
    case .dataset(let layout):
      rows = list.itemCount + list.eventCount
      bytes = try dataset(list, layout, rows: rows, run)
    }
    run.record("bytesPerRow", unit: .bytes, Double(bytes) / Double(max(1, rows)))
    let seconds = Double(run.measurements.nanoseconds) / 1e9
    run.record("bytesPerSecond", unit: .bytesPerSecond, seconds > 0 ? Double(bytes) / seconds : 0)
  }

  private func chunks(
    of list: GeneratedList, rows: Int, _ run: Run, _ make: (Range<Int>, inout RowBuffer) -> Void
  ) throws -> Int {
    var buffer = RowBuffer()
    // Once untimed, so that the buffer has its size.
    make(0..<min(rows, RowChunks.rowCount), &buffer)
    var bytes = 0
    var start = 0
    run.measure(operations: max(1, rows)) {
      while start < rows {
        buffer.removeAll()
        let end = min(rows, start + RowChunks.rowCount)
        make(start..<end, &buffer)
        bytes += buffer.count
        start = end
      }
    }
    run.checkpoint("rows made")
    return bytes
  }

  /// Returns the canonical rows' bytes, whatever the layout, so that rates can be compared.
  private func dataset(
    _ list: GeneratedList, _ layout: DatasetLayout, rows: Int, _ run: Run
  ) throws -> Int {
    let name = "\(layout.format.rawValue)-\(layout.compression.rawValue)"
    let folder = "\(run.scratchFolder)/generated-\(name)"
    let writer = DatasetWriter(list, jobs: 1, layout: layout)
    var manifest: Manifest?
    try run.measure(operations: rows) {
      manifest = try writer.write(into: folder, replaces: true)
    }
    run.checkpoint("dataset written")
    if case .failed(let error) = try FixtureFormats.Verdict.of(folder: folder, jobs: 1) {
      throw error
    }
    return manifest?.files.reduce(0) { $0 + $1.bytes } ?? 0
  }
}
