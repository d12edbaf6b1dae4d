import ListCore
import ListSource
import TestSupport
import Testing

@Suite struct CursorCodecTests {
  static let identity = DatasetIdentity(digest: Array(0..<32), generation: 5)
  let codec = CursorCodec(
    identity: identity, filter: 9, authenticator: TestAuthenticator(secret: 1))
  let entry = ListEntry(key: -1_700_000_000_123_456, id: 0xFEDC_BA98_7654_3210)

  private func cursor(_ codec: CursorCodec) throws -> Cursor {
    var cursor = Cursor(bytes: [])
    try codec.encode(entry, .newer, into: &cursor)
    return cursor
  }

  private func code(_ bytes: [UInt8]) throws -> SourceError.Code {
    try #require(throws: SourceError.self) { _ = try codec.decode(Cursor(bytes: bytes)) }.code
  }

  @Test func everyEntryComesBackWhole() throws {
    let keys: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 53, .max - 1, .max]
    let ids: [UInt64] = [0, 1, 1 << 63 - 1, 1 << 63, .max]
    var cursor = Cursor(bytes: [])
    for key in keys {
      for id in ids {
        for direction in Direction.allCases {
          let entry = ListEntry(key: SortKey(key), id: ItemID(id))
          try codec.encode(entry, direction, into: &cursor)
          let decoded = try codec.decode(cursor)
          #expect(decoded.entry == entry)
          #expect(decoded.direction == direction)
        }
      }
    }
  }

  @Test func theBytesArePinned() throws {
    // Version 1, direction 1, digest 00…07, generation 5, filter 9, key, id: `python3 -c` of
    // base64.urlsafe_b64encode(bytes([1, 1]) + struct.pack(">QQQqQ", …)).
    let signed = "AQEAAQIDBAUGBwAAAAAAAAAFAAAAAAAAAAn_-fXb59_dwP7cuph2VDIQ"
    let bytes = try cursor(codec).bytes
    #expect(bytes.count == CursorCodec.byteCount)
    #expect(String(decoding: bytes.prefix(56), as: UTF8.self) == signed)
  }

  @Test func onlyURLSafeCharactersAppear() throws {
    var random = SeededRandom(state: 3)
    var cursor = Cursor(bytes: [])
    for _ in 0..<1_000 {
      let entry = ListEntry(
        key: SortKey(Int64(bitPattern: random.next())), id: ItemID(random.next()))
      try codec.encode(entry, .older, into: &cursor)
      #expect(
        cursor.bytes.allSatisfy {
          $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            || Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
        })
    }
  }

  @Test func paddingIsAccepted() throws {
    let cursor = try cursor(codec)
    #expect(try codec.decode(Cursor(bytes: cursor.bytes + Array("==".utf8))).entry == entry)
    #expect(try code(cursor.bytes + Array("=".utf8)) == .cursorMalformed)
    #expect(try code(cursor.bytes + Array("=A".utf8)) == .cursorMalformed)
  }

  @Test func otherDatasetGenerationFilterAndSecretAreToldApart() throws {
    let other = DatasetIdentity(digest: Array(1..<33), generation: 5)
    let later = DatasetIdentity(digest: Self.identity.digest, generation: 6)
    let authenticator = TestAuthenticator(secret: 1)
    let foreign = CursorCodec(identity: other, filter: 9, authenticator: authenticator)
    let stale = CursorCodec(identity: later, filter: 9, authenticator: authenticator)
    let mismatch = CursorCodec(identity: Self.identity, filter: 8, authenticator: authenticator)
    let secret = CursorCodec(
      identity: Self.identity, filter: 9, authenticator: TestAuthenticator(secret: 2))
    #expect(try code(cursor(foreign).bytes) == .cursorForeign)
    #expect(try code(cursor(stale).bytes) == .cursorStale)
    #expect(try code(cursor(mismatch).bytes) == .cursorMismatch)
    #expect(try code(cursor(secret).bytes) == .cursorTampered)
  }

  @Test func everyFlippedBitIsFoundOut() throws {
    let bytes = try cursor(codec).bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        #expect([.cursorTampered, .cursorMalformed].contains(try code(flipped)))
      }
    }
  }

  @Test func everyOtherCharacterInEveryPlaceIsFoundOut() throws {
    let bytes = try cursor(codec).bytes
    for index in bytes.indices {
      for character in UInt8.min...UInt8.max where character != bytes[index] {
        var changed = bytes
        changed[index] = character
        #expect([.cursorTampered, .cursorMalformed].contains(try code(changed)))
      }
    }
  }

  @Test func aChangedFieldIsTamperedNotForeign() throws {
    // Characters 3 to 13 hold the dataset's digest alone, 14 to 23 the generation.
    for index in [5, 8, 12, 16, 20, 40, 50, 60] {
      var bytes = try cursor(codec).bytes
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(try code(bytes) == .cursorTampered)
    }
  }

  @Test func everyTruncationIsMalformed() throws {
    let bytes = try cursor(codec).bytes
    for count in 0..<bytes.count {
      #expect(try code(Array(bytes.prefix(count))) == .cursorMalformed)
    }
    #expect(try code(bytes + bytes) == .cursorMalformed)
  }

  @Test func leftoverBitsMustBeZero() throws {
    // The last character carries two bits of the tag and four zeros.
    var bytes = try cursor(codec).bytes
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let last = try #require(bytes.last)
    let value = try #require(alphabet.firstIndex(of: last))
    bytes[bytes.count - 1] = alphabet[value + 1]
    #expect(try code(bytes) == .cursorMalformed)
  }

  @Test func randomBytesAreNeverACursor() throws {
    var random = SeededRandom(state: 11)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for round in 0..<20_000 {
      let count = round % 3 == 0 ? Int(random.next() % 120) : CursorCodec.byteCount
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let number = random.next()
        bytes.append(round % 2 == 0 ? alphabet[Int(number % 64)] : UInt8(number % 256))
      }
      // The right version, so that the tag is what refuses.
      if round % 4 == 0, count > 3 { bytes.replaceSubrange(0..<3, with: Array("AQA".utf8)) }
      #expect([.cursorTampered, .cursorMalformed].contains(try code(bytes)))
    }
  }

  @Test func encodingReusesTheCursorsMemory() throws {
    var cursor = try cursor(codec)
    let before = cursor.bytes.withUnsafeBufferPointer { $0.baseAddress }
    try codec.encode(ListEntry(key: 1, id: 2), .older, into: &cursor)
    #expect(cursor.bytes.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(try codec.decode(cursor).entry == ListEntry(key: 1, id: 2))
  }
}
