public import ListCore

/// 16 bytes that prove a cursor's origin.
public struct CursorTag: Hashable, Sendable {
  /// The first eight bytes, as a big-endian number.
  public var high: UInt64
  /// The last eight bytes, as a big-endian number.
  public var low: UInt64

  /// Makes a tag.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Whether two tags are equal, in a time that does not depend on where they differ.
  func matches(_ other: CursorTag) -> Bool {
    (high ^ other.high) | (low ^ other.low) == 0
  }
}

/// What signs cursors: a keyed hash such as HMAC-SHA-256, truncated to 16 bytes.
///
/// Passed in, so that this module needs no system library.
public protocol CursorAuthenticator: Sendable {
  /// Returns the tag of a message.
  func tag(of message: Span<UInt8>) throws(SourceError) -> CursorTag
}

/// Writes and reads cursors of one dataset.
///
/// A cursor is base64url (RFC 4648, section 5) without padding, 78 characters, of these 58 bytes, all
/// numbers big-endian: version 1, direction, dataset's digest (its first 8), generation (8), filter (8), sort key (8),
/// id (8), tag (16). The tag signs the first 56 characters, which are the first 42 bytes. Key and id
/// are carried whole, so a cursor outlives its row. One that is padded on the way is accepted.
///
/// Checks run in this order, so each error says one thing: shape, tag, dataset, generation, filter.
public struct CursorCodec: Sendable {
  private let dataset: UInt64
  private let generation: UInt64
  private let filter: UInt64
  private let authenticator: any CursorAuthenticator

  /// The length of a cursor in bytes.
  public static let byteCount = 78
  private static let signedByteCount = 56
  private static let version: UInt8 = 1

  /// Makes a codec for the cursors of one dataset.
  ///
  /// - Parameter filter: What tells this filter's list from others; 0 without a filter.
  public init(
    identity: DatasetIdentity, filter: UInt64 = 0, authenticator: any CursorAuthenticator
  ) {
    self.dataset = identity.shortDigest
    self.generation = identity.generation
    self.filter = filter
    self.authenticator = authenticator
  }

  /// Writes the cursor to the rows on one side of an entry.
  ///
  /// - Parameter cursor: Its old bytes go, their memory is reused if nobody else holds it.
  /// - Complexity: O(1); allocates nothing if the memory is reused.
  public func encode(
    _ entry: ListEntry, _ direction: Direction, into cursor: inout Cursor
  ) throws(SourceError) {
    cursor.bytes.removeAll(keepingCapacity: true)
    cursor.bytes.reserveCapacity(Self.byteCount)
    var writer = Base64URLWriter()
    writer.write(Self.version, to: &cursor.bytes)
    writer.write(direction.rawValue, to: &cursor.bytes)
    writer.write(dataset, to: &cursor.bytes)
    writer.write(generation, to: &cursor.bytes)
    writer.write(filter, to: &cursor.bytes)
    writer.write(UInt64(bitPattern: entry.key.rawValue), to: &cursor.bytes)
    writer.write(entry.id.rawValue, to: &cursor.bytes)
    let tag = try authenticator.tag(of: cursor.bytes.span)
    writer.write(tag.high, to: &cursor.bytes)
    writer.write(tag.low, to: &cursor.bytes)
    writer.finish(&cursor.bytes)
    assert(cursor.bytes.count == Self.byteCount)
  }

  /// Returns where a cursor points.
  ///
  /// - Throws: `cursorMalformed`, `cursorTampered`, `cursorForeign`, `cursorStale`,
  ///   `cursorMismatch`. Any bytes may be given.
  /// - Complexity: O(1), allocates nothing.
  public func decode(
    _ cursor: Cursor
  ) throws(SourceError) -> (entry: ListEntry, direction: Direction) {
    guard
      cursor.bytes.count == Self.byteCount
        || cursor.bytes.count == Self.byteCount + 2
          && cursor.bytes.suffix(2).elementsEqual("==".utf8)
    else {
      throw SourceError(
        .cursorMalformed,
        "a cursor has \(Self.byteCount) characters, this one has \(cursor.bytes.count): "
          + "send it as it came, or start at the head")
    }
    var reader = Base64URLReader(cursor.bytes, count: Self.byteCount)
    let version = reader.byte()
    let direction = Direction(rawValue: reader.byte())
    let dataset = reader.word()
    let generation = reader.word()
    let filter = reader.word()
    let key = Int64(bitPattern: reader.word())
    let id = reader.word()
    let tag = CursorTag(high: reader.word(), low: reader.word())
    guard reader.isWellFormed, version == Self.version, let direction else {
      throw SourceError(
        .cursorMalformed,
        "not a cursor of this version: send it as it came, or start at the head")
    }
    let expected = try authenticator.tag(
      of: cursor.bytes.span.extracting(first: Self.signedByteCount))
    guard tag.matches(expected) else {
      throw SourceError(
        .cursorTampered,
        "the cursor was changed, or signed with another secret: start at the head")
    }
    guard dataset == self.dataset else {
      throw SourceError(.cursorForeign, "the cursor is of another dataset: start at the head")
    }
    guard generation == self.generation else {
      throw SourceError(
        .cursorStale,
        "the cursor is of generation \(generation), the list of \(self.generation): "
          + "start at the head")
    }
    guard filter == self.filter else {
      throw SourceError(
        .cursorMismatch, "the cursor is of another filter: start at the head with this one")
    }
    return (ListEntry(key: SortKey(key), id: ItemID(id)), direction)
  }
}
