import ListCoreFuzz
import Testing

@testable import ListCore

/// Every sequence of edits of a small list, with nodes so small that it makes a deep tree.
@Suite struct RowLayoutExhaustiveTests {
  private static let heights: [Int32] = [0, 1, 5]

  /// Rebuilds the tree of a sequence of choices, since it cannot be copied.
  private static func replay(
    _ choices: [Int], leafCapacity: Int, fanOut: Int
  ) -> (model: RowLayoutModel, problem: String?) {
    var layout = RowLayout(leafCapacity: leafCapacity, fanOut: fanOut)
    var model = RowLayoutModel()
    for (step, choice) in choices.enumerated() {
      let height = heights[step % heights.count]
      // Even choices insert at each rank, odd ones remove at each.
      let rank = choice / 2
      if choice & 1 == 0 {
        layout.insert(height, atRank: rank)
        model.insert([height], at: rank, areEstimated: false)
      } else {
        layout.remove(atRank: rank)
        model.remove(rank..<(rank + 1))
      }
    }
    layout.checkInvariants()
    let problem = model.difference(
      from: layout, estimatedCount: layout.estimatedCount
    ) { layout.isEstimated(rank: $0) }
    return (model, problem)
  }

  private static func walk(_ choices: [Int], count: Int, depth: Int, visit: ([Int]) -> Void) {
    visit(choices)
    if depth == 0 { return }
    for rank in 0...count {
      walk(choices + [rank * 2], count: count + 1, depth: depth - 1, visit: visit)
    }
    for rank in 0..<count {
      walk(choices + [rank * 2 + 1], count: count - 1, depth: depth - 1, visit: visit)
    }
  }

  @Test(arguments: [(2, 3), (3, 4), (4, 4)])
  func everyShortSequenceOfEditsEqualsTheModel(leafCapacity: Int, fanOut: Int) {
    Self.walk([], count: 0, depth: 5) { choices in
      let (_, problem) = Self.replay(choices, leafCapacity: leafCapacity, fanOut: fanOut)
      if let problem { Issue.record("\(choices): \(problem)") }
    }
  }

  @Test(arguments: [(2, 3), (4, 4), (4, 5), (8, 8)])
  func everyRangeRemovedFromEveryLengthEqualsTheModel(leafCapacity: Int, fanOut: Int) {
    for count in 0...16 {
      let heights = (0..<count).map { Int32($0 * 7 % 5) }
      for lower in 0...count {
        for upper in lower...count {
          var layout = RowLayout(leafCapacity: leafCapacity, fanOut: fanOut)
          layout.insert(heights.span, atRank: 0)
          var model = RowLayoutModel(heights: heights, areEstimated: false)
          layout.removeRows(in: lower..<upper)
          model.remove(lower..<upper)
          layout.checkInvariants()
          let problem = model.difference(
            from: layout, estimatedCount: layout.estimatedCount
          ) { layout.isEstimated(rank: $0) }
          if let problem { Issue.record("\(lower)..<\(upper) of \(count): \(problem)") }
        }
      }
    }
  }

  @Test(arguments: [(2, 3), (3, 4), (4, 5), (9, 4)])
  func everyRunInsertedAtEveryRankEqualsTheModel(leafCapacity: Int, fanOut: Int) {
    for count in 0...10 {
      for run in 0...14 {
        for rank in 0...count {
          var layout = RowLayout(leafCapacity: leafCapacity, fanOut: fanOut)
          layout.insert(count: count, estimatedHeight: 3, atRank: 0)
          var model = RowLayoutModel(
            heights: Array(repeating: 3, count: count), areEstimated: true)
          let heights = (0..<run).map { Int32($0) }
          layout.insert(heights.span, atRank: rank)
          model.insert(heights, at: rank, areEstimated: false)
          layout.checkInvariants()
          let problem = model.difference(
            from: layout, estimatedCount: layout.estimatedCount
          ) { layout.isEstimated(rank: $0) }
          if let problem { Issue.record("\(run) at \(rank) of \(count): \(problem)") }
        }
      }
    }
  }

  @Test func everyRowOfAFullSizeTreeIsRemovedFromEitherEndAndTheMiddle() {
    for order in 0..<3 {
      var layout = RowLayout(count: 2000, estimatedHeight: 64)
      while layout.count > 0 {
        layout.remove(atRank: order == 0 ? 0 : order == 1 ? layout.count - 1 : layout.count / 2)
        if layout.count % 199 == 0 { layout.checkInvariants() }
        #expect(layout.totalHeight == Int64(layout.count) * 64)
      }
    }
  }

  @Test func everyLengthOfAFixedLayoutEqualsTheModel() {
    var growing = FixedRowLayout()
    var model = RowLayoutModel()
    for count in 0...150 {
      let heights = (0..<count).map { Int32($0 % 7) }
      let layout = FixedRowLayout(heights: heights.span)
      layout.checkInvariants()
      growing.checkInvariants()
      let built = RowLayoutModel(heights: heights, areEstimated: false)
      let problem = built.difference(
        from: layout, estimatedCount: layout.estimatedCount
      ) { layout.isEstimated(rank: $0) }
      if let problem { Issue.record("length \(count): \(problem)") }
      let grown = model.difference(
        from: growing, estimatedCount: growing.estimatedCount
      ) { growing.isEstimated(rank: $0) }
      if let grown { Issue.record("grown to \(count): \(grown)") }
      growing.append(count: 1, estimatedHeight: Int32(count % 5))
      model.insert([Int32(count % 5)], at: count, areEstimated: true)
    }
  }
}
