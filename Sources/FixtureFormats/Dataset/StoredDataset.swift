import ListText
import ListCore
import ListFixtures
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A dataset in a folder: a manifest, `items.ndjson`, `events.ndjson`.
///
/// Opening it reads the manifest and looks at the sizes of the files; the rows are read when they are
/// asked for, one at a time, in memory that does not depend on how many there are.
public struct StoredDataset: Sendable {
  /// The name of the file that holds the snapshot, in list order.
  public static let itemsName = "items.ndjson"
  /// The name of the file that holds the events, in sequence order.
  public static let eventsName = "events.ndjson"

  /// The folder.
  public let path: String
  /// What the folder says about itself.
  public let manifest: Manifest

  /// Opens a folder.
  ///
  /// - Throws: `FormatError`: `unreadable` for a folder or file that is missing or refused, `malformed`
  ///   for a manifest that is none, `mismatch` for a file whose size is not the manifest's.
  public init(opening path: String) throws(FormatError) {
    try self.init(opening: path, checksSizes: true)
  }

  /// Opens a folder; a verification that names the first line which is wrong leaves the sizes to it.
  init(opening path: String, checksSizes: Bool) throws(FormatError) {
    guard let folder = status(of: path) else {
      throw FormatError(.unreadable, "cannot open '\(path)': \(systemMessage(errno))")
    }
    guard folder.isFolder else {
      throw FormatError(.unreadable, "'\(path)' is a file; name the folder that holds the dataset")
    }
    self.path = path
    manifest = try Manifest(readingFolder: path)
    for file in manifest.files {
      guard let found = status(of: "\(path)/\(file.name)") else {
        throw FormatError(
          .unreadable, "is missing, though the manifest lists it (\(systemMessage(errno)))",
          file: file.name)
      }
      guard !found.isFolder, !checksSizes || found.byteCount == file.bytes else {
        throw FormatError(
          .mismatch, "has \(found.byteCount) bytes, the manifest says \(file.bytes)",
          file: file.name, byteOffset: min(found.byteCount, file.bytes))
      }
    }
  }

  /// Gives every item of the snapshot in list order.
  ///
  /// - Parameter body: Takes the item's place, its version, and its title as UTF-8; the title is valid
  ///   during the call alone.
  /// - Throws: `FormatError` with file, line and byte at the first row that is not canonical.
  /// - Complexity: O(bytes); allocates nothing per row.
  public func forEachItem(
    _ body: (ListEntry, UInt32, _ title: Span<UInt8>) throws(FormatError) -> Void
  ) throws(FormatError) {
    var file = try RowFile(folder: path, name: Self.itemsName)
    var decoded: [UInt8] = []
    while try file.next() {
      let item = try file.item()
      let line = file.lines.buffer.span.extracting(file.line.range)
      if item.title.hasEscapes {
        decoded.removeAll(keepingCapacity: true)
        item.title.decode(line, into: &decoded)
        try body(item.entry, item.version, decoded.span)
      } else {
        try body(item.entry, item.version, line.extracting(item.title.range))
      }
    }
  }

  /// Gives every event in sequence order.
  ///
  /// - Parameter body: Takes the change and, of inserts and updates, the item's title as UTF-8 (empty
  ///   for the others); the title is valid during the call alone.
  /// - Throws: `FormatError` with file, line and byte at the first row that is not canonical.
  /// - Complexity: O(bytes); allocates nothing per row.
  public func forEachEvent(
    _ body: (Change, _ title: Span<UInt8>) throws(FormatError) -> Void
  ) throws(FormatError) {
    var file = try RowFile(folder: path, name: Self.eventsName)
    var decoded: [UInt8] = []
    while try file.next() {
      let event = try file.event()
      let line = file.lines.buffer.span.extracting(file.line.range)
      let title = event.item?.title ?? JSONString(range: 0..<0, hasEscapes: false)
      if title.hasEscapes {
        decoded.removeAll(keepingCapacity: true)
        title.decode(line, into: &decoded)
        try body(event.change, decoded.span)
      } else {
        try body(event.change, line.extracting(title.range))
      }
    }
  }
}
