import BenchHarness
import Peers
import Workload

extension Scrolling {
  /// The same steps by sums in C++, and what the machine allows.
  static func peers(_ source: WorkloadSource) -> [BenchmarkCase] {
    [("heights fixed", true), ("heights edited", false)].flatMap { benchmark, isFixed in
      let ours = makeCase(benchmark, "", source) { _ in }
      return PeerKind.all(.heights).map { kind in
        ours.beside(kind) { try lay($0, isFixed: isFixed, source, $1) }
        // A row's height is 4 bytes, a quarter of what is read.
      } + [ours.beside(.dependentReads(entries: source.items / 4))]
    }
  }

  private static func lay(
    _ kind: PeerKind, isFixed: Bool, _ source: WorkloadSource, _ run: Run
  ) throws {
    // A row edit builds a Fenwick tree anew.
    let isLinear = kind.name == "Fenwick tree" && !isFixed
    let script = try HeightScript(
      source, isFixed: isFixed, stepLimit: isLinear ? linearStepLimit(source) : .max,
      scratchFolder: run.scratchFolder)
    let steps = script.steps.map(PeerHeightStep.init)
    var answers = [Int64](repeating: -1, count: steps.count)
    defer { withExtendedLifetime((script, steps, answers)) {} }
    run.baseline()
    let peer = try kind.make()
    try peer.call { peerHeightsBuild($0, script.heights, script.heights.count) }
    run.checkpoint("rows laid out")
    try run.measure(operations: steps.count) {
      try peer.call { peerHeightsApply($0, steps, steps.count, &answers) }
    }
    run.checkpoint("after the steps")
    try script.expect(run, answers)
    script.record(run, rowCount: try peer.count())
  }
}

extension PeerHeightStep {
  /// Our step as the peers take it.
  fileprivate init(_ step: HeightStep) {
    let operation: PeerHeightOperation =
      switch step.operation {
      case .yOfRank: .yOfRank
      case .rankAtY: .rankAtY
      case .measure: .set
      case .insert: .insert
      case .remove: .delete
      }
    self.init(position: Int64(step.position), height: step.height, operation: operation)
  }
}
