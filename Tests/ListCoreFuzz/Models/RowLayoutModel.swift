import ListCore

/// What the layouts are checked against: plain arrays.
package struct RowLayoutModel {
  package var heights: [Int32] = []
  package var estimated: [Bool] = []

  package init() {}

  package init(heights: [Int32], areEstimated: Bool) {
    self.heights = heights
    estimated = Array(repeating: areEstimated, count: heights.count)
  }

  package var total: Int64 { heights.reduce(0) { $0 + Int64($1) } }

  package func y(ofRank rank: Int) -> Int64 { heights[..<rank].reduce(0) { $0 + Int64($1) } }

  package func position(atY y: Int64) -> RowPosition {
    var rest = y
    var rank = 0
    while rest >= Int64(heights[rank]) {
      rest -= Int64(heights[rank])
      rank += 1
    }
    return RowPosition(rank: rank, distance: rest)
  }

  package mutating func set(_ height: Int32, _ rank: Int, isEstimated: Bool) {
    heights[rank] = height
    estimated[rank] = isEstimated
  }

  package mutating func insert(_ new: [Int32], at rank: Int, areEstimated: Bool) {
    heights.insert(contentsOf: new, at: rank)
    estimated.insert(contentsOf: repeatElement(areEstimated, count: new.count), at: rank)
  }

  package mutating func remove(_ ranks: Range<Int>) {
    heights.removeSubrange(ranks)
    estimated.removeSubrange(ranks)
  }

  package mutating func reestimate(at height: Int32) {
    for rank in heights.indices where estimated[rank] { heights[rank] = height }
  }

  package mutating func forget(numerator: Int64, denominator: Int64) {
    for rank in heights.indices {
      let scaled = (Int64(heights[rank]) * numerator + denominator / 2) / denominator
      heights[rank] = Int32(min(scaled, Int64(RowHeight.maximum)))
      estimated[rank] = true
    }
  }

  /// The first difference of a layout from the model, or nil.
  package func difference(
    from layout: borrowing some RowGeometry & ~Copyable, estimatedCount: Int,
    isEstimated: (Int) -> Bool
  ) -> String? {
    if layout.count != heights.count { return "count \(layout.count), not \(heights.count)" }
    if layout.totalHeight != total { return "total \(layout.totalHeight), not \(total)" }
    if estimatedCount != estimated.count(where: { $0 }) { return "estimated \(estimatedCount)" }
    var y: Int64 = 0
    for rank in heights.indices {
      if layout.y(ofRank: rank) != y { return "y of \(rank)" }
      if layout.height(ofRank: rank) != heights[rank] { return "height of \(rank)" }
      if isEstimated(rank) != estimated[rank] { return "state of \(rank)" }
      let height = Int64(heights[rank])
      for distance in [0, height - 1] where height > 0 {
        let found = layout.position(atY: y + distance)
        if found != RowPosition(rank: rank, distance: distance) { return "row at \(y + distance)" }
      }
      y += height
    }
    return layout.y(ofRank: heights.count) == total ? nil : "y behind the last row"
  }
}
