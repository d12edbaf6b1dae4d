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
  /// The rows that it must hold.
  let model: ModelFile

  init(_ source: WorkloadSource, scratchFolder: String) throws {
    let name = source.fixtureKey.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    path = "\(scratchFolder)/backend-\(name.suffix(80)).sqlite"
    let modelPath = path + ".model"
    if !FileManager.default.fileExists(atPath: path) {
      try Self.make(source, path: path, modelPath: modelPath)
    }
    model = try ModelFile(path: modelPath)
  }

  private static func make(_ source: WorkloadSource, path: String, modelPath: String) throws {
    var workload = try Workload(source, changeLimit: source.isEmptyAtFirst ? .max : changeLimit)
    workload.playIfEmpty()
    let building = path + ".building"
    let loader = try SQLiteLoader(
      path: building,
      identity: DatasetIdentity(digest: [UInt8](repeating: 0, count: 32), generation: 1))
    var page = Page()
    for start in stride(from: 0, to: workload.rows.count, by: 1_000) {
      workload.fill(
        &page, with: workload.rows[start..<min(start + 1_000, workload.rows.count)])
      try loader.append(page)
    }
    try loader.finish()
    try apply(workload, path: building)
    workload.play(.max)
    try ModelFile.write(workload.rows.reversed(), path: modelPath)
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

/// Rows in list order in a file, 24 bytes each, read by rank without loading the rest.
struct ModelFile {
  private static let rowBytes = 24
  private let data: Data

  /// How many rows there are.
  var count: Int { data.count / Self.rowBytes }

  init(path: String) throws {
    data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
  }

  static func write(_ rows: some Sequence<Workload.Row>, path: String) throws {
    var data = Data()
    for row in rows {
      for word in [
        UInt64(bitPattern: row.entry.key.rawValue), row.entry.id.rawValue, UInt64(row.version),
      ] {
        withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The rows at some ranks.
  func rows(_ ranks: Range<Int>) -> [Workload.Row] {
    data.withUnsafeBytes { bytes in
      ranks.map { rank in
        func word(_ number: Int) -> UInt64 {
          UInt64(
            littleEndian: bytes.loadUnaligned(
              fromByteOffset: rank * Self.rowBytes + number * 8, as: UInt64.self))
        }
        return Workload.Row(
          entry: ListEntry(key: SortKey(Int64(bitPattern: word(0))), id: ItemID(word(1))),
          version: UInt32(truncatingIfNeeded: word(2)))
      }
    }
  }
}
