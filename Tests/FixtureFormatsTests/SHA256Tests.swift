import Testing

@testable import FixtureFormats

@Suite struct SHA256Tests {
  private func hash(_ text: String) -> String {
    var hasher = SHA256.Hasher()
    hasher.update(Array(text.utf8).span)
    return hasher.finish().hex
  }

  // Source: FIPS 180-4 examples, and the empty message.
  @Test func hashesThePublishedMessages() {
    #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func aHasherStartsAnewAfterItsEnd() {
    var hasher = SHA256.Hasher()
    hasher.update([1, 2, 3].span)
    _ = hasher.finish()
    hasher.update(Array("abc".utf8).span)
    #expect(hasher.finish().hex == hash("abc"))
  }

  @Test func hexadecimalGoesRoundAndNothingElseIsRead() {
    let text = hash("abc")
    #expect(SHA256(hex: text)?.hex == text)
    #expect(SHA256(hex: text.uppercased()) == nil)
    #expect(SHA256(hex: text.dropLast()) == nil)
    #expect(SHA256(hex: "g" + text.dropFirst()) == nil)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072])
  func digestIsTheHashOfTheHashesOfBlocks(rowCount: Int) {
    var digest = RowDigest()
    var outer = SHA256.Hasher()
    for start in stride(from: 0, to: rowCount, by: 65_536) {
      var block = SHA256.Hasher()
      for row in start..<min(rowCount, start + 65_536) {
        block.update(Array("\(row)\n".utf8).span)
      }
      outer.update(block.finish())
    }
    for row in 0..<rowCount {
      digest.update(Array("\(row)\n".utf8).span)
      digest.countRow()
    }
    #expect(digest.finish() == outer.finish())
  }

  @Test func eachStreamStartsABlock() {
    var both = RowDigest()
    both.update(Array("a\n".utf8).span)
    both.countRow()
    both.finishStream()
    both.update(Array("b\n".utf8).span)
    both.countRow()
    var one = RowDigest()
    one.update(Array("a\nb\n".utf8).span)
    one.countRow()
    one.countRow()
    #expect(both.finish() != one.finish())
  }
}
