import BenchHarness
import Foundation
import ListCore

/// The rows that a list must have, ascending, as bytes of a script's file that is mapped.
public struct Model: RandomAccessCollection, Sendable {
  private static let rowBytes = MemoryLayout<Workload.Row>.stride
  private let bytes: Data

  /// Maps the model that `ScriptFile.Writer.append` wrote of rows.
  ///
  /// - Throws: `EnvironmentError` when the file is not as it was written.
  public init(_ reader: inout ScriptFile.Reader) throws(EnvironmentError) {
    bytes = try reader.bytes(of: Workload.Row.self)
  }

  /// Maps the file of a model, which is made first if it is not there.
  ///
  /// - Throws: `EnvironmentError` when the file cannot be written or is not as it was written; what
  ///   `rows` throws.
  public init(
    _ name: String, in scratchFolder: String, rows: () throws -> [Workload.Row]
  ) throws {
    self = try ScriptFile.load(name, in: scratchFolder) {
      try $0.append(rows())
    } read: {
      try Model(&$0)
    }
  }

  /// The first rank.
  public var startIndex: Int { 0 }
  /// How many rows there are.
  public var endIndex: Int { bytes.count / Self.rowBytes }

  /// The row at a rank.
  public subscript(rank: Int) -> Workload.Row {
    precondition(indices.contains(rank), "rank out of range")
    return bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: rank * Self.rowBytes, as: Workload.Row.self)
    }
  }
}
