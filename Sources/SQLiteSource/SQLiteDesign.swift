public import ListSource

/// A way to serve pages at depth from SQLite: the table's shape, the form of the query, and the way that pages
/// lie from the row they are asked by.
public struct SQLiteDesign: Hashable, Sendable {
  /// How the rows lie.
  public var shape: TableShape
  /// How a page is asked for.
  public var form: QueryForm
  /// Which way pages lie; `newer` only in forms by the last row.
  public var direction: Direction

  /// What comes of a design.
  public enum Outcome: Hashable, Sendable {
    /// Right pages, at a cost that this form promises.
    case right
    /// Right pages, but slow where another form or shape is not.
    case trap
    /// Wrong pages.
    case wrong
  }

  /// Makes a design.
  ///
  /// Traps if pages by rank are to lie upwards.
  public init(
    _ form: QueryForm, _ shape: TableShape = .uniqueIndex, _ direction: Direction = .older
  ) {
    precondition(direction == .older || !form.isByRank, "pages by rank upwards")
    self.shape = shape
    self.form = form
    self.direction = direction
  }

  /// The layout that a file needs for the design.
  public var layout: SQLiteLayout { SQLiteLayout(shape: shape, rankAid: form.rankAid) }

  /// Whether pages are right, and whether they are slow for what they are.
  ///
  /// MEASURED: SQLite 3.40.1, `DepthLawTests` and `TrapTests` count the steps.
  public var outcome: Outcome {
    if form.isWrong { return .wrong }
    if shape == .nullableKey { return form.isByRank ? .right : .wrong }
    if shape == .unordered { return .trap }
    switch form {
    case .keysetOr, .keysetAnd: return .trap
    case .keysetRowValues, .keysetByID: return shape == .rowidAlias ? .trap : .right
    case .offset: return shape == .withoutRowID ? .trap : .right
    default: return .right
    }
  }

  /// The name in results, as `SQLite, keyset, row values, rowid alias, trap`.
  public var implementation: String {
    var words = ["SQLite", form.name]
    if let shape = shape.name { words.append(shape) }
    if direction == .newer { words.append("backward") }
    switch outcome {
    case .right: break
    case .trap: words.append("trap")
    case .wrong: words.append("wrong")
    }
    return words.joined(separator: ", ")
  }

  /// The shapes that serve as a list's table.
  public static let shapes: [TableShape] = [.uniqueIndex, .rowidAlias, .withoutRowID, .clustered]

  /// Every design that gives right pages, slow ones among them.
  public static let right: [SQLiteDesign] =
    shapes.flatMap { shape in
      QueryForm.allCases.filter { !$0.isWrong && $0.rankAid == .none }.flatMap { form in
        form.isByRank
          ? [SQLiteDesign(form, shape)]
          : [SQLiteDesign(form, shape), SQLiteDesign(form, shape, .newer)]
      }
    }
    + [.positionColumn, .milestones, .bucketCounts].map { SQLiteDesign($0) }
    + [SQLiteDesign(.offset, .unordered), SQLiteDesign(.offset, .nullableKey)]

  /// The designs that give wrong pages.
  public static let wrong: [SQLiteDesign] =
    QueryForm.allCases.filter(\.isWrong).map { SQLiteDesign($0) }
    + [SQLiteDesign(.keysetRowValues, .nullableKey)]
}
