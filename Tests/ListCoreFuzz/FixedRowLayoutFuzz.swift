import ListCore

/// A `FixedRowLayout` against plain arrays.
struct FixedRowLayoutFuzz: ~Copyable, FuzzBody {
  private var layout: FixedRowLayout
  private var model: RowLayoutModel

  init?(_ input: inout FuzzInput) {
    let count = input.below(600)
    if input.byte() % 2 == 0 {
      let heights = input.heights(count)
      layout = FixedRowLayout(heights: heights.span)
      model = RowLayoutModel(heights: heights, areEstimated: false)
    } else {
      let height = input.height()
      layout = FixedRowLayout(count: count, estimatedHeight: height)
      model = RowLayoutModel(
        heights: Array(repeating: height, count: count), areEstimated: true)
    }
  }

  var size: Int { model.heights.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    let height = input.height()
    switch input.byte() % 12 {
    case 0..<4:
      if size == 0 { break }
      let rank = input.below(1 << 16) % size
      layout.setHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: false)
    case 4:
      if size == 0 { break }
      let rank = input.below(1 << 16) % size
      layout.setEstimatedHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: true)
    case 5:
      let rank = input.below(1 << 16) % (size + 1)
      let heights = input.heights(Swift.min(size - rank, input.below(300)))
      layout.setHeights(heights.span, fromRank: rank)
      for (offset, height) in heights.enumerated() {
        model.set(height, rank + offset, isEstimated: false)
      }
    case 6: append(input.heights(size > 20_000 ? 1 : input.below(300)))
    case 7: append(count: size > 20_000 ? 1 : input.below(input.byte() == 0 ? 5000 : 40), height)
    case 8:
      layout.reestimate(at: height)
      model.reestimate(at: height)
    case 9:
      let numerator = Int64(input.byte())
      layout.forgetMeasurements(numerator: numerator, denominator: 100)
      model.forget(numerator: numerator, denominator: 100)
    default: try read(&input)
    }
    try expect(layout.count, size, "count")
  }

  mutating func check() throws(FuzzFinding) {
    layout.checkInvariants()
    let difference = model.difference(
      from: layout, estimatedCount: layout.estimatedCount
    ) { layout.isEstimated(rank: $0) }
    if let difference { throw FuzzFinding(difference) }
  }

  private mutating func append(_ heights: [Int32]) {
    layout.append(heights.span)
    model.insert(heights, at: size, areEstimated: false)
  }

  private mutating func append(count: Int, _ height: Int32) {
    layout.append(count: count, estimatedHeight: height)
    model.insert(Array(repeating: height, count: count), at: size, areEstimated: true)
  }

  private func read(_ input: inout FuzzInput) throws(FuzzFinding) {
    let rank = input.below(1 << 16) % (size + 1)
    try expect(layout.y(ofRank: rank), model.y(ofRank: rank), "y of rank \(rank)")
    if model.total == 0 { return }
    let y = Int64(input.word() % UInt64(model.total))
    try expect(layout.position(atY: y), model.position(atY: y), "row at \(y)")
  }
}
