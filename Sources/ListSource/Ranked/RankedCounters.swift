/// What a scroll through a ranked feed cost, and what it lost.
public struct RankedCounters: Hashable, Sendable {
  /// Replies with rows, or that could have had some.
  public var pages = 0
  /// Rows received.
  public var rows = 0
  /// Rows received that had come before.
  public var repeats = 0
  /// Items of the ranking that the scroll has passed by: they never came and never will.
  public var neverShown = 0
  /// Pairs of rows that came in the opposite order to the ranking's at the end.
  public var inversions = 0
  /// Rows of the first page that stand at the same place after a refresh.
  public var stableOnRefresh = 0
  /// Ids of items that were gone when their turn came, as the replies named them.
  public var gone = 0
  /// Times that the session was gone and the reader started anew.
  public var restarts = 0
  /// Ids sent to the backend.
  public var idsUpstream = 0
  /// Bytes of ids and cursors sent to the backend; ids are decimal strings.
  public var bytesUpstream = 0
  /// Ids received without a row.
  public var idsDownstream = 0
  /// Bytes received: texts, ids, cursors.
  public var bytesDownstream = 0
  /// The most that the backend kept for the session.
  public var sessionBytes = 0
  /// All of the backend's work.
  public var work = RankedWork()
  /// Work for the first reply.
  public var firstWork = RankedWork()
  /// Work for the last page.
  public var lastWork = RankedWork()

  /// Makes counters of nothing.
  public init() {}
}

/// Counts pairs that stand in the wrong order.
///
/// Source: D. Knuth, The Art of Computer Programming, volume 3, section 5.1.1; by merging, O(n log n).
func inversions(of ranks: [Int]) -> Int {
  var (values, buffer) = (ranks, ranks)
  var total = 0
  var width = 1
  while width < values.count {
    for start in stride(from: 0, to: values.count, by: 2 * width) {
      let middle = min(start + width, values.count)
      let end = min(start + 2 * width, values.count)
      var (left, right) = (start, middle)
      for place in start..<end {
        if left < middle, right == end || values[left] <= values[right] {
          buffer[place] = values[left]
          left += 1
        } else {
          buffer[place] = values[right]
          total += middle - left
          right += 1
        }
      }
    }
    swap(&values, &buffer)
    width *= 2
  }
  return total
}
