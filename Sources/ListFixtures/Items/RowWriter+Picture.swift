extension RowWriter {
  /// An image's size in pixels, and its heights in rows, in 1/64 pt.
  struct ImageSize {
    let width: Int
    let height: Int
    let compactHeight: Int
    let regularHeight: Int

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
      compactHeight = WidthClass.compact.imageHeight(width: width, height: height)
      regularHeight = WidthClass.regular.imageHeight(width: width, height: height)
    }
  }

  /// Photographs, upright and across, a square, a panorama, a long screenshot, and ones too small for
  /// any width: 16 choices.
  package static let imageSizes = [
    (1080, 1350), (1080, 1080), (1920, 1080), (1600, 1200), (1200, 1600), (1280, 720),
    (720, 1280), (2048, 1365), (4032, 3024), (3024, 4032), (1080, 1350), (1080, 1080),
    (1920, 1080), (8000, 1000), (1170, 7020), (96, 96),
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
    let sizes = RowWriter.imageSizes.map { ImageSize(width: $0.0, height: $0.1) }
    let pairs83 = RowWriter.pairs83
    let hexadecimal = RowWriter.hexadecimal
  }

  /// Writes the image, which is null in most rows.
  ///
  /// The BlurHash has 4 by 3 components, of which the first is exactly the image's colour; all of its
  /// parts are in range. Source: github.com/woltapp/blurhash, Algorithm.md.
  @inline(__always)
  func writeImage(birth: UInt64, to cursor: inout RowCursor) -> ImageSize? {
    let drawn = Mixer.word(imageKey, birth)
    guard Mixer.bounded(drawn, 1000) < recipe.rows.imagePermille else {
      cursor.write(",\"image\":null")
      return nil
    }
    let size = pictures.sizes[Int(drawn & 15)]
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

  /// Writes the row's heights at two widths, as `WidthClass` says, and what a client would guess: the
  /// compact height, off by a whole percentage up to the profile's error.
  @inline(__always)
  func writeHeights(birth: UInt64, lines: Lines, image: ImageSize?, to cursor: inout RowCursor) {
    let text = WidthClass.paddingPoints &* WidthClass.unitsPerPoint
    let line = WidthClass.linePoints &* WidthClass.unitsPerPoint
    let compact = text &+ lines.compact &* line &+ (image?.compactHeight ?? 0)
    let regular = text &+ lines.regular &* line &+ (image?.regularHeight ?? 0)
    let error = profile.estimateErrorPercent
    let percent =
      100 &- error &+ Mixer.bounded(Mixer.word(estimateKey, birth), 2 &* error &+ 1)
    cursor.write(",\"heights\":{\"compact\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: compact))
    cursor.write(",\"regular\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: regular))
    cursor.write("},\"estimate\":")
    cursor.write(decimal: UInt64(truncatingIfNeeded: compact &* percent / 100))
  }
}
