/// Bytes and blocks by function.
extension Profiler {
  func heapText() throws -> String {
    guard HeapRecorder.isAvailable else { throw EnvironmentError(HeapRecorder.absence) }
    guard Tool.addressNames.path != nil else { throw EnvironmentError(Tool.addressNames.absence) }
    let memory = try run(.memory)
    let peak = memory.liveCurve.max { $0.liveBytes < $1.liveBytes }
    let step = peak.map { "\(HeapRecorder.stepVariable)=\($0.step)" }
    _ = try run(.heap, variables: step.map { [$0] } ?? [])
    let taken = try dump(HeapRecorder.endFile).functions(of: executable)
    guard let peak, let checkpoint = memory.peakCheckpoint else {
      return "\(benchmarkCase.identity)\nno checkpoint; what the measured regions took\n\n"
        + table(live: nil, taken: taken)
    }
    let live = try dump(HeapRecorder.peakFile).functions(of: executable)
    return
      "\(benchmarkCase.identity)\n\(grouped(peak.liveBytes)) bytes live above the baseline at the peak, "
      + "checkpoint \(grouped(peak.step)) ('\(checkpoint)'); taken: since the baseline, in the regions\n\n"
      + table(live: live, taken: taken)
  }

  private func dump(_ name: StaticString) throws -> HeapDump {
    let file = "\(options.scratchFolder)/\(name)"
    guard let bytes = try? readFile(file), let dump = HeapDump(bytes) else {
      throw EnvironmentError(
        "jemalloc wrote no heap profile into the scratch folder; set TMPDIR to one with room")
    }
    return dump
  }

  private func table(live: [HeapDump.Function]?, taken: [HeapDump.Function]) -> String {
    let liveColumns: [Table.Column] = [
      .init("live\nbytes", isNumber: true), .init("live\nblocks", isNumber: true),
      .init("share", isNumber: true),
    ]
    var table = Table(
      (live == nil ? [] : liveColumns) + [
        .init("taken\nbytes", isNumber: true), .init("taken\nblocks", isNumber: true),
        .init("function"),
      ])
    let held = (live ?? []).filter { $0.liveBytes > 0 }
    let total = held.reduce(0) { $0 + $1.liveBytes }
    let others = taken.filter { other in !held.contains { $0.name == other.name } }
      .sorted { ($1.takenBytes, $0.name) < ($0.takenBytes, $1.name) }
    let rows = held + others.map { HeapDump.Function(name: $0.name) }
    let shown = rows.prefix(Self.mostRows)
    for row in shown {
      let all = taken.first { $0.name == row.name } ?? row
      let cells = [
        grouped(row.liveBytes), grouped(row.liveBlocks), share(row.liveBytes, of: total),
      ]
      table.add(
        (live == nil ? [] : cells) + [grouped(all.takenBytes), grouped(all.takenBlocks), row.name])
    }
    let more = rows.count - shown.count
    return table.text + (more > 0 ? "and \(more) more functions\n" : "")
  }
}
