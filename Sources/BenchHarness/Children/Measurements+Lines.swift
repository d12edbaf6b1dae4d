/// Measurements as lines of the report.
extension Measurements {
  /// The lines, each as its fields.
  var lines: [[String]] {
    var lines = [
      ["time", String(nanoseconds), String(operations), String(regions)],
      ["allocations", String(allocations), String(allocatedBytes)],
    ]
    if let liveBytes, let peakLiveBytes, let peakCheckpoint {
      lines.append(["live", String(liveBytes), String(peakLiveBytes), peakCheckpoint])
    }
    if let peakBetweenCheckpoints { lines.append(["between", String(peakBetweenCheckpoints)]) }
    for reading in liveCurve {
      lines.append(["curve", String(reading.step), String(reading.liveBytes)])
    }
    if let leftBytes, let leftBlocks {
      lines.append(["left", String(leftBytes), String(leftBlocks)])
    }
    if let frameBudgetNanoseconds { lines.append(["frames", String(frameBudgetNanoseconds)]) }
    for value in values { lines.append(["value", value.name, value.unit.name, "\(value.value)"]) }
    return lines
  }

  /// Takes the fields of one line.
  ///
  /// - Returns: Whether it was one of `lines`.
  mutating func take(_ fields: [String]) -> Bool {
    let numbers = fields.dropFirst().map { Int($0) }
    switch (fields.first, fields.count) {
    case ("time", 4):
      guard let time = numbers[0], let count = numbers[1], let areas = numbers[2] else {
        return false
      }
      (nanoseconds, operations, regions) = (time, count, areas)
    case ("allocations", 3):
      guard let count = numbers[0], let bytes = numbers[1] else { return false }
      (allocations, allocatedBytes) = (count, bytes)
    case ("live", 4):
      guard let live = numbers[0], let peak = numbers[1] else { return false }
      (liveBytes, peakLiveBytes, peakCheckpoint) = (live, peak, fields[3])
    case ("between", 2):
      guard let bytes = numbers[0] else { return false }
      peakBetweenCheckpoints = bytes
    case ("curve", 3):
      guard let step = numbers[0], let live = numbers[1], liveCurve.count < LiveCurve.capacity
      else { return false }
      liveCurve.append(LiveReading(step: step, liveBytes: live))
    case ("left", 3):
      guard let bytes = numbers[0], let blocks = numbers[1] else { return false }
      (leftBytes, leftBlocks) = (bytes, blocks)
    case ("frames", 2):
      guard let budget = numbers[0] else { return false }
      frameBudgetNanoseconds = budget
    case ("value", 4):
      guard let unit = MetricUnit.all.first(where: { $0.name == fields[2] }),
        let value = Double(fields[3])
      else { return false }
      values.append(RecordedValue(name: fields[1], unit: unit, value: value))
    default:
      return false
    }
    return true
  }
}
