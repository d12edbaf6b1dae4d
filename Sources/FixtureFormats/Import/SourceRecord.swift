/// A record of an imported file: the values of the columns that were asked for.
struct SourceRecord {
  /// A value; the ranges are those of its text in `bytes`, without quotes and escapes.
  enum Value: Equatable {
    case missing
    case text(Range<Int>)
    case number(Range<Int>)
    /// An object or array.
    case nested
  }

  /// The text of the values.
  var bytes: [UInt8] = []
  /// By the numbers of the columns.
  private(set) var values: [Value]
  private var ranks: [Int]
  /// The line that the record starts in, from 1.
  var line = 0
  /// Where the record starts in the file, after decompression.
  var byteOffset = 0
  /// What is wrong with the record as such; its values then mean nothing.
  var refusal: Refusal?

  init(columnCount: Int) {
    values = Array(repeating: .missing, count: columnCount)
    ranks = Array(repeating: .max, count: columnCount)
  }

  /// Sets a column's value, unless it has one of a smaller rank.
  mutating func set(_ value: Value, column: Int, rank: Int = 0) {
    guard rank <= ranks[column] else { return }
    ranks[column] = rank
    values[column] = value
  }

  /// Empties the record and keeps its memory.
  mutating func reset(line: Int, byteOffset: Int) {
    bytes.removeAll(keepingCapacity: true)
    for index in values.indices {
      values[index] = .missing
      ranks[index] = .max
    }
    self.line = line
    self.byteOffset = byteOffset
    refusal = nil
  }
}

/// A column that is asked for.
struct SourceColumn {
  /// The name as it was given.
  let name: String
  /// Where its value may stand in an object, names from the outside in; the first that is there counts.
  let paths: [[[UInt8]]]
  /// Whether a CSV file must have it.
  let isRequired: Bool

  /// - Parameter isInEvent: Whether the value may also stand in the event's object `item`.
  init(name: String, isInEvent: Bool, isRequired: Bool) {
    self.name = name
    self.isRequired = isRequired
    var paths = [[Array(name.utf8)]]
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1 { paths.append(parts.map { Array($0.utf8) }) }
    if isInEvent { paths.append([Array("item".utf8), Array(name.utf8)]) }
    self.paths = paths
  }
}

/// One of the places where a column's value may stand.
struct SourcePlace {
  let column: Int
  /// The smaller rank counts when the value stands in two places.
  let rank: Int
  let path: [[UInt8]]
}
