/// The parent's end of the report: what a child said until it ended.
struct ChildReport {
  /// A checkpoint that the child reported.
  struct Checkpoint: Equatable {
    var name: String
    var liveBytes: Int
  }

  /// What the child said went wrong.
  enum Complaint: Equatable {
    case wrong(String)
    case error(String)
    case environment(String)
  }

  private(set) var measurements = Measurements()
  private(set) var lastCheckpoint: Checkpoint?
  /// The child's resident bytes when its address space was limited, if it was.
  private(set) var residentBytesAtLimit: Int?
  private(set) var complaint: Complaint?
  private(set) var isDone = false
  private var lines = ReportLines()

  /// Takes what came through the pipe.
  ///
  /// - Returns: Whether it can be a report so far.
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> Bool {
    for fields in lines.split(bytes) where !take(fields) { return false }
    return !lines.isOverlong
  }

  private mutating func take(_ fields: [String]) -> Bool {
    if isDone { return false }
    switch (fields[0], fields.count) {
    case ("checkpoint", 3):
      guard let live = Int(fields[2]) else { return false }
      lastCheckpoint = Checkpoint(name: fields[1], liveBytes: live)
    case ("limited", 2):
      guard let resident = Int(fields[1]) else { return false }
      residentBytesAtLimit = resident
    case ("wrong", 2): complaint = .wrong(fields[1])
    case ("error", 2): complaint = .error(fields[1])
    case ("environment", 2): complaint = .environment(fields[1])
    case ("done", 1): isDone = true
    default: return measurements.take(fields)
    }
    return true
  }
}
