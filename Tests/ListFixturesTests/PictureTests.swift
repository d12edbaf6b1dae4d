import Foundation
import Testing

@testable import ListFixtures

/// Images, read by a decoder that knows nothing of the writer.
///
/// Source: github.com/woltapp/blurhash, Algorithm.md.
struct PictureTests {
  /// A BlurHash taken apart, in linear light.
  private struct Decoded {
    let across: Int
    let down: Int
    /// The average colour as its 24 bits.
    let color: Int
    /// Red, green and blue of each component, the average first.
    let components: [[Double]]

    init(_ hash: String) throws {
      let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
      let digits = try hash.map { try #require(alphabet.firstIndex(of: $0)) }
      func value(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + $1 } }
      try #require(digits.count >= 6)
      (across, down) = (digits[0] % 9 + 1, digits[0] / 9 + 1)
      try #require(digits[0] < 81 && digits.count == 4 + 2 * across * down)
      color = value(2..<6)
      try #require(color < 1 << 24)
      let largest = Double(digits[1] + 1) / 166
      var components = [[16, 8, 0].map { Self.linear(value(2..<6) >> $0 & 255) }]
      for index in 1..<across * down {
        let parts = value(4 + 2 * index..<6 + 2 * index)
        try #require(parts < 19 * 19 * 19)
        components.append(
          [parts / 361, parts / 19 % 19, parts % 19].map {
            let signed = (Double($0) - 9) / 9
            return signed * abs(signed) * largest
          })
      }
      self.components = components
    }

    private static func linear(_ byte: Int) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The pixel in the middle of a cell of a grid, each channel 0...255.
    func pixel(_ x: Double, _ y: Double) -> [Int] {
      (0..<3).map { channel in
        var light = 0.0
        for (index, component) in components.enumerated() {
          let basis = cos(.pi * x * Double(index % across)) * cos(.pi * y * Double(index / across))
          light += component[channel] * basis
        }
        let clamped = min(1, max(0, light))
        let value =
          clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * pow(clamped, 1 / 2.4) - 0.055
        return Int(value * 255 + 0.5)
      }
    }
  }

  @Test(arguments: Recipe.byEpochs)
  func everyBlurHashDecodesToTheColor(recipe: Recipe) throws {
    let list = try GeneratedList(recipe: recipe, itemCount: 20_000, eventCount: 0, seed: 41)
    var count = 0
    var amplitudes: Set<Character> = []
    for row in try list.readRows(20_000) {
      guard let image = row.image else { continue }
      count += 1
      let decoded = try Decoded(image.blurHash)
      #expect(image.blurHash.count == 28 && decoded.across == 4 && decoded.down == 3)
      #expect(image.color == "#" + String(format: "%06x", decoded.color))
      amplitudes.insert(image.blurHash[image.blurHash.index(after: image.blurHash.startIndex)])
      let corner = decoded.pixel(0.125, 0.125)
      #expect(corner.allSatisfy { (0...255).contains($0) })
    }
    #expect(abs(count - 20 * recipe.rows.imagePermille) < 400, "\(count)")
    #expect(amplitudes.count == 83)
  }

  /// Where no component is clamped, the rendered image's average is the colour, to the rounding of the
  /// encoding.
  @Test
  func flatImagesRenderTheirColor() throws {
    // A hash with the digits of zero amplitude in all components: 9 * 361 + 9 * 19 + 9.
    let zero = 9 * 361 + 9 * 19 + 9
    let tables = RowWriter.PictureTables()
    func pair(_ value: Int) -> String {
      let pair = tables.pairs83[value]
      return String(decoding: [UInt8(pair & 255), UInt8(pair >> 8)], as: UTF8.self)
    }
    for color in [0, 0xFFFFFF, 0x123456, 0xFF8000, 0x010203] {
      let head = pair(21 * 83) + pair(color / 6889) + pair(color % 6889)
      let decoded = try Decoded(head + String(repeating: pair(zero), count: 11))
      let pixel = decoded.pixel(0.5, 0.25)
      #expect(pixel == [color >> 16, color >> 8 & 255, color & 255])
    }
  }

  @Test
  func allSizesAppearAndAreKnown() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 5000, eventCount: 0, seed: 42)
    let sizes = Set(try list.readRows(5000).compactMap { $0.image.map { [$0.width, $0.height] } })
    #expect(sizes == Set(RowWriter.imageSizes.map { [$0.0, $0.1] }))
  }
}
