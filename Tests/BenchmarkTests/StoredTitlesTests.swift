import ListCore
import Testing

@testable import Workload

@Suite struct StoredTitlesTests {
  @Test(arguments: [
    ("", 0), ("short", 5), (String(repeating: "x", count: 1_024), 1_024),
    (String(repeating: "x", count: 1_025), 1_024),
    // Three bytes a character, so that 1,024 lies inside of one.
    (String(repeating: "☃", count: 60_000), 1_023),
  ])
  func longTitlesAreCutBetweenCharacters(title: String, byteCount: Int) {
    var titles = StoredTitles()
    titles.add(ItemID(1), version: 1, title: Array(title.utf8).span)
    titles.add(ItemID(2), version: 1, title: Array("next".utf8).span)
    var text: [UInt8] = []
    titles.append(ItemID(1), version: 1, to: &text)
    #expect(text == Array(title.utf8.prefix(byteCount)))
    titles.append(ItemID(2), version: 1, to: &text)
    #expect(String(decoding: text.suffix(4), as: UTF8.self) == "next")
  }
}
