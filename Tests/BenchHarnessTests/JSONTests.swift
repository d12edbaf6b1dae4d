import Testing

@testable import BenchHarness

struct JSONTests {
  private func parse(_ text: String) throws(JSONError) -> JSON {
    try JSONParser.parse(Array(text.utf8))
  }

  @Test func everyKindOfValueIsRead() throws {
    #expect(
      try parse(" {\"a\" : [1, -2.5e3, true,false , null], \"\": {} } ")
        == .object([
          .init(
            key: "a",
            value: .array([.number(1), .number(-2_500), .bool(true), .bool(false), .null])),
          .init(key: "", value: .object([])),
        ]))
    #expect(try parse("[]") == .array([]))
    #expect(try parse("0") == .number(0))
    #expect(
      try parse(#""q\"b\\s\/n\nt\tu\u00e9p\ud83d\ude00é""#)
        == .string("q\"b\\s/n\nt\tu\u{e9}p\u{1f600}é"))
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("{}x", 2), ("[1,]", 3), ("{\"a\" 1}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1),
    ("{\"a\":1 \"b\":2}", 7), ("[1 2]", 3), ("01", 0), ("-", 0), ("1.", 2), ("1e", 2), ("+1", 0),
    ("nul", 0), ("NaN", 0), ("\"a", 2), ("\"\\x\"", 2), ("\"\\ud800\"", 7), ("\"\\u12g4\"", 3),
    ("\"\u{1}\"", 1), ("1e999", 0), ("{\"a\":1,\"a\":2}", 7),
  ])
  func aFaultIsFoundAtItsByte(_ text: String, _ byteOffset: Int) {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error?.byteOffset == byteOffset, "\(error?.description ?? "")")
  }

  @Test func aTextThatIsNoUTF8IsRefused() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xff, 0x22]) }
  }

  @Test func depthIsBounded() throws {
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
    _ = try parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
  }

  @Test func whatIsWrittenReadsBack() throws {
    let value = JSON.sorted([
      ("number", .number(0.1)), ("whole", .number(9_007_199_254_740_991)), ("low", .number(-3)),
      ("text", .string("a\"b\\c\n\t\u{1}é")), ("none", .null), ("flag", .bool(true)),
      ("empty", .array([])), ("rows", .array([.object([.init(key: "k", value: .number(1))])])),
    ])
    #expect(try parse(value.text) == value)
    #expect(value.text.hasPrefix("{\n  \"empty\": [],\n  \"flag\": true,"))
  }

  @Test func aNumberThatIsNoneIsNull() {
    #expect(JSON.number(orNull: .nan) == .null)
    #expect(JSON.number(orNull: nil) == .null)
  }
}

struct NumbersTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func groups(_ number: Int, _ text: String) { #expect(grouped(number) == text) }

  @Test(arguments: [
    (0.0, "0"), (0.00412, "0.00412"), (0.99949, "0.999"), (0.9996, "1.00"), (3.14159, "3.14"),
    (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"), (99.96, "100"), (1_234.5, "1,235"),
    (-0.5, "-0.500"),
  ])
  func threeDigitsAreKept(_ number: Double, _ text: String) {
    #expect(threeDigits(number) == text)
  }

  @Test(arguments: [
    (0.5, "0.500 ns"), (999.4, "999 ns"), (999.6, "1.00 us"), (1_250, "1.25 us"),
    (2_500_000, "2.50 ms"), (3e9, "3.00 s"),
  ])
  func durationsHaveTheirUnit(_ nanoseconds: Double, _ text: String) {
    #expect(duration(nanoseconds) == text)
  }

  @Test(arguments: [
    (0.0, "0 B/s"), (999.0, "999 B/s"), (1_500.0, "1.50 kB/s"), (483e6, "483 MB/s"),
    (2.65e9, "2.65 GB/s"),
  ])
  func ratesHaveThreeDigitsAndAUnit(bytesPerSecond: Double, text: String) {
    #expect(rate(bytesPerSecond) == text)
  }

  @Test func anIntervalIsInTheUnitOfItsTime() {
    #expect(interval(990, 1_210, of: 1_100) == "0.990-1.21")
    #expect(interval(990, 1_210, of: 999) == "990-1,210")
  }
}
