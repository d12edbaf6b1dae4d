import BenchHarness
import ListCore
import Workload

/// One thing that a scroll view asks or says.
struct HeightStep: BitwiseCopyable {
  enum Operation: UInt8, BitwiseCopyable {
    /// `position` is a rank, the answer its y.
    case yOfRank
    /// `position` is a y, the answer the rank there.
    case rankAtY
    /// The row at rank `position` turns out to be so high.
    case measure
    /// A row comes before rank `position`.
    case insert
    /// The row at rank `position` goes.
    case remove
  }

  var position: Int
  var height: Int32 = 0
  var operation: Operation
}

/// A person scrolls a list while it changes: questions, rows measured as they come on the screen, and rows
/// that come and go as the list's events say.
///
/// Of 100 steps 20 measure a row; of a list that changes 10 are row edits, by the events in their order, a
/// move being two. The rest asks for the y of a rank and for the rank at a y in equal parts, anywhere. A
/// row that was not measured has a guessed height; measured it is as high as its title makes it.
struct HeightScript {
  private static let stepLimit = 1_000_000

  /// The heights before the steps, in 1/64 pt.
  private(set) var heights: [Int32] = []
  private(set) var steps: [HeightStep] = []
  /// What the model answers to each step, 0 where nothing is asked.
  private(set) var answers: [Int64] = []

  private init() {}

  /// Makes a script, or reads the one that another process of this run has made.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - isFixed: Whether rows keep their ranks.
  ///   - stepLimit: The most steps to take.
  ///   - scratchFolder: Where the script is kept for other processes; empty for nowhere.
  init(
    _ source: WorkloadSource, isFixed: Bool, stepLimit: Int = .max, scratchFolder: String
  ) throws {
    (heights, steps, answers) = try ScriptFile.load(
      "heights-\(isFixed ? "fixed" : "edited")-\(source.fileKey)", in: scratchFolder
    ) { file in
      var script = HeightScript()
      try script.make(source, isFixed: isFixed)
      try file.append(script.heights)
      try file.append(script.steps)
      try file.append(script.answers)
    } read: { file in
      (try file.array(), try file.array(), try file.array())
    }
    if steps.count > stepLimit {
      steps.removeSubrange(stepLimit...)
      answers.removeSubrange(stepLimit...)
    }
  }

  private mutating func make(_ source: WorkloadSource, isFixed: Bool) throws {
    let count = min(Self.stepLimit, max(1, source.items))
    var list = try ScrolledList(source, isFixed: isFixed)
    heights = list.guessedHeights
    var model = HeightModel(heights: heights)
    var sample = Sample(seed: 11)
    while steps.count < count - 1 {
      let draw = sample.next(below: 100)
      if draw < 10, !isFixed, let edit = list.nextEdit() {
        add(edit, to: &model)
      } else if model.count > 0, model.total > 0 {
        switch draw {
        case ..<45: add(.yOfRank, at: sample.next(below: model.count), to: &model)
        case ..<80: add(.rankAtY, at: sample.next(below: Int(model.total)), to: &model)
        default:
          let rank = sample.next(below: model.count)
          add(.measure, at: rank, height: list.measuredHeight(atRank: rank), to: &model)
        }
      } else {
        // An empty list can be asked for its end alone.
        add(.yOfRank, at: 0, to: &model)
      }
    }
    add(.yOfRank, at: model.count, to: &model)
  }

  private mutating func add(
    _ operation: HeightStep.Operation, at position: Int, height: Int32 = 0,
    to model: inout HeightModel
  ) {
    add(HeightStep(position: position, height: height, operation: operation), to: &model)
  }

  private mutating func add(_ step: HeightStep, to model: inout HeightModel) {
    var answer: Int64 = 0
    switch step.operation {
    case .yOfRank: answer = model.y(ofRank: step.position)
    case .rankAtY: answer = Int64(model.rank(atY: Int64(step.position)))
    case .measure: model.setHeight(step.height, ofRank: step.position)
    case .insert: model.insert(step.height, atRank: step.position)
    case .remove: model.remove(atRank: step.position)
    }
    steps.append(step)
    answers.append(answer)
  }

  // MARK: - Results

  /// Compares answers with the model's.
  func expect(_ run: Run, _ found: [Int64]) throws {
    let wrong = zip(found, answers).enumerated().first { $0.element.0 != $0.element.1 }
    guard let wrong else { return }
    let step = steps[wrong.offset]
    try run.expect(
      false,
      "step \(wrong.offset), \(step.operation) at \(step.position), answered \(wrong.element.0), "
        + "not \(wrong.element.1)")
  }

  /// States what was done.
  func record(_ run: Run, rowCount: Int) {
    run.count("rowsMeasured", steps.count { $0.operation == .measure })
    run.count("rowEdits", steps.count { $0.operation == .insert || $0.operation == .remove })
    if let live = run.measurements.liveBytes {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(max(1, rowCount)))
    }
  }
}
