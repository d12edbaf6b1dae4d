import ListText
import Testing

@testable import FixtureFormats

@Suite struct CSVTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// The records of a file as the texts of three columns, or the rule that refused them.
  private func read(_ text: String) throws -> [String] {
    let path = try folder.write("file", text.utf8)
    let columns = ["id", "key", "title"].map {
      SourceColumn(name: $0, isInEvent: false, isRequired: $0 != "title")
    }
    var reader = try SourceReader(path: path, columns: columns)
    var record = SourceRecord(columnCount: 3)
    var rows: [String] = []
    while try reader.next(&record) {
      let texts = record.values.map { value in
        switch value {
        case .text(let range): String(decoding: record.bytes[range], as: UTF8.self)
        default: "-"
        }
      }
      rows.append("\(record.line) " + (record.refusal?.rawValue ?? texts.joined(separator: "|")))
    }
    return rows
  }

  @Test func readsWhatPythonWrites() throws {
    let values = [
      ["1", "2", "plain"], ["a,b", "c\"d", "e\nf"], ["\r\n", " ", "\"\""], ["é", "'", ",,\n\n,"],
      ["x", "", ""],
    ]
    let script = """
      import csv, json, sys
      w = csv.writer(sys.stdout); w.writerow(["key", "title", "id"])
      for id, key, title in json.loads(sys.stdin.read()): w.writerow([key, title, id])
      """
    let json = JSONValue.array(values.map { .array($0.map { .string($0) }) })
    let text = try run(
      "python3", ["-c", script], input: String(decoding: json.prettyText, as: UTF8.self))
    let rows = try read(text).map { $0.split(separator: " ", maxSplits: 1)[1] }
    #expect(
      rows.map(String.init)
        == values.map { $0.map { $0.isEmpty ? "-" : $0 }.joined(separator: "|") })
  }

  @Test func pythonReadsTheStringsOfTheWriter() throws {
    let text = (0..<0x300).compactMap { Unicode.Scalar($0) }.map(String.init).joined() + "😀"
    var written = JSONText()
    written.appendString(text.utf8)
    let python = try run(
      "python3", ["-c", "import json,sys; print(len(json.loads(sys.stdin.read())))"],
      input: String(decoding: written.bytes, as: UTF8.self))
    #expect(python == "\(text.unicodeScalars.count)\n")
  }

  @Test func marksCarriageReturnsAndBlankLinesAreNoText() throws {
    #expect(
      try read("\u{FEFF}id,key,title\r\n1,2,a\r\n\r\n3,4,\"b\"\r\n5,6,c") == [
        "2 1|2|a", "4 3|4|b", "5 5|6|c",
      ])
    #expect(try read("\n\nid,key\n1,2\n") == ["4 1|2|-"])
    #expect(try read("\u{FEFF}{\"id\":1,\"title\":\"x\"}\r\n") == ["1 -|-|x"])
  }

  @Test func recordsThatAreNoneAreRefusedAlone() throws {
    #expect(
      try read("id,key,title\n1,2\n1,2,3,4\n1,2,a\"b\n1,2,\"a\"b\n1,2,ok\n1,2,\"open\n") == [
        "2 malformed row", "3 malformed row", "4 malformed row", "5 malformed row", "6 1|2|ok",
        "7 malformed row",
      ])
  }

  @Test func lineNumbersCountTheLinesInQuotes() throws {
    #expect(
      try read("id,key,title\n1,2,\"a\n\nb\"\n3,4,c\n") == ["2 1|2|a\n\nb", "5 3|4|c"])
  }

  @Test func anOpenQuoteDoesNotTakeTheWholeFile() throws {
    let line = String(repeating: "x", count: 100_000) + "\n"
    let rows = try read(
      "id,key,title\n1,2,\"" + String(repeating: line, count: 30) + "\n3,4,c\n")
    #expect(rows.first == "2 row too long")
    #expect(rows.last?.hasSuffix("3|4|c") == true)
  }

  @Test func aHeaderThatLacksAColumnIsNamed() throws {
    let error = failure { _ = try read("id,Key\n1,2\n") }
    #expect(error?.code == .unmapped)
    #expect(error?.message.contains("'key'") == true)
    #expect(error?.message.contains("Key") == true)
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    let path = try folder.write("file", Array("id,key,title\n1,2,".utf8) + [0xff, 0x0a])
    let columns = ["id", "key", "title"].map {
      SourceColumn(name: $0, isInEvent: false, isRequired: true)
    }
    var reader = try SourceReader(path: path, columns: columns)
    var record = SourceRecord(columnCount: 3)
    #expect(try reader.next(&record))
    #expect(record.refusal == .invalidUTF8)
  }
}
