import Foundation
import ListCore

/// The rows that a list must have, ascending, as bytes in memory or in a file that is mapped.
///
/// Making them takes a dictionary of the whole list, so the first child process that needs a model keeps
/// it in the scratch folder and the others map it there.
public struct Model: RandomAccessCollection, Sendable {
  private static let rowBytes = 24
  private let data: Data

  /// Makes a model of ascending rows.
  init(_ rows: some Sequence<Workload.Row>) {
    var data = Data()
    for row in rows {
      for word in [
        UInt64(bitPattern: row.entry.key.rawValue), row.entry.id.rawValue, UInt64(row.version),
      ] {
        withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    self.data = data
  }

  /// Maps the file of a model, which is made first if it is not there.
  ///
  /// - Throws: `CocoaError` when the file cannot be written or mapped.
  public init(path: String, rows: () -> [Workload.Row]) throws {
    let file = URL(fileURLWithPath: path)
    if !FileManager.default.fileExists(atPath: path) {
      try Model(rows()).data.write(to: file, options: .atomic)
    }
    data = try Data(contentsOf: file, options: .alwaysMapped)
  }

  /// The first rank.
  public var startIndex: Int { 0 }
  /// How many rows there are.
  public var endIndex: Int { data.count / Self.rowBytes }

  /// The row at a rank.
  public subscript(rank: Int) -> Workload.Row {
    precondition(indices.contains(rank), "rank out of range")
    return data.withUnsafeBytes { bytes in
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
