import ListText
import Testing

@testable import BenchHarness

struct JSONTests {
  @Test func whatIsWrittenReadsBack() throws {
    let value = JSONValue.sorted([
      ("number", .real(0.1)), ("whole", .real(9_007_199_254_740_991)), ("low", .real(-3)),
      ("large", .real(1e300)), ("text", .string("a\"b\\c\n\t\u{1}é")), ("none", .null),
      ("flag", .bool(true)), ("empty", .array([])),
      ("rows", .array([.object([("k", .real(1))])])),
    ])
    #expect(try JSONValue(Array(value.text.utf8).span) == value)
    #expect(value.text.hasPrefix("{\n  \"empty\": [],\n  \"flag\": true,"))
    #expect(value.text.contains("\"rows\": [\n    {\"k\": 1}\n  ]"))
    #expect(value["number"]?.real == 0.1 && value["large"]?.real == 1e300)
    #expect(value["whole"] == .integer(9_007_199_254_740_991))
  }

  @Test func whatIsFlatStandsOnOneLineUpTo160Bytes() {
    let word = String(repeating: "x", count: 156)
    #expect(JSONValue.array([.string(word)]).text == "[\"\(word)\"]\n")
    #expect(JSONValue.array([.string(word + "x")]).text == "[\n  \"\(word)x\"\n]\n")
  }

  @Test func aNumberThatIsNoneIsNull() {
    #expect(JSONValue.real(orNull: .nan) == .null)
    #expect(JSONValue.real(orNull: nil) == .null)
    #expect(JSONValue.number("1e999").real == nil)
    #expect(JSONValue.string("1").real == nil)
    #expect(JSONValue.unsigned(1 << 63).real == 9_223_372_036_854_775_808)
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
