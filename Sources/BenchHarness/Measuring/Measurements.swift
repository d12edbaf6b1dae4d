/// A figure that a body stated.
public struct RecordedValue: Equatable, Sendable {
  /// The metric's name.
  public var name: String
  /// The unit.
  public var unit: MetricUnit
  /// The figure.
  public var value: Double
}

/// Everything that one process run measured.
public struct Measurements: Equatable, Sendable {
  /// CPU time of all regions, in the time pass.
  public var nanoseconds = 0
  /// Operations of all regions.
  public var operations = 0
  /// How many regions there were.
  public var regions = 0
  /// Requests to `malloc` and its kin in all regions, in the memory pass.
  public var allocations = 0
  /// Bytes that those requests took, by size class.
  public var allocatedBytes = 0
  /// Bytes above the baseline at the last checkpoint.
  public var liveBytes: Int?
  /// Bytes above the baseline at the checkpoint where most lived.
  public var peakLiveBytes: Int?
  /// The name of that checkpoint.
  public var peakCheckpoint: String?
  /// The most bytes above the baseline up to the last checkpoint, to within some 100 KiB; nil before
  /// jemalloc 5.3.
  public var peakBetweenCheckpoints: Int?
  /// Live bytes over the checkpoints.
  public var liveCurve: [LiveReading] = []
  /// Bytes of the whole process that the body left behind.
  public var leftBytes: Int?
  /// Blocks that the body left behind.
  public var leftBlocks: Int?
  /// What a frame may take, where there were frames.
  public var frameBudgetNanoseconds: Int?
  /// What the body counted and recorded.
  public var values: [RecordedValue] = []

  /// Nothing measured yet.
  public init() {}

  /// Takes what a body left behind: what the process holds after it less what it held before.
  mutating func takeLeft(from before: Held, to after: Held) {
    leftBytes = after.bytes - before.bytes
    leftBlocks = after.blocks - before.blocks
  }
}
