/// The backend's token for a place in a list: bytes that only the backend reads.
@frozen
public struct Cursor: Hashable, Sendable {
  /// The token, byte for byte as the backend gave it.
  public var bytes: [UInt8]

  /// Makes a cursor of the backend's bytes.
  @inlinable
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}
