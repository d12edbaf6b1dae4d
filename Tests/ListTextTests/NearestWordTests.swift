import Testing

@testable import ListText

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("timelin", "timeline"), ("TIMELINE", "timeline"), ("conversatoin", "conversation"),
  ])
  func nearWordsAreFound(word: String, expected: String) {
    #expect(nearest(to: word, in: ["timeline", "conversation"]) == expected)
  }

  @Test func farWordsAreNotSuggested() {
    #expect(nearest(to: "spaghetti", in: ["timeline", "conversation"]) == nil)
    // Short words are near to each other by length alone.
    for word in ["", "xx"] { #expect(nearest(to: word, in: ["s", "id"]) == nil) }
  }
}
