/// What one writes first: an array of heights, added up on every question.
struct HeightArray: EditableRowHeights {
  private var heights: [Int32]

  init(heights: Span<Int32>) {
    self.heights = heights.indices.map { heights[$0] }
  }

  var count: Int { heights.count }

  func y(ofRank rank: Int) -> Int64 {
    var y: Int64 = 0
    for height in heights[..<rank] { y += Int64(height) }
    return y
  }

  func rank(atY y: Int64) -> Int {
    var bottom: Int64 = 0
    for (rank, height) in heights.enumerated() {
      bottom += Int64(height)
      if y < bottom { return rank }
    }
    return heights.count
  }

  mutating func setHeight(_ height: Int32, ofRank rank: Int) { heights[rank] = height }
  mutating func insert(_ height: Int32, atRank rank: Int) { heights.insert(height, at: rank) }
  mutating func remove(atRank rank: Int) { heights.remove(at: rank) }
}

/// What virtual lists on the web do: prefix sums that are valid up to a rank and recomputed from there when
/// a question needs them.
///
/// A change at the top makes the next question cost the whole list.
struct LazyPrefixSums: EditableRowHeights {
  private var heights: [Int32]
  /// `tops[rank]` is right for ranks up to `validCount`.
  private var tops: [Int64]
  private var validCount = 0

  init(heights: Span<Int32>) {
    self.heights = heights.indices.map { heights[$0] }
    tops = [Int64](repeating: 0, count: heights.count + 1)
    validate(upTo: heights.count)
  }

  var count: Int { heights.count }

  private mutating func validate(upTo rank: Int) {
    while validCount < rank {
      tops[validCount + 1] = tops[validCount] + Int64(heights[validCount])
      validCount += 1
    }
  }

  mutating func y(ofRank rank: Int) -> Int64 {
    validate(upTo: rank)
    return tops[rank]
  }

  mutating func rank(atY y: Int64) -> Int {
    while validCount < heights.count, tops[validCount] <= y { validate(upTo: validCount + 1) }
    // The last rank whose top is not below y.
    var low = 0
    var high = validCount
    while low < high {
      let middle = (low + high + 1) / 2
      if tops[middle] <= y { low = middle } else { high = middle - 1 }
    }
    return low
  }

  mutating func setHeight(_ height: Int32, ofRank rank: Int) {
    heights[rank] = height
    validCount = min(validCount, rank)
  }

  mutating func insert(_ height: Int32, atRank rank: Int) {
    heights.insert(height, at: rank)
    tops.append(0)
    validCount = min(validCount, rank)
  }

  mutating func remove(atRank rank: Int) {
    heights.remove(at: rank)
    tops.removeLast()
    validCount = min(validCount, rank)
  }
}
