/// Live bytes at one checkpoint of a process run.
public struct LiveReading: Equatable, Sendable {
  /// The checkpoint's number in the run, from 0.
  public var step: Int
  /// Bytes above the baseline.
  public var liveBytes: Int

  /// Makes a reading.
  public init(step: Int, liveBytes: Int) {
    self.step = step
    self.liveBytes = liveBytes
  }
}
