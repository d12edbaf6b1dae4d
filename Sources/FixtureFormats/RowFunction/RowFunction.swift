import ListFixtures

/// The row function of `timeline` in other languages: a source file each, made from the tables that
/// our rows are made from, so that another project checks a row, or makes a list, without a file.
public enum RowFunction {
  /// A language that the function is made for.
  public enum Language: String, Sendable, CaseIterable {
    /// Python 3, standard library alone.
    case python
    /// TypeScript, with `bigint` for 64 bits.
    case typescript
    /// Kotlin, with wrapping `Long`s.
    case kotlin

    /// The name of the source file.
    public var fileName: String {
      switch self {
      case .python: "timeline.py"
      case .typescript: "timeline.ts"
      case .kotlin: "Timeline.kt"
      }
    }
  }

  /// The source file of a language.
  public static func source(_ language: Language) -> String {
    let syntax = ConstantSyntax(language)
    let constants = constants.map { syntax.declaration($0.name, $0.value) }.joined()
    let template: String
    switch language {
    case .python: template = python
    case .typescript: template = typeScript
    case .kotlin: template = kotlin
    }
    let parts = template.split(separator: "@CONSTANTS@\n", omittingEmptySubsequences: false)
    return parts[0] + constants + parts[1]
  }

  /// What all languages are told, in order.
  private static var constants: [(name: String, value: ConstantSyntax.Value)] {
    let rows = RowConstants()
    let recipe = rows.recipe
    return [
      ("DATASET_VERSION", .number(GeneratedList.datasetVersion)),
      ("RECIPE", .text(recipe.name)),
      ("START", .long(Int(recipe.clock.startMicroseconds))),
      ("ITEM_GAP", .number(recipe.clock.itemGapMicroseconds)),
      ("TIE_PERMILLE", .number(recipe.keys.tiePermille)),
      ("LONG_TIE_PERMILLE", .number(recipe.keys.longTiePermille)),
      ("IMAGE_PERMILLE", .number(recipe.rows.imagePermille)),
      ("OWN_PERMILLE", .number(recipe.rows.ownPermille)),
      ("REPLY_PERMILLE", .number(recipe.rows.replyPermille)),
      ("AUTHORS", .number(recipe.rows.authorCount)),
      ("TITLE_LEAST", .number(recipe.rows.titleWords.lowerBound)),
      ("TITLE_CHOICES", .number(recipe.rows.titleWords.count)),
      ("ESTIMATE_ERROR", .number(rows.profile.estimateErrorPercent)),
      ("STATUSES", .words(recipe.rows.statuses)),
      ("STREAM_NAMES", .words(rows.streams.map(\.name))),
      ("STREAM_NUMBERS", .numbers(rows.streams.map { Int($0.number) })),
      ("BODY_BYTES", .numbers(recipe.rows.bodyBytes)),
      ("IMAGE_SIZES", .numbers(rows.imageSizes.flatMap { [$0.0, $0.1] })),
      ("ZERO_CELLS", .numbers(ScalarClass.zeroCells.flatMap { [Int($0.0), Int($0.1)] })),
      ("TWO_CELLS", .numbers(ScalarClass.twoCells.flatMap { [Int($0.0), Int($0.1)] })),
      ("FIRST_NAMES", .words(TextSource.names.first)),
      ("LAST_NAMES", .words(TextSource.names.last)),
      ("KIND_PERMILLE", .numbers(rows.profile.permille)),
      ("KIND_SPACES", .numbers(TextSource.all.map { $0.isSpaced ? 1 : 0 })),
      ("KIND_WORDS", .texts(TextSource.all.map { $0.words.joined(separator: " ") })),
      ("KIND_MIXED", .texts(TextSource.all.map { $0.mixed.joined(separator: " ") })),
      ("KIND_ENDINGS", .texts(TextSource.all.map { $0.endings.joined(separator: "|") })),
    ]
  }
}
