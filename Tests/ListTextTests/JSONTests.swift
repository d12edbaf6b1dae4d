import Testing

@testable import ListText

@Suite struct JSONTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(Array(text.utf8).span)
  }

  private func error(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsEveryKindOfValue() throws {
    let value = try parse(
      #" { "a" : [1, -2, 3.5e2, true, false, null], "b" : "x\n\u00e9\ud83d\ude00", "c": {} } "#)
    #expect(
      value
        == .object([
          (
            "a",
            .array([.integer(1), .integer(-2), .number("3.5e2"), .bool(true), .bool(false), .null])
          ),
          ("b", .string("x\né😀")), ("c", .object([])),
        ]))
    #expect(try parse("18446744073709551615") == .unsigned(.max))
    #expect(try parse("-9223372036854775808") == .integer(.min))
    #expect(try parse("18446744073709551616") == .number("18446744073709551616"))
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("{\"a\"}", 4), ("[1,]", 3), ("[1 2]", 3), ("01", 0), ("-", 1), ("1.", 2),
    ("1e", 2), ("+1", 0), ("tru", 0), ("nul", 0), ("\"a", 0), ("\"\\x\"", 1), ("\"\\u12g4\"", 5),
    ("\"\\ud800\"", 1), ("\"\\udc00\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\u{1}\"", 1), ("1 1", 2),
    ("{\"a\":1,\"a\":2}", 11), ("{a:1}", 1), ("'a'", 0), ("{\"a\":1,}", 7),
  ])
  func refusesWithTheByte(text: String, byteOffset: Int) {
    #expect(error(Array(text.utf8))?.byteOffset == byteOffset)
  }

  // Overlong forms, a surrogate, beyond the last plane, cut off, a lone continuation.
  @Test(
    arguments: [
      [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc3],
      [0xe2, 0x82], [0x80], [0xff], [0xf0, 0x9f, 0x98, 0x28],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    #expect(error([0x22] + bytes + [0x22])?.message == "bytes that are not UTF-8")
    let isText = isUTF8(bytes.span)
    #expect(!isText)
  }

  @Test func everyScalarIsUTF8() {
    for value in stride(from: UInt32(0), through: 0x10ffff, by: 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isText = isUTF8(Array(String(scalar).utf8).span)
      #expect(isText, "\(value)")
    }
  }

  @Test func depthIsBounded() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(error(deep) != nil)
    var cursor = JSONCursor()
    var refusal: JSONError?
    do throws(JSONError) { try cursor.skipValue(deep.span) } catch { refusal = error }
    #expect(refusal?.byteOffset == JSONCursor.maximumDepth)
    let fair = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(error(Array(fair.utf8)) == nil)
  }

  @Test func everyPrefixAndEveryChangedByteIsReadOrRefused() {
    let text = Array(#"{"id":"12","a":[1.5e-3,{"b":"\u00e9\\é"}],"n":null}"#.utf8)
    for count in 0..<text.count { #expect(error(Array(text[..<count])) != nil) }
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        // What matters is that it returns.
        _ = error(changed)
      }
    }
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let text = (0..<0x300).compactMap { Unicode.Scalar($0) }.map(String.init).joined() + "😀"
    let value = JSONValue.object([
      ("text", .string(text)), ("list", .array([.integer(-5), .unsigned(.max), .null])),
      ("empty", .array([])),
    ])
    let read = try JSONValue(value.prettyText.span)
    #expect(read == value)
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min), ("9223372036854775808", nil), ("-0", nil), ("00", nil),
      ("07", nil), ("", nil), ("-", nil), ("+1", nil), ("1.0", nil), ("1e3", nil), (" 1", nil),
    ] as [(String, Int64?)])
  func canonicalIntegersAreReadAndNoOthers(text: String, number: Int64?) {
    let bytes = Array(text.utf8)
    let read: Int64? = parseCanonicalInteger(bytes.span, 0..<bytes.count)
    #expect(read == number)
  }
}
