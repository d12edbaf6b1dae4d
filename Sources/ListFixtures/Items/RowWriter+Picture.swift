extension RowWriter {
  /// An image's size in pixels.
  struct ImageSize {
    let width: Int
    let height: Int
  }

  private static let sizes: [ImageSize] = [
    ImageSize(width: 1080, height: 1350), ImageSize(width: 1080, height: 1080),
    ImageSize(width: 1920, height: 1080), ImageSize(width: 1600, height: 1200),
    ImageSize(width: 1200, height: 1600), ImageSize(width: 1280, height: 720),
    ImageSize(width: 720, height: 1280), ImageSize(width: 2048, height: 1365),
  ]

  private static let base83 = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
  /// Two digits to the base 83, the first in the low byte.
  private static let pairs83 = (0..<83 * 83).map {
    UInt16(base83[$0 / 83]) | UInt16(base83[$0 % 83]) << 8
  }
  /// Two hexadecimal digits, the first in the low byte.
  private static let hexadecimal = (0..<256).map { value in
    let digits = Array("0123456789abcdef".utf8)
    return UInt16(digits[value >> 4]) | UInt16(digits[value & 15]) << 8
  }

  /// What pictures are written with; a row takes it from its writer, not from a lazy global.
  struct PictureTables: Sendable {
    let sizes = RowWriter.sizes
    let pairs83 = RowWriter.pairs83
    let hexadecimal = RowWriter.hexadecimal
  }

  /// Writes the image, which is null in most rows.
  ///
  /// The BlurHash has 4 by 3 components, of which the first is the image's colour; all of its parts
  /// are in range. Source: github.com/woltapp/blurhash, Algorithm.md.
  @inline(__always)
  func writeImage(birth: UInt64, to cursor: inout RowCursor) -> ImageSize? {
    let drawn = Mixer.word(imageKey, birth)
    guard Mixer.bounded(drawn, 1000) < recipe.rows.imagePermille else {
      cursor.write(",\"image\":null")
      return nil
    }
    let size = pictures.sizes[Int(drawn & 7)]
    cursor.write(",\"image\":{\"width\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: size.width))
    cursor.write(",\"height\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: size.height))
    let color = Int(drawn &>> 8 & 0xFF_FFFF)
    cursor.write(",\"color\":\"#")
    writePair(pictures.hexadecimal[color &>> 16], to: &cursor)
    writePair(pictures.hexadecimal[color &>> 8 & 255], to: &cursor)
    writePair(pictures.hexadecimal[color & 255], to: &cursor)
    cursor.write("\",\"blurHash\":\"")
    // 4 by 3 components: (4 - 1) + (3 - 1) * 9 = 21; the largest amplitude is 0...82.
    let amplitude = Mixer.bounded(drawn &<< 32, 83)
    writePair(pictures.pairs83[21 * 83 + amplitude], to: &cursor)
    writePair(pictures.pairs83[color / 6889], to: &cursor)
    writePair(pictures.pairs83[color % 6889], to: &cursor)
    // Each of the eleven others holds three values of 0...18.
    for group in 0..<3 as Range<UInt64> {
      var parts = Mixer.word(drawn, group)
      for _ in 0..<(group == 2 ? 3 : 4) {
        writePair(pictures.pairs83[Mixer.scaled(parts, 6859)], to: &cursor)
        parts &>>= 16
      }
    }
    cursor.write("\"}")
    return size
  }

  @inline(__always)
  private func writePair(_ pair: UInt16, to cursor: inout RowCursor) {
    cursor.write(packed: UInt64(pair), count: 2)
  }

  /// Writes the row's heights at two widths and what a client would guess, all in 1/64 pt.
  ///
  /// Compact: 343 pt wide, 40 bytes a line; regular: 640 pt wide, 84 bytes a line; lines are 20 pt
  /// high, 48 pt are around them, an image fills the width and is 480 pt high at most. The estimate
  /// is the compact height, off by the recipe's error at most.
  @inline(__always)
  func writeHeights(
    birth: UInt64, textBytes: Int, image: ImageSize?, to cursor: inout RowCursor
  ) {
    var compact = (48 &+ (textBytes / 40 &+ 1) &* 20) &* 64
    var regular = (48 &+ (textBytes / 84 &+ 1) &* 20) &* 64
    if let image {
      compact &+= min(480 &* 64, 343 &* 64 &* image.height / image.width)
      regular &+= min(480 &* 64, 640 &* 64 &* image.height / image.width)
    }
    let factor =
      64 &- estimateError &+ Mixer.bounded(Mixer.word(estimateKey, birth), 2 &* estimateError &+ 1)
    cursor.write(",\"heights\":{\"compact\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: compact))
    cursor.write(",\"regular\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: regular))
    cursor.write("},\"estimate\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: compact &* factor / 64))
  }
}
