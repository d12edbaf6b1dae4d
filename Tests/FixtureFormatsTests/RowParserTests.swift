import Foundation
import ListCore
import ListFixtures
import ListText
import Testing

@testable import FixtureFormats

@Suite struct RowParserTests {
  private static let itemRow =
    #"{"id":"12","key":-34,"version":5,"author":"A","own":false,"status":null,"hidden":true,"#
    + #""parent":"9","title":"a\nb","body":"é","counts":{"replies":1,"reactions":2},"#
    + #""image":{"width":3,"height":4,"color":"0f0","blurHash":"L"},"#
    + #""heights":{"compact":640,"regular":320},"estimate":64}"#
  private static let eventRow =
    #"{"seq":1,"at":-5,"op":"update","id":"12","key":-34,"version":5,"implied":true,"item":"#
    + itemRow + "}"

  private func error(_ row: String, isEvent: Bool = false) -> RowError? {
    let bytes = Array(row.utf8)
    do throws(RowError) {
      if isEvent { _ = try RowParser.event(bytes.span) } else { _ = try RowParser.item(bytes.span) }
      return nil
    } catch {
      return error
    }
  }

  @Test func readsAnItem() throws {
    let bytes = Array(Self.itemRow.utf8)
    let item = try RowParser.item(bytes.span)
    #expect(item.entry == ListEntry(key: -34, id: 12))
    #expect(item.version == 5)
    #expect(item.parent == 9)
    #expect(item.isHidden)
    let title = item.title.text(in: bytes.span)
    let titleByteCount = item.title.byteCount(in: bytes.span)
    let body = item.body?.text(in: bytes.span)
    #expect(title == "a\nb")
    #expect(titleByteCount == 3)
    #expect(body == "é")
    #expect(item.hasImage)
    #expect(item.compactHeight == 640)
    #expect(item.regularHeight == 320)
    #expect(item.range == 0..<bytes.count)
  }

  @Test func readsAnEvent() throws {
    let event = try RowParser.event(Array(Self.eventRow.utf8).span)
    #expect(
      event.change == Change(sequence: 1, operation: .update, id: 12, key: -34, version: 5))
    #expect(event.at == -5)
    #expect(event.isImplied)
    #expect(event.item?.version == 5)
  }

  @Test(arguments: [
    (#""id":"12""#, #""id":12"#, "id"), (#""id":"12""#, #""id":"012""#, "id"),
    (#""id":"12""#, #""id":"18446744073709551616""#, "id"), (#"-34"#, #"-34.0"#, "key"),
    (#"-34"#, #"9007199254740993"#, "key"), (#":5,"#, #":0,"#, "version"),
    (#":5,"#, #":4294967296,"#, "version"), (#""A""#, #"7"#, "author"),
    (#"false"#, #"null"#, "own"), (#"null,"hidden"#, #"1,"hidden"#, "status"),
    (#"true"#, #""true""#, "hidden"), (#""9""#, #""x""#, "parent"), (#""a\nb""#, #"null"#, "title"),
    (#""é""#, #"[]"#, "body"), (#":1,"#, #":-1,"#, "counts.replies"),
    (#":2}"#, #":2.5}"#, "counts.reactions"), (#":3,"#, #":0,"#, "image.width"),
    (#""L""#, #"null"#, "image.blurHash"), (#":640"#, #":-640"#, "heights.compact"),
    (#":320"#, #":"320""#, "heights.regular"), (#":64}"#, #":6.4}"#, "estimate"),
    (#","key""#, #", "key""#, "id"), (#""version":5,"#, #""#, "key"),
  ])
  func namesTheFieldThatIsWrong(part: String, replacement: String, field: String) throws {
    let range = try #require(Self.itemRow.range(of: part))
    let row = Self.itemRow.replacingCharacters(in: range, with: replacement)
    #expect(error(row)?.field == field)
    let event = Self.eventRow.replacingOccurrences(of: Self.itemRow, with: row)
    #expect(error(event, isEvent: true)?.field == "item.\(field)")
  }

  @Test(arguments: [
    (#""seq":1"#, #""seq":0"#, "seq"), (#"-5"#, #"x"#, "at"), (#""update""#, #""upsert""#, "op"),
    (#""update""#, #""delete""#, "implied"),
    (
      #""id":"12","key":-34,"version":5,"implied""#,
      #""id":"13","key":-34,"version":5,"implied""#, "item"
    ), (#"true,"item"#, #"1,"item"#, "implied"),
  ])
  func namesTheFieldOfAnEvent(part: String, replacement: String, field: String) throws {
    let range = try #require(Self.eventRow.range(of: part))
    let row = Self.eventRow.replacingCharacters(in: range, with: replacement)
    #expect(error(row, isEvent: true)?.field == field)
  }

  @Test func nothingMayFollow() {
    #expect(error(Self.itemRow + " ")?.message == "something follows the row")
    #expect(error(Self.itemRow + "\r")?.message.contains("carriage return") == true)
    #expect(error(" " + Self.itemRow)?.byteOffset == 0)
  }

  @Test func everyPrefixAndEveryChangedByteIsReadOrRefused() {
    let row = Array(Self.eventRow.utf8)
    for count in 0..<row.count {
      #expect(error(String(decoding: row[..<count], as: UTF8.self), isEvent: true) != nil)
    }
    for index in row.indices {
      for byte in [0, 0x22, 0x2c, 0x5c, 0x7d, 0x80, 0xff] as [UInt8] {
        var changed = row
        changed[index] = byte
        // What matters is that it returns.
        _ = try? RowParser.event(changed.span)
      }
    }
  }

  @Test(arguments: Recipe.all.map(\.name))
  func everyGeneratedRowIsCanonical(name: String) throws {
    let recipe = try #require(Recipe.named(name))
    let list = try recipe.list(itemCount: 500, eventCount: 2_000, seed: 3)
    for stream in RowStream.allCases {
      var count = 0
      try RowProduction(list: list, stream: stream, jobs: 1).forEachChunk {
        (bytes, rows) throws(FormatError) in
        for row in bytes.split(separator: 0x0a) {
          let row = Array(row)
          do throws(RowError) {
            if stream == .items {
              _ = try RowParser.item(row.span)
            } else {
              _ = try RowParser.event(row.span)
            }
          } catch {
            Issue.record("\(error): \(String(decoding: row, as: UTF8.self))")
          }
          count += 1
        }
      }
      #expect(count == (stream == .items ? 500 : 2_000))
    }
  }

  @Test func writtenRowsAreCanonical() throws {
    var content = ImportedContent()
    content.title = Array("a \"quoted\" \\ \u{1}\n title".utf8)
    content.author = Array("é".utf8)
    for operation in Change.Operation.allCases {
      let change = Change(
        sequence: 7, operation: operation, id: 3, key: 9_007_199_254_740_992, version: .max)
      var text = JSONText()
      text.appendEvent(change, at: -1, operation.carriesItem ? content : nil)
      let event = try RowParser.event(text.bytes.span)
      #expect(event.change == change)
      #expect(event.at == -1)
      #expect((event.item != nil) == operation.carriesItem)
      if let item = event.item {
        var decoded: [UInt8] = []
        item.title.decode(text.bytes.span, into: &decoded)
        #expect(decoded == content.title)
        #expect(item.body == nil)
      }
    }
  }

  @Test func aByteIsFoundInItsField() throws {
    let row = Array(Self.eventRow.utf8)
    let places = [
      (#""update""#, "op"), (#"-34,"version":5,"implied"#, "key"), ("a\\nb", "item.title"),
      (#":640"#, "item.heights.compact"), ("L\"", "item.image.blurHash"),
    ]
    for (part, field) in places {
      let range = try #require(Self.eventRow.range(of: part))
      let offset = Self.eventRow.utf8.distance(
        from: Self.eventRow.startIndex, to: range.lowerBound)
      let found = RowParser.field(at: offset + 1, of: row.span, isEvent: true)
      #expect(found == field)
    }
  }
}
