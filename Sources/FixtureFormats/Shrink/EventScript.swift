import ListCore
import ProcessSupport

/// The events of a file, of which some can be left out.
///
/// What is left is always a log that a list can follow: an event of an item that is not there, or a second
/// insert of one that is, goes with the event that it needs. Events are numbered anew from 1.
public struct EventScript: Sendable {
  /// The most bytes that a file may have: all of it is kept in memory.
  public static let maximumBytes = 1 << 28

  private struct Event {
    var bytes: Range<Int>
    var operation: Change.Operation
    /// Which item, as a number from 0 by first appearance.
    var item: Int
  }

  private let bytes: [UInt8]
  private let events: [Event]
  /// Whether each item is in the list before the first event.
  private let isThere: [Bool]

  /// Reads a file of canonical events, plain or gzip.
  ///
  /// - Throws: `FormatError`: `unreadable`, or `malformed` with line and byte for a row that is no event.
  public init(path: String) throws(FormatError) {
    var bytes: [UInt8] = []
    var events: [Event] = []
    var isThere: [Bool] = []
    var items: [ItemID: Int] = [:]
    var file = try RowFile(path: path)
    while try file.next() {
      let event = try file.event()
      guard bytes.count + file.line.range.count <= Self.maximumBytes else {
        throw file.failure("the file has more than \(Self.maximumBytes >> 20) MiB; cut it first")
      }
      let start = bytes.count
      bytes += file.buffer[file.line.range]
      let item = items[event.change.id] ?? items.count
      if item == items.count {
        items[event.change.id] = item
        isThere.append(event.change.operation != .insert)
      }
      events.append(
        Event(bytes: start..<bytes.count, operation: event.change.operation, item: item))
    }
    self.bytes = bytes
    self.events = events
    self.isThere = isThere
  }

  /// How many events the file has.
  public var count: Int { events.count }

  /// What `indices` are without the events that cannot happen without the others.
  ///
  /// - Parameter indices: Ascending, each in `0..<count`.
  /// - Complexity: O(items + indices).
  func closed(_ indices: [Int]) -> [Int] {
    var isThere = isThere
    return indices.filter { index in
      let event = events[index]
      guard isThere[event.item] == (event.operation != .insert) else { return false }
      if event.operation == .insert { isThere[event.item] = true }
      if event.operation == .delete { isThere[event.item] = false }
      return true
    }
  }

  /// Writes some of the events, numbered from 1.
  ///
  /// - Parameters:
  ///   - indices: Ascending, each in `0..<count`.
  ///   - path: The file, which appears whole or not at all.
  /// - Throws: `FileError`.
  public func write(_ indices: [Int], to path: String) throws(FileError) {
    let file = try AtomicFile(path: path)
    var text: [UInt8] = []
    for (number, index) in indices.enumerated() {
      text += Array("{\"seq\":\(number + 1)".utf8)
      let line = bytes[events[index].bytes]
      // A canonical event starts with its number and goes on with a comma.
      text += line[(line.firstIndex(of: UInt8(ascii: ",")) ?? line.startIndex)...]
      text.append(UInt8(ascii: "\n"))
      if text.count > 1 << 20 {
        try file.write(&text)
      }
    }
    try file.write(&text)
    try file.commit()
  }

  /// Finds few events with which a command still fails.
  ///
  /// - Parameters:
  ///   - fails: Whether the command fails with some events, as indices.
  ///   - progress: Called with the number of events that are left and of runs so far.
  /// - Returns: The events, ascending, and how often the command ran; nil when it does not fail with all
  ///   of them.
  /// - Throws: What `fails` throws.
  public func shrink<Failure: Error>(
    fails: ([Int]) throws(Failure) -> Bool, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> (indices: [Int], runCount: Int)? {
    let all = closed(Array(0..<count))
    guard try fails(all) else { return nil }
    if try fails([]) { return ([], 2) }
    var search = DeltaDebugging(closed: closed)
    let indices = try search.minimise(all, fails: fails, progress: progress)
    return (indices, search.runCount + 2)
  }
}

extension AtomicFile {
  /// Appends bytes and empties their array.
  fileprivate func write(_ bytes: inout [UInt8]) throws(FileError) {
    let failure: FileError? = unsafe bytes.withUnsafeBytes { buffer in
      do throws(FileError) {
        try unsafe write(buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    bytes.removeAll(keepingCapacity: true)
  }
}
