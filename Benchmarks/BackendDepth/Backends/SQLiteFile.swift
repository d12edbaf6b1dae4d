import BenchHarness
import Foundation
import ListCore
import ListSource
import SQLiteSource
import Workload

/// A SQLite file of a list after some of its changes, and the model of the same list beside it.
///
/// The first child process that needs it makes both in the scratch folder; the others find them there.
struct SQLiteFile {
  /// Signs the cursors.
  static let secret = Array("longlist benchmark".utf8)
  /// Changes that the file lives through before it is measured.
  static let changeLimit = 20_000

  /// The database.
  let path: String
  /// The rows that it must hold, ascending.
  let model: Model

  /// The file of a list in the usual layout.
  init(_ source: WorkloadSource, scratchFolder: String) throws {
    let path = "\(scratchFolder)/backend-\(source.fileKey).sqlite"
    self.path = path
    model = try Model("backend-\(source.fileKey).model", in: scratchFolder) {
      let workload = try Self.workload(source)
      // The model is written last, so the file is there wherever the model is.
      try Self.refusing { try Self.make(workload, path: path) }
      return workload.outcome
    }
  }

  /// The same list in another layout.
  init(_ source: WorkloadSource, layout: SQLiteLayout, scratchFolder: String) throws {
    let usual = try SQLiteFile(source, scratchFolder: scratchFolder)
    model = usual.model
    guard layout != SQLiteLayout() else {
      path = usual.path
      return
    }
    let name = "\(layout.shape.rawValue)-\(layout.rankAid.rawValue)"
    path = "\(scratchFolder)/backend-\(source.fileKey)-\(name).sqlite"
    if FileManager.default.fileExists(atPath: path) { return }
    let building = "\(path).building-\(ProcessInfo.processInfo.processIdentifier)"
    try Self.refusing {
      try SQLiteSource(path: usual.path, secret: Self.secret).copy(to: building, layout: layout)
    }
    // Two processes may have made it.
    guard rename(building, path) == 0 else { throw EnvironmentError.scratchFolder("no rename") }
  }

  /// A file of some rows, ascending, and of no changes.
  init(rows: Page, model: Model, name: String, layout: SQLiteLayout, scratchFolder: String) throws {
    self.model = model
    let shape = "\(layout.shape.rawValue)-\(layout.rankAid.rawValue)"
    path = "\(scratchFolder)/\(name)-\(shape).sqlite"
    if FileManager.default.fileExists(atPath: path) { return }
    let building = "\(path).building-\(ProcessInfo.processInfo.processIdentifier)"
    try Self.refusing {
      let loader = try SQLiteLoader(path: building, identity: Self.identity, layout: layout)
      try loader.append(rows)
      try loader.finish()
    }
    guard rename(building, path) == 0 else { throw EnvironmentError.scratchFolder("no rename") }
  }

  static let identity = DatasetIdentity(digest: [UInt8](repeating: 0, count: 32), generation: 1)

  /// The list that all backends hold, with the changes that they live through.
  static func workload(_ source: WorkloadSource) throws -> Workload {
    var workload = try Workload(
      source, changeLimit: source.isEmptyAtFirst ? .max : Self.changeLimit)
    workload.playIfEmpty()
    return workload
  }

  /// Says of a folder that takes no file what to do about it.
  private static func refusing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SourceError
      where [.full, .inputOutput, .readOnly, .cannotOpen].contains(error.code)
    {
      throw EnvironmentError.scratchFolder(error.description)
    }
  }

  private static func make(_ workload: Workload, path: String) throws {
    let building = "\(path).building-\(ProcessInfo.processInfo.processIdentifier)"
    let loader = try SQLiteLoader(path: building, identity: identity)
    var page = Page()
    for start in stride(from: 0, to: workload.rows.count, by: 1_000) {
      workload.fill(&page, with: workload.rows[start..<min(start + 1_000, workload.rows.count)])
      try loader.append(page)
    }
    try loader.finish()
    let list = try SQLiteSource(
      path: building, secret: secret, options: .init(isWritable: true))
    for batch in workload.batches(of: 500) { try list.apply(batch) }
    try FileManager.default.moveItem(atPath: building, toPath: path)
  }
}

extension Workload {
  /// The changes as batches with their texts, one at a time.
  func batches(of size: Int) -> some Sequence<ChangeBatch> {
    stride(from: 0, to: changes.count, by: size).lazy.map { start in
      var batch = ChangeBatch()
      var title: [UInt8] = []
      for change in changes[start..<min(start + size, changes.count)] {
        guard change.operation == .insert || change.operation == .update else {
          batch.append(change)
          continue
        }
        title.removeAll(keepingCapacity: true)
        appendTitle(of: change.id, version: change.version, to: &title)
        batch.append(change, text: title.span)
      }
      return batch
    }
  }
}
