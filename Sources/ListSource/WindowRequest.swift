public import ListCore

/// The rows round an entry.
public struct WindowRequest: Hashable, Sendable {
  /// Where the window lies; it need not be in the list.
  public var anchor: ListEntry
  /// The most rows above the anchor.
  public var newer: Int
  /// The most rows below it.
  public var older: Int

  /// Makes a request; sources check it when they are asked.
  public init(round anchor: ListEntry, newer: Int, older: Int) {
    self.anchor = anchor
    self.newer = newer
    self.older = older
  }

  /// Throws `windowOutOfRange` unless both sides are from 0 up and the window, with the anchor, has at most
  /// `PageRequest.limits.upperBound` rows.
  public func validate() throws(SourceError) {
    let most = PageRequest.limits.upperBound
    guard newer >= 0, older >= 0, newer < most, older < most - newer else {
      throw SourceError(
        .windowOutOfRange,
        "a window has at most \(most) rows, the anchor's among them, not \(newer) above and "
          + "\(older) below: ask for fewer")
    }
  }
}

/// Where an anchor is in a window.
public struct AnchorPlace: Hashable, Sendable {
  /// The index of its row in the page; when it is not there, that of the first row below it, which is the
  /// number of rows when there is none.
  public var index: Int
  /// Whether it is in the list.
  public var isFound: Bool

  /// Makes a place.
  public init(index: Int, isFound: Bool) {
    self.index = index
    self.isFound = isFound
  }
}
