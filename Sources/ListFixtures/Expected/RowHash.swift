public import ListCore

/// The hash of a list: the sum modulo 2^64 of the hashes of its rows' (id, key, version).
///
/// A sum, so that it does not depend on the order and a change costs one subtraction and one
/// addition.
public enum RowHash {
  /// What stands for a key that is null: -2^63, which no key is.
  public static let nullKey = Int64.min

  /// The hash of a row.
  ///
  /// In any language, modulo 2^64, the key in two's complement:
  /// ```
  /// mix(x):  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;  x = (x ^ x >> 27) * 0x94D049BB133111EB;  x ^ x >> 31
  /// row(id, key, version) = mix(mix(mix(id + 0x9E3779B97F4A7C15) + key) + version)
  /// ```
  /// Source: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
  @inline(__always)
  public static func of(id: ItemID, key: Int64, version: UInt32) -> UInt64 {
    let word = Mixer.mix(id.rawValue &+ Mixer.gamma)
    return Mixer.mix(
      Mixer.mix(word &+ UInt64(bitPattern: key)) &+ UInt64(truncatingIfNeeded: version))
  }

  /// The hash of an item.
  @inline(__always)
  public static func of(_ item: FixtureItem) -> UInt64 {
    of(
      id: item.entry.id, key: item.isKeyNull ? nullKey : item.entry.key.rawValue,
      version: item.version)
  }
}
