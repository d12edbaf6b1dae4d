import ListSource

/// Signs cursors with an FNV hash of secret and message: enough to tell tags apart in tests.
package struct TestAuthenticator: CursorAuthenticator {
  private let secret: UInt64

  package init(secret: UInt64 = 1) { self.secret = secret }

  package func tag(of message: Span<UInt8>) -> CursorTag {
    var high = secret ^ 0xCBF2_9CE4_8422_2325
    var low = secret &+ 0x9E37_79B9_7F4A_7C15
    for index in message.indices {
      high = (high ^ UInt64(message[index])) &* 0x100_0000_01B3
      low = (low &+ high) &* 0x100_0000_01B3
    }
    return CursorTag(high: high, low: low)
  }
}
