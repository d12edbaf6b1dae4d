/// What the layout and the facts of a row know of a Unicode scalar: coarse ranges, the same for every
/// Unicode version, right for all scalars that the tables have.
package enum ScalarClass {
  /// The direction of a scalar.
  package enum Direction: UInt8, Sendable {
    case leftToRight
    case rightToLeft
    /// Takes the direction of what is around it: digits, spaces, signs, emoji.
    case neutral
  }

  /// A joiner: the scalar behind it takes no cell of its own.
  package static let joiner: UInt32 = 0x200D

  /// How many cells of a line a scalar takes, 0 to 2, when it does not stand behind a joiner.
  package static func cells(of scalar: UInt32) -> Int {
    if scalar < 0xAD { return 1 }
    if contains(scalar, zeroCells) { return 0 }
    return contains(scalar, twoCells) ? 2 : 1
  }

  /// Whether a line may break behind a scalar, whatever follows.
  package static func breaksBehind(_ scalar: UInt32) -> Bool {
    // Space, line feed, hyphen, soft hyphen, zero-width space.
    scalar == 0x20 || scalar == 0x0A || scalar == 0x2D || scalar == 0xAD || scalar == 0x200B
  }

  /// The direction of a scalar as the first of a text.
  package static func direction(of scalar: UInt32) -> Direction {
    if scalar < 0x80 {
      let letter = scalar | 0x20
      return letter >= 0x61 && letter <= 0x7A ? .leftToRight : .neutral
    }
    // Marks of a direction take no cell, but have one.
    if scalar == 0x200E { return .leftToRight }
    if scalar == 0x200F || scalar == 0x061C { return .rightToLeft }
    if cells(of: scalar) == 0 && !(0x1160...0x11FF).contains(scalar) { return .neutral }
    if contains(scalar, rightToLeft) { return .rightToLeft }
    return contains(scalar, leftToRight) ? .leftToRight : .neutral
  }

  /// Combining marks, invisible controls, joining parts of Hangul, variation selectors, skin tones,
  /// tags: first and last of each range, ascending.
  package static let zeroCells: [(UInt32, UInt32)] = [
    (0xAD, 0xAD), (0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2),
    (0x5C4, 0x5C5), (0x5C7, 0x5C7), (0x610, 0x61A), (0x61C, 0x61C), (0x64B, 0x65F),
    (0x670, 0x670), (0x6D6, 0x6DD), (0x900, 0x902), (0x93A, 0x93A), (0x93C, 0x93C),
    (0x941, 0x948), (0x94D, 0x94D), (0x951, 0x957), (0x962, 0x963), (0xE31, 0xE31),
    (0xE34, 0xE3A), (0xE47, 0xE4E), (0x1160, 0x11FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x20D0, 0x20F0), (0x302A, 0x302F),
    (0x3099, 0x309A), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F), (0xFEFF, 0xFEFF), (0x1F3FB, 0x1F3FF),
    (0xE0000, 0xE0FFF),
  ]

  /// Chinese, Japanese and Korean letters and signs, full-width forms, emoji: ascending ranges.
  package static let twoCells: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x2E80, 0x303E), (0x3041, 0x4DBF), (0x4E00, 0xA4CF), (0xA960, 0xA97F),
    (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6),
    (0x1F300, 0x1FAFF), (0x20000, 0x3FFFD),
  ]

  /// Hebrew and Arabic letters and their signs.
  private static let rightToLeft: [(UInt32, UInt32)] = [
    (0x590, 0x5FF), (0x608, 0x608), (0x60B, 0x60B), (0x60D, 0x60D), (0x61B, 0x64A),
    (0x66D, 0x6EF), (0x6FA, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10800, 0x10FFF),
    (0x1E800, 0x1EFFF),
  ]

  /// Letters of the other scripts.
  private static let leftToRight: [(UInt32, UInt32)] = [
    (0xAA, 0xAA), (0xB5, 0xB5), (0xBA, 0xBA), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x2B8),
    (0x370, 0x373), (0x376, 0x37D), (0x37F, 0x37F), (0x386, 0x386), (0x388, 0x3F5),
    (0x3F7, 0x589), (0x903, 0xE3E), (0xE40, 0x1FBC), (0x3005, 0x3007), (0x3021, 0x3029),
    (0x3031, 0x3035), (0x3041, 0x3096), (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x31BF),
    (0x3400, 0x4DBF), (0x4E00, 0xA48C), (0xA960, 0xD7FF), (0xF900, 0xFB17), (0xFF21, 0xFF3A),
    (0xFF41, 0xFF5A), (0xFF66, 0xFFDC), (0x1F1E6, 0x1F1FF), (0x20000, 0x3FFFD),
  ]

  private static func contains(_ scalar: UInt32, _ ranges: [(UInt32, UInt32)]) -> Bool {
    for range in ranges where scalar <= range.1 { return scalar >= range.0 }
    return false
  }
}
