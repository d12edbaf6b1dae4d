import ListCore

/// What every implementation answers: heights in 1/64 pt, row 0 at the top.
protocol RowHeights: ~Copyable {
  init(heights: Span<Int32>)
  var count: Int { get }
  /// The top edge of a row; of rank `count`, the total height.
  mutating func y(ofRank rank: Int) -> Int64
  /// The row at a y below the total height.
  mutating func rank(atY y: Int64) -> Int
  mutating func setHeight(_ height: Int32, ofRank rank: Int)
}

/// Rows that come and go.
protocol EditableRowHeights: RowHeights, ~Copyable {
  mutating func insert(_ height: Int32, atRank rank: Int)
  mutating func remove(atRank rank: Int)
}

extension RowHeights where Self: ~Copyable {
  /// Runs the steps of a list whose rows keep their ranks, with an answer for each.
  mutating func apply(_ steps: [HeightStep], _ answers: inout [Int64]) {
    for position in steps.indices {
      let step = steps[position]
      switch step.operation {
      case .yOfRank: answers[position] = y(ofRank: step.position)
      case .rankAtY: answers[position] = Int64(rank(atY: Int64(step.position)))
      case .measure:
        setHeight(step.height, ofRank: step.position)
        answers[position] = 0
      case .insert, .remove: preconditionFailure("a row edit where rows keep their ranks")
      }
    }
  }
}

extension EditableRowHeights where Self: ~Copyable {
  /// Runs steps, with an answer for each.
  mutating func applyWithEdits(_ steps: [HeightStep], _ answers: inout [Int64]) {
    for position in steps.indices {
      let step = steps[position]
      var answer: Int64 = 0
      switch step.operation {
      case .yOfRank: answer = y(ofRank: step.position)
      case .rankAtY: answer = Int64(rank(atY: Int64(step.position)))
      case .measure: setHeight(step.height, ofRank: step.position)
      case .insert: insert(step.height, atRank: step.position)
      case .remove: remove(atRank: step.position)
      }
      answers[position] = answer
    }
  }
}

extension FixedRowLayout: RowHeights {
  func rank(atY y: Int64) -> Int { position(atY: y).rank }
}

extension RowLayout: EditableRowHeights {
  func rank(atY y: Int64) -> Int { position(atY: y).rank }
}
