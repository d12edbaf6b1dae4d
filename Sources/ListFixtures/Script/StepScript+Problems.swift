/// What is wrong with a script, and where.
public struct StepScriptProblem: Equatable, Sendable {
  /// The path of the field in the script, as `steps[2].actions[0].victim`.
  public var path: String
  /// What is wrong, and what is accepted.
  public var message: String
}

extension StepScript {
  /// What each epoch does, counted; `live` is by how many items the list grows.
  public var epochCounts: ChangeCounts {
    var counts = ChangeCounts(live: 0)
    for step in steps {
      for action in step.actions {
        switch action.operation {
        case .insert, .resurrect: counts.inserts += step.count
        case .delete: counts.deletes += step.count
        case .cascade: counts.deletes += step.count * (1 + childCount)
        case .move: counts.moves += step.count
        case .update: counts.updates += step.count
        }
      }
    }
    counts.live = counts.inserts - counts.deletes
    return counts
  }

  /// How many events an epoch has.
  public var epochLength: Int {
    let counts = epochCounts
    return counts.inserts + counts.deletes + counts.moves + counts.updates
  }

  /// Whether an action hits items by their popularity.
  var usesPopularity: Bool {
    steps.contains { step in
      step.actions.contains { action in
        action.places.contains { place in
          if case .popular = place { return true }
          return false
        }
      }
    }
  }

  /// The first thing that is wrong with the script; nil when nothing is.
  ///
  /// - Parameter statusCount: How many statuses the recipe has.
  public func problem(statusCount: Int) -> StepScriptProblem? {
    if !(1...64).contains(steps.count) { return .init("steps", 1, 64, steps.count) }
    for (index, step) in steps.enumerated() {
      if let problem = problem(in: step, at: "steps[\(index)]", statusCount) { return problem }
    }
    if epochLength > 4096 {
      return StepScriptProblem(
        path: "steps", message: "have \(epochLength) events an epoch; accepted are 1...4096")
    }
    let counts = epochCounts
    if counts.deletes > counts.inserts {
      return StepScriptProblem(
        path: "steps",
        message: """
          delete \(counts.deletes) items an epoch and insert \(counts.inserts): the list would run \
          empty; delete at most as many as are inserted
          """)
    }
    return problemOfSettings(statusCount)
  }

  private func problemOfSettings(_ statusCount: Int) -> StepScriptProblem? {
    if !(1...1000).contains(reader.pageSize) {
      return .init("reader.pageSize", 1, 1000, reader.pageSize)
    }
    if !(1...1_000_000).contains(reader.eventsPerFetch) {
      return .init("reader.eventsPerFetch", 1, 1_000_000, reader.eventsPerFetch)
    }
    if !(0...64).contains(childCount) { return .init("childCount", 0, 64, childCount) }
    if !(1...3_600_000_000).contains(keyResolutionMicroseconds) {
      return .init("keyResolutionMicroseconds", 1, 3_600_000_000, keyResolutionMicroseconds)
    }
    if let status = initialStatus {
      let last = min(statusCount, 255) - 1
      if !(0...last).contains(status.inserted) {
        return .init("initialStatus.inserted", 0, last, status.inserted)
      }
      let shares = status.snapshotPermille
      if shares.count > statusCount || shares.contains(where: { $0 < 0 })
        || shares.reduce(0, +) != 1000
      {
        return StepScriptProblem(
          path: "initialStatus.snapshotPermille",
          message: "must be at most \(statusCount) shares, none negative, that sum to 1000")
      }
    }
    if let score {
      if !(1_000_000...1 << 44).contains(score.halfLifeMicroseconds) {
        return .init(
          "score.halfLifeMicroseconds", 1_000_000, 1 << 44, score.halfLifeMicroseconds)
      }
      if !(0...ScriptScore.voteLimit).contains(score.snapshotVotes) {
        return .init("score.snapshotVotes", 0, ScriptScore.voteLimit, score.snapshotVotes)
      }
    }
    return nil
  }

  // MARK: - Steps

  private func problem(in step: Step, at path: String, _ statusCount: Int) -> StepScriptProblem? {
    if !(1...4096).contains(step.count) { return .init("\(path).count", 1, 4096, step.count) }
    if !(1...8).contains(step.actions.count) {
      return .init("\(path).actions", 1, 8, step.actions.count)
    }
    for (index, action) in step.actions.enumerated() {
      let path = "\(path).actions[\(index)]"
      if let problem = problem(in: action, at: path, statusCount) { return problem }
    }
    return nil
  }

  private func problem(
    in action: Action, at path: String, _ statusCount: Int
  ) -> StepScriptProblem? {
    let isResurrection = action.operation == .resurrect
    switch action.operation {
    case .insert: break
    case .resurrect:
      if action.victim != .latestDeleted && action.victim != .earliestDeleted {
        return StepScriptProblem(
          path: "\(path).victim", message: "must be latestDeleted or earliestDeleted")
      }
    case .delete, .move: break
    case .cascade:
      if childCount == 0 {
        return StepScriptProblem(
          path: "\(path).operation", message: "needs a childCount of 1...64 in the script")
      }
    case .update:
      if let problem = problem(in: action.edit, at: "\(path).edit", statusCount) { return problem }
    }
    if action.operation != .insert && !isResurrection {
      if let problem = problem(in: action.victim, at: "\(path).victim") { return problem }
    }
    switch action.operation {
    case .insert, .move, .resurrect:
      return problem(
        in: action.destination, at: "\(path).destination", isResurrection: isResurrection)
    default: return nil
    }
  }

  private func problem(in edit: Edit, at path: String, _ statusCount: Int) -> StepScriptProblem? {
    if edit == Edit() {
      return StepScriptProblem(
        path: path, message: "changes nothing; give content, status or hidden")
    }
    guard let status = edit.status else { return nil }
    if initialStatus == nil {
      return StepScriptProblem(path: "\(path).status", message: "needs the script's initialStatus")
    }
    if case .set(let number) = status, !(0..<min(statusCount, 255)).contains(number) {
      return .init("\(path).status", 0, min(statusCount, 255) - 1, number)
    }
    return nil
  }

  private func problem(
    in destination: Destination, at path: String, isResurrection: Bool
  ) -> StepScriptProblem? {
    switch destination {
    case .newest, .oldest, .null: return nil
    case .beside(let place): return problem(in: place, at: "\(path).beside")
    case .tied(let place): return problem(in: place, at: "\(path).tied")
    case .backdated(let most), .ahead(let most):
      let limit = 1 << 50
      return (1...limit).contains(most) ? nil : .init(path, 1, limit, most)
    case .votes(let most):
      if score == nil {
        return StepScriptProblem(path: path, message: "needs the script's score")
      }
      return (1...ScriptScore.voteLimit).contains(most)
        ? nil : .init(path, 1, ScriptScore.voteLimit, most)
    case .unchanged:
      return isResurrection
        ? nil : StepScriptProblem(path: path, message: "is for resurrections alone")
    }
  }

  private func problem(in place: Place, at path: String) -> StepScriptProblem? {
    switch place {
    case .head, .tail, .uniform, .cursor, .page, .unkeyed, .longestHidden: return nil
    case .region(let from, let to):
      return from >= 0 && from < to && to <= 1000
        ? nil : StepScriptProblem(path: path, message: "must be from < to within 0...1000")
    case .age(let from, let to):
      return from >= 0 && from < to && to <= ScriptedList.eventLimit
        ? nil
        : StepScriptProblem(
          path: path, message: "must be from < to within 0...\(ScriptedList.eventLimit)")
    case .boundary(let offset):
      return (-1000...1000).contains(offset) ? nil : .init(path, -1000, 1000, offset)
    case .popular(let growth):
      return [2, 4, 16].contains(growth)
        ? nil : StepScriptProblem(path: path, message: "must be 2, 4 or 16, not \(growth)")
    case .recent(let events):
      return (1...4096).contains(events) ? nil : .init(path, 1, 4096, events)
    case .latestDeleted, .earliestDeleted:
      return StepScriptProblem(path: path, message: "is for resurrections alone")
    }
  }
}

extension StepScript.Action {
  /// The places that the action names.
  var places: [StepScript.Place] {
    switch destination {
    case .beside(let place), .tied(let place): [victim, place]
    default: [victim]
    }
  }
}

extension ScriptTraits {
  /// The first thing that is wrong with the traits; nil when nothing is.
  public var problem: StepScriptProblem? {
    let permille = 0...1000
    if !permille.contains(hiddenPermille) {
      return .init("hiddenPermille", 0, 1000, hiddenPermille)
    }
    if !(1...1000).contains(hiddenRun) { return .init("hiddenRun", 1, 1000, hiddenRun) }
    if !permille.contains(nullKeyPermille) {
      return .init("nullKeyPermille", 0, 1000, nullKeyPermille)
    }
    if case .extremes(let share) = identity, !permille.contains(share) {
      return .init("identity.extremes", 0, 1000, share)
    }
    return nil
  }
}

extension StepScriptProblem {
  fileprivate init(_ path: String, _ low: Int, _ high: Int, _ value: Int) {
    self.init(path: path, message: "must be in \(low)...\(high), not \(value)")
  }
}
