import BenchHarness
import Foundation
import ListCore
import ListSource
import SQLiteSource
import Workload

/// A SQLite file of a list after some of its changes, and the model of the same list beside it.
///
/// The first child process that needs it makes both in the scratch folder; the others find them there.
struct Backend {
  /// Signs the cursors.
  static let secret = Array("longlist benchmark".utf8)
  /// Changes that the file lives through before it is measured.
  private static let changeLimit = 20_000

  /// The database.
  let path: String
  /// The rows that it must hold, ascending.
  let model: Model

  init(_ source: WorkloadSource, scratchFolder: String) throws {
    let path = "\(scratchFolder)/backend-\(source.fileKey).sqlite"
    self.path = path
    model = try Model("backend-\(source.fileKey).model", in: scratchFolder) {
      let limit = source.isEmptyAtFirst ? .max : Self.changeLimit
      var workload = try Workload(source, changeLimit: limit)
      workload.playIfEmpty()
      // The model is written last, so the file is there wherever the model is.
      do {
        try Self.make(workload, path: path)
      } catch let error as SourceError
        where [.full, .inputOutput, .readOnly, .cannotOpen].contains(error.code)
      {
        throw EnvironmentError.scratchFolder(error.description)
      }
      return workload.outcome
    }
  }

  private static func make(_ workload: Workload, path: String) throws {
    let building = "\(path).building-\(ProcessInfo.processInfo.processIdentifier)"
    let loader = try SQLiteLoader(
      path: building,
      identity: DatasetIdentity(digest: [UInt8](repeating: 0, count: 32), generation: 1))
    var page = Page()
    for start in stride(from: 0, to: workload.rows.count, by: 1_000) {
      workload.fill(&page, with: workload.rows[start..<min(start + 1_000, workload.rows.count)])
      try loader.append(page)
    }
    try loader.finish()
    try apply(workload, path: building)
    try FileManager.default.moveItem(atPath: building, toPath: path)
  }

  /// Lets the changes happen in the database, some hundred in a transaction.
  private static func apply(_ workload: Workload, path: String) throws {
    let list = try SQLiteSource(
      path: path, secret: secret, options: .init(isWritable: true))
    var batch = ChangeBatch()
    var title: [UInt8] = []
    for start in stride(from: 0, to: workload.changes.count, by: 500) {
      batch.removeAll()
      for change in workload.changes[start..<min(start + 500, workload.changes.count)] {
        guard change.operation == .insert || change.operation == .update else {
          batch.append(change)
          continue
        }
        title.removeAll(keepingCapacity: true)
        workload.appendTitle(of: change.id, version: change.version, to: &title)
        batch.append(change, text: title.span)
      }
      try list.apply(batch)
    }
  }
}
