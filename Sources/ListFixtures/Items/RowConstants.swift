/// What the rows of `timeline` are made with, for row functions in other languages.
package struct RowConstants: Sendable {
  /// The recipe.
  package let recipe = Recipe.timeline
  /// Its texts.
  package let profile = Recipe.timeline.rows.text
  /// The numbers of the streams that a row draws from.
  package let streams: [(name: String, number: UInt64)] = [
    ("identity", Stream.identity), ("ties", .ties), ("itemClock", .itemClock),
    ("author", .author), ("title", .title), ("body", .body), ("counts", .counts),
    ("image", .image), ("parent", .parent), ("status", .status), ("estimate", .estimate),
    ("textKind", .textKind),
  ].map { ($0.0, $0.1.rawValue) }
  /// The images' sizes.
  package let imageSizes = RowWriter.imageSizes

  /// Collects them.
  package init() {}
}
