/// A width that rows are laid out in, and the model of their heights: integers alone, so that a client
/// can compute every height itself.
///
/// 1. A scalar takes 0, 1 or 2 cells of a line, none behind a zero-width joiner: nothing is kerned.
/// 2. A line feed starts a paragraph. A paragraph of `n` cells takes `max(1, ceil(n / cellsPerLine))`
///    lines, broken anywhere.
/// 3. Lines are 20 pt high, those of the title as those of the body.
/// 4. An image fills the width in its aspect, 480 pt high at most, rounded down to 1/64 pt.
/// 5. 48 pt are around them: paddings, and the line with the author.
public struct WidthClass: Sendable, Equatable {
  /// The width's stable name.
  public let name: String
  /// How wide an image is, in pt.
  public let points: Int
  /// How many cells a line has.
  public let cellsPerLine: Int

  /// A telephone held upright.
  public static let compact = WidthClass(name: "compact", points: 343, cellsPerLine: 40)
  /// A tablet or a window.
  public static let regular = WidthClass(name: "regular", points: 640, cellsPerLine: 84)

  /// The units of a height in a pt.
  public static let unitsPerPoint = 64
  /// The height of a line, in pt.
  public static let linePoints = 20
  /// What is above, below and between, in pt.
  public static let paddingPoints = 48
  /// The largest height of an image, in pt.
  public static let imagePointLimit = 480

  /// The height of a row in 1/64 pt.
  ///
  /// - Parameters:
  ///   - lines: Of title and body together.
  ///   - image: Its width and height in pixels, both positive; nil without one.
  public func height(lines: Int, image: (width: Int, height: Int)?) -> Int {
    let text = (Self.paddingPoints + Self.linePoints * lines) * Self.unitsPerPoint
    guard let image else { return text }
    return text + imageHeight(width: image.width, height: image.height)
  }

  /// The height of an image of a size in pixels, in 1/64 pt.
  func imageHeight(width: Int, height: Int) -> Int {
    min(Self.imagePointLimit * Self.unitsPerPoint, points * Self.unitsPerPoint * height / width)
  }

  /// How many lines a paragraph of some cells takes.
  func lines(cells: Int) -> Int { Self.lines(cells: cells, of: cellsPerLine) }

  /// How many lines a paragraph of some cells takes.
  @inline(__always)
  static func lines(cells: Int, of cellsPerLine: Int) -> Int {
    max(1, (cells &+ cellsPerLine &- 1) / cellsPerLine)
  }
}
