/// A column of a flattened row: one per value of the canonical row, nested ones named after their path.
struct FlatColumn: Sendable {
  /// What the value is.
  enum Kind: Sendable {
    /// An id: a number between quotes.
    case id
    /// A whole number.
    case integer
    /// `true` or `false`.
    case bool
    /// A string.
    case text
  }

  /// The column's name in CSV files and SQL tables.
  let name: StaticString
  /// What the value is.
  let kind: Kind
  /// Whether it may be null.
  let isNullable: Bool
  /// What stands between the value before and this one in a canonical row.
  let lead: StaticString
  /// Of the first column of an object that may be null: how many columns the object has.
  var group = 0
  /// Of such a column: what stands between the object's start and the value.
  var inner: StaticString = ""
  /// What follows the last value of such an object.
  var trail: StaticString = ""

  init(
    _ name: StaticString, _ kind: Kind, null isNullable: Bool = false, _ lead: StaticString,
    group: Int = 0, inner: StaticString = "", trail: StaticString = ""
  ) {
    self.name = name
    self.kind = kind
    self.isNullable = isNullable
    self.lead = lead
    self.group = group
    self.inner = inner
    self.trail = trail
  }

  /// How many columns of an item say where it stands, and are an event's own columns too.
  static let placeCount = 3

  /// The columns of an item, in the order of its row.
  static let item: [FlatColumn] = [
    FlatColumn("id", .id, "{\"id\":"),
    FlatColumn("key", .integer, null: true, ",\"key\":"),
    FlatColumn("version", .integer, ",\"version\":"),
    FlatColumn("author", .text, null: true, ",\"author\":"),
    FlatColumn("own", .bool, ",\"own\":"),
    FlatColumn("status", .text, null: true, ",\"status\":"),
    FlatColumn("hidden", .bool, ",\"hidden\":"),
    FlatColumn("parent", .id, null: true, ",\"parent\":"),
    FlatColumn("title", .text, ",\"title\":"),
    FlatColumn("body", .text, null: true, ",\"body\":"),
    FlatColumn("replies", .integer, ",\"counts\":{\"replies\":"),
    FlatColumn("reactions", .integer, ",\"reactions\":"),
    FlatColumn(
      "image_width", .integer, null: true, "},\"image\":", group: 4, inner: "{\"width\":"),
    FlatColumn("image_height", .integer, null: true, ",\"height\":"),
    FlatColumn("image_color", .text, null: true, ",\"color\":"),
    FlatColumn("image_blurhash", .text, null: true, ",\"blurHash\":", trail: "}"),
    FlatColumn("height_compact", .integer, ",\"heights\":{\"compact\":"),
    FlatColumn("height_regular", .integer, ",\"regular\":"),
    FlatColumn("estimate", .integer, "},\"estimate\":", trail: "}"),
  ]

  /// The columns that an event has of its own, in the order of its row.
  static let change: [FlatColumn] = [
    FlatColumn("seq", .integer, "{\"seq\":"),
    FlatColumn("at", .integer, ",\"at\":"),
    FlatColumn("op", .text, ",\"op\":"),
    FlatColumn("id", .id, ",\"id\":"),
    FlatColumn("key", .integer, null: true, ",\"key\":"),
    FlatColumn("version", .integer, ",\"version\":"),
    FlatColumn("implied", .bool, ",\"implied\":"),
  ]

  /// The columns of an event: its own, then those of its item but for the place, which are null in moves
  /// and deletes.
  static let event: [FlatColumn] =
    change
    + item[placeCount...].map { FlatColumn($0.name, $0.kind, null: true, $0.lead) }

  /// The columns of a stream's rows.
  static func columns(of stream: RowStream) -> [FlatColumn] {
    stream == .items ? item : event
  }
}
