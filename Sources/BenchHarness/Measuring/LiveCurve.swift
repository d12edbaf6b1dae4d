/// Live bytes over the checkpoints of a run, in a fixed number of points.
///
/// Every point is the largest reading of `stride` checkpoints in a row, so the peak is always one of
/// them, at its own step. When the points are used up, neighbours are merged and the stride doubles.
///
/// Invariants: 1. at most `capacity` points; 2. their steps ascend; 3. nothing is allocated after
/// `init`, but by `readings`.
@safe
final class LiveCurve {
  /// More than a chart is wide, and 10 KB on the way to the parent.
  static let capacity = 512

  /// SAFETY: `capacity` readings, of which the first `count` are initialised; lives as long as the object.
  private let points: UnsafeMutableBufferPointer<LiveReading>
  private var count = 0
  private var stride = 1
  private var pending = LiveReading(step: 0, liveBytes: .min)
  private var pendingCount = 0
  private var last = LiveReading(step: -1, liveBytes: 0)

  init() {
    unsafe points = .allocate(capacity: Self.capacity)
    unsafe points.initialize(repeating: LiveReading(step: 0, liveBytes: 0))
  }

  deinit { unsafe points.deallocate() }

  /// Takes the reading of the next checkpoint.
  ///
  /// - Complexity: O(1) amortised; allocates nothing.
  func append(_ liveBytes: Int) {
    last = LiveReading(step: last.step + 1, liveBytes: liveBytes)
    if pendingCount == 0 || liveBytes > pending.liveBytes { pending = last }
    pendingCount += 1
    guard pendingCount == stride else { return }
    pendingCount = 0
    // One place is kept for the last reading.
    if count == Self.capacity - 2 { halve() }
    // SAFETY: `count` is below the capacity.
    unsafe points[count] = pending
    count += 1
  }

  private func halve() {
    var kept = 0
    while 2 * kept + 1 < count {
      // SAFETY: both are below `count`.
      let (left, right) = unsafe (points[2 * kept], points[2 * kept + 1])
      unsafe points[kept] = left.liveBytes >= right.liveBytes ? left : right
      kept += 1
    }
    count = kept
    stride *= 2
  }

  /// The points, with the last reading at the end.
  var readings: [LiveReading] {
    var result = unsafe Array(points[..<count])
    if pendingCount > 0 { result.append(pending) }
    if last.step >= 0, result.last != last { result.append(last) }
    return result
  }
}
