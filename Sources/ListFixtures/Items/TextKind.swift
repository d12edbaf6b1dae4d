/// What a row's title and body are written in: one kind a row, drawn first.
///
/// The order of the cases is part of the dataset version.
public enum TextKind: String, Sendable, CaseIterable {
  /// Latin words, some with accents.
  case latin
  /// Cyrillic words.
  case cyrillic
  /// Arabic words with numbers among them, right to left.
  case arabic
  /// Hebrew words with numbers among them, right to left.
  case hebrew
  /// Devanagari words, whose letters join.
  case devanagari
  /// Thai, without spaces between words.
  case thai
  /// Chinese, without spaces.
  case han
  /// Kanji and kana, without spaces.
  case japanese
  /// Korean words in syllable blocks.
  case hangul
  /// Emoji with joiners, skin tones, flags and keycaps, without spaces.
  case emoji
  /// Latin letters under heaps of combining marks, at most four a letter.
  case combining
  /// Pieces of addresses and words without an end: no place to break a line.
  case unbreakable
  /// Soft hyphens, no-break spaces, and spaces and joiners without a width.
  case softBreaks
  /// Words of both directions with marks, embeddings, overrides and isolates.
  case bidiControls

  /// Whether the kind is there to break a layout rather than to be read.
  public var isHostile: Bool {
    switch self {
    case .combining, .unbreakable, .softBreaks, .bidiControls: true
    default: false
    }
  }
}
