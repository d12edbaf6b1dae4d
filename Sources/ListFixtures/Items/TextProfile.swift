/// What the texts of a list are like, and how far its height estimates are off.
public struct TextProfile: Sendable, Equatable {
  /// The shares add up to this.
  public static let whole = 1000
  /// The largest error of an estimate.
  public static let estimateErrorLimit = 90

  /// The share of rows of each kind of text, per thousand, in the order of `TextKind.allCases`.
  ///
  /// What is there to break a layout has its share here, as scripts have.
  public let permille: [Int]
  /// How far a row's `estimate` is from its compact height at most, in percent of it.
  public let estimateErrorPercent: Int

  /// Makes a profile.
  ///
  /// - Parameters:
  ///   - shares: Kinds and their shares, each at least 0, 1000 in all; kinds left out have none. Traps
  ///     otherwise, or when a kind is named twice.
  ///   - estimateErrorPercent: In `0...estimateErrorLimit`. Traps otherwise.
  public init(_ shares: [(kind: TextKind, permille: Int)], estimateErrorPercent: Int) {
    var permille = [Int](repeating: 0, count: TextKind.allCases.count)
    for (index, kind) in TextKind.allCases.enumerated() {
      let own = shares.filter { $0.kind == kind }.map(\.permille)
      precondition(own.count <= 1, "kind named twice")
      permille[index] = own.first ?? 0
    }
    precondition(
      permille.allSatisfy { (0...Self.whole).contains($0) }
        && permille.reduce(0, +) == Self.whole, "shares of text out of range")
    precondition(
      (0...Self.estimateErrorLimit).contains(estimateErrorPercent), "estimate error out of range")
    self.permille = permille
    self.estimateErrorPercent = estimateErrorPercent
  }

  /// The share of rows of a kind, per thousand.
  public func permille(of kind: TextKind) -> Int {
    zip(TextKind.allCases, permille).first { $0.0 == kind }?.1 ?? 0
  }

  /// The share of rows that are there to break a layout, per thousand.
  public var hostilePermille: Int {
    zip(TextKind.allCases, permille).reduce(0) { $0 + ($1.0.isHostile ? $1.1 : 0) }
  }

  // MARK: - Presets

  /// Latin text alone; estimates off by a quarter at most.
  public static let latin = TextProfile([(.latin, 1000)], estimateErrorPercent: 25)

  /// All scripts, Latin most, and one row in forty to break a layout; estimates off by a quarter at
  /// most.
  public static let allScripts = TextProfile(
    [
      (.latin, 475), (.cyrillic, 80), (.arabic, 70), (.hebrew, 30), (.devanagari, 70), (.thai, 40),
      (.han, 80), (.japanese, 60), (.hangul, 40), (.emoji, 30), (.combining, 5),
      (.unbreakable, 10), (.softBreaks, 5), (.bidiControls, 5),
    ], estimateErrorPercent: 25)

  /// All scripts with more emoji, as chats have; estimates off by a quarter at most.
  public static let chat = TextProfile(
    [
      (.latin, 430), (.cyrillic, 80), (.arabic, 70), (.hebrew, 30), (.devanagari, 70), (.thai, 40),
      (.han, 70), (.japanese, 60), (.hangul, 40), (.emoji, 100), (.unbreakable, 5),
      (.bidiControls, 5),
    ], estimateErrorPercent: 25)

  /// All kinds alike, so that every third row breaks something; estimates off by a half at most.
  public static let hostile = TextProfile(
    [
      (.latin, 72), (.cyrillic, 72), (.arabic, 72), (.hebrew, 72), (.devanagari, 71), (.thai, 71),
      (.han, 71), (.japanese, 71), (.hangul, 71), (.emoji, 71), (.combining, 71),
      (.unbreakable, 71), (.softBreaks, 72), (.bidiControls, 72),
    ], estimateErrorPercent: 50)
}
