public import ListCore

/// Which way a page lies from the place it is asked by.
public enum Direction: UInt8, Hashable, Sendable, CaseIterable {
  /// Down the list, away from the head.
  case older = 0
  /// Up the list, towards the head.
  case newer = 1
}

/// Which rows a page is to hold.
public struct PageRequest: Hashable, Sendable {
  /// Where the page lies.
  public enum Place: Hashable, Sendable {
    /// The newest rows.
    case head
    /// The rows from this rank down; rank 0 is the newest row. Past the end the page is empty.
    case offset(Int)
    /// The rows next to an entry on one side, never the entry itself, which need not exist (keyset).
    case after(ListEntry, Direction)
    /// The rows that a page's `next` or `previous` points to.
    case cursor(Cursor)
  }

  /// Where the page lies.
  public var place: Place
  /// The most rows that the page may have, within `limits`.
  public var limit: Int

  /// The limits that sources accept.
  public static let limits = 1...10_000

  /// Makes a request; sources check it when they are asked.
  public init(_ place: Place, limit: Int) {
    self.place = place
    self.limit = limit
  }

  /// Throws unless limit and offset are in range: `limitOutOfRange`, `offsetOutOfRange`.
  public func validate() throws(SourceError) {
    guard Self.limits.contains(limit) else {
      throw SourceError(
        .limitOutOfRange,
        "a page has from \(Self.limits.lowerBound) to \(Self.limits.upperBound) rows, "
          + "not \(limit): ask for fewer at a time")
    }
    if case .offset(let offset) = place, offset < 0 {
      throw SourceError(.offsetOutOfRange, "offset \(offset) is negative: ranks start at 0")
    }
  }
}
