import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

extension DepthDesign {
  /// What every profile measures of SQLite.
  static let sqliteMain = [
    SQLiteDesign(.offset), SQLiteDesign(.keysetRowValues), SQLiteDesign(.keysetTwoSeeks),
    SQLiteDesign(.cursor),
  ].map(DepthDesign.init)

  /// What else there is, from the standard profile on.
  static let sqliteMore = [
    SQLiteDesign(.deferredJoin), SQLiteDesign(.coveringOffset), SQLiteDesign(.positionColumn),
    SQLiteDesign(.milestones), SQLiteDesign(.bucketCounts),
    SQLiteDesign(.keysetTwoSeeks, .clustered), SQLiteDesign(.offset, .withoutRowID),
    SQLiteDesign(.keysetTwoSeeks, .uniqueIndex, .newer), SQLiteDesign(.offset, .unordered),
  ].map(DepthDesign.init)

  /// A design of SQLite.
  init(_ design: SQLiteDesign) {
    self.init(
      implementation: design.implementation, needs: Self.needs(of: design),
      walks: [.offset, .deferredJoin, .coveringOffset].contains(design.form)
        || design.outcome == .trap,
      isReference: design == SQLiteDesign(.offset),
      growthMetric: "vmSteps",
      // Without an index every page sorts the whole list.
      mostPages: design.shape == .unordered ? 3 : .max, hasVersions: design.form.hasText
    ) { source, run in
      let file = try SQLiteFile(source, layout: design.layout, scratchFolder: run.scratchFolder)
      return try DepthReader(file, design)
    }
  }

  private static func needs(of design: SQLiteDesign) -> String {
    switch design.form {
    case .positionColumn: "a position column with an index; the list is frozen"
    case .milestones: "a table of every 1,000th row; the list is frozen"
    case .bucketCounts: "counts kept by triggers on every write"
    case .cursor: "index (sort_key, id); a secret"
    default:
      switch design.shape {
      case .clustered: "the table clustered by (sort_key, id)"
      case .unordered: "nothing"
      default: "index (sort_key, id)"
      }
    }
  }
}

extension DepthReader {
  /// Reads a file in a design.
  init(_ file: SQLiteFile, _ design: SQLiteDesign) throws {
    self.init(
      try SQLiteSource(
        path: file.path, secret: SQLiteFile.secret, options: .init(form: design.form)),
      model: file.model, design)
  }

  /// Reads a list of SQLite in a design.
  init(_ list: SQLiteSource, model: Model, _ design: SQLiteDesign) {
    self.init(model: model) { depth, before in
      guard design.direction == .older else {
        // Upwards the page ends above the first row that lies below it.
        let below = model.count - depth - BackendDepth.pageSize - 1
        return below < 0
          ? try list.place(depth: depth, after: before)
          : try list.place(beside: model[below].entry, .newer)
      }
      return try list.place(depth: depth, after: before)
    } fill: { page, request in
      try list.fill(&page, with: request)
    } counts: { request in
      var counters = SQLiteSource.Counters()
      var page = Page()
      try list.fill(&page, with: request, counting: &counters)
      return [
        ("vmSteps", counters.vmSteps), ("fullScanSteps", counters.fullScanSteps),
        ("pagesTouched", counters.pagesTouched),
      ] + (counters.sorts > 0 ? [("sorts", counters.sorts)] : [])
    }
  }
}
