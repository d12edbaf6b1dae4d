import ListText

extension StepScript {
  /// The accepted numbers of steps, of an epoch's runs of one and of the actions of one.
  static let stepCountRange = 1...64
  static let countRange = 1...4096
  static let actionCountRange = 1...8
  /// The most events of an epoch.
  static let epochLimit = 65_536
  /// The accepted numbers of children.
  static let childRange = 0...64
  /// The accepted resolutions, to a day.
  static let resolutionRange = 1...86_400_000_000
  /// The accepted delays and leads, to 30 days.
  static let delayRange = 1...2_592_000_000_000

  /// Reads a script of a recipe that has statuses numbered below `statusCount`.
  init(_ node: RecipeNode, statusCount: Int) throws(RecipeFault) {
    let members = try node.members(RecipeFields.steps)
    let childCount = try members["childCount"].integer(in: Self.childRange)
    let scoreNode = members["score"].optional
    let context = ScriptContext(
      statusCount: statusCount, childCount: childCount, hasScore: scoreNode != nil)
    var steps: [Step] = []
    for element in try members["steps"].elements(Self.stepCountRange) {
      steps.append(try Step(element, context))
    }
    self.init(
      steps: steps, isShuffled: try members["isShuffled"].bool(),
      reader: try Reader(members["reader"]), childCount: childCount,
      keyResolutionMicroseconds: try members["keyResolutionMicroseconds"]
        .integer(in: Self.resolutionRange))
    if let node = members["initialStatus"].optional {
      initialStatus = try InitialStatus(node, statusCount: statusCount)
    }
    if let node = scoreNode { score = try Score(node) }
    guard eventCount <= Self.epochLimit else {
      throw members["steps"].failure(
        "are \(eventCount) events an epoch; accepted are 1...\(Self.epochLimit)")
    }
  }

  /// How many events an epoch has.
  var eventCount: Int {
    steps.reduce(0) { sum, step in
      sum + step.count
        * step.actions.reduce(0) { $0 + ($1.operation == .cascade ? 1 + childCount : 1) }
    }
  }
}

/// What the rest of a script says that an action depends on.
struct ScriptContext {
  var statusCount: Int
  var childCount: Int
  var hasScore: Bool
}

extension StepScript.Step {
  fileprivate init(_ node: RecipeNode, _ context: ScriptContext) throws(RecipeFault) {
    let members = try node.members(RecipeFields.step)
    var actions: [StepScript.Action] = []
    for element in try members["actions"].elements(StepScript.actionCountRange) {
      actions.append(try StepScript.Action(element, context))
    }
    self.init(count: try members["count"].integer(in: StepScript.countRange), actions: actions)
  }
}

extension StepScript.Action {
  fileprivate init(_ node: RecipeNode, _ context: ScriptContext) throws(RecipeFault) {
    guard case .object = node.value else { throw node.mismatch("an object") }
    guard node.value["operation"] != nil else {
      throw node.failure("lacks 'operation'; every field must be there")
    }
    let operation = try node.member("operation").choice(of: StepScript.Operation.self)
    let members = try node.members(RecipeFields.action(operation))
    self.init(operation)
    if operation == .cascade, context.childCount == 0 {
      throw members["operation"].failure("is 'cascade', which needs a 'childCount' of 1...64")
    }
    let isResurrection = operation == .resurrect
    if operation != .insert {
      victim = try StepScript.Place(members["victim"], ofDeleted: isResurrection)
    }
    switch operation {
    case .insert, .move, .resurrect:
      destination = try StepScript.Destination(
        members["destination"], ofDeleted: isResurrection, context)
    case .update: edit = try StepScript.Edit(members["edit"], context)
    case .delete, .cascade: break
    }
  }
}

extension StepScript.Edit {
  fileprivate init(_ node: RecipeNode, _ context: ScriptContext) throws(RecipeFault) {
    let members = try node.members(RecipeFields.edit)
    self.init(content: try members["content"].bool())
    if let hidden = members["hidden"].optional { isHidden = try hidden.bool() }
    if let status = members["status"].optional {
      let accepted = 0...context.statusCount - 1
      if case .string = status.value {
        _ = try status.word(of: ["next"], or: "a status's number in 0...\(accepted.upperBound)")
        self.status = .next
      } else {
        self.status = .set(try status.integer(in: accepted))
      }
    }
    guard content || status != nil || isHidden != nil else {
      throw node.failure("changes nothing; set 'content', 'status' or 'hidden'")
    }
  }
}

extension StepScript.Place {
  /// Reads a place; those of deleted items are only for resurrections.
  fileprivate init(_ node: RecipeNode, ofDeleted: Bool) throws(RecipeFault) {
    if case .object = node.value {
      let (name, parameter) = try node.variant(RecipeFields.placeFields)
      switch name {
      case "region":
        let (from, to) = try Self.ends(parameter, limit: 1000)
        self = .region(from: from, to: to)
      case "age":
        let (from, to) = try Self.ends(parameter, limit: 1 << 22)
        self = .age(from: from, to: to)
      case "boundary": self = .boundary(try parameter.integer(in: -1000...1000))
      case "popular":
        let growth = try parameter.integer(in: 2...16)
        guard [2, 4, 16].contains(growth) else { throw parameter.mismatch("2, 4 or 16") }
        self = .popular(growth: growth)
      default: self = .recent(try parameter.integer(in: 1...4096))
      }
    } else {
      let word = try node.word(
        of: RecipeFields.placeNames.map(\.name), or: "an object as in {\"age\": [0, 16]}")
      guard let place = RecipeFields.placeNames.first(where: { $0.name == word })?.place else {
        throw node.mismatch("a place")
      }
      self = place
    }
    let isOfDeleted = self == .latestDeleted || self == .earliestDeleted
    guard isOfDeleted == ofDeleted else {
      throw node.failure(
        ofDeleted
          ? "must be 'latestDeleted' or 'earliestDeleted' in a resurrection"
          : "is of deleted items, which only a 'resurrect' takes")
    }
  }

  private static func ends(
    _ node: RecipeNode, limit: Int
  ) throws(RecipeFault) -> (from: Int, to: Int) {
    let ends = try node.integers(count: 2...2, in: 0...limit)
    guard ends[0] < ends[1] else {
      throw node.failure(
        "must rise from the first to the second number, but \(ends[0]) >= \(ends[1])")
    }
    return (ends[0], ends[1])
  }
}

extension StepScript.Destination {
  fileprivate init(
    _ node: RecipeNode, ofDeleted: Bool, _ context: ScriptContext
  ) throws(RecipeFault) {
    guard case .object = node.value else {
      let word = try node.word(
        of: RecipeFields.destinationNames.map(\.name), or: "an object as in {\"beside\": \"head\"}")
      guard let destination = RecipeFields.destinationNames.first(where: { $0.name == word }) else {
        throw node.mismatch("a destination")
      }
      guard destination.destination != .unchanged || ofDeleted else {
        throw node.failure("is 'unchanged', which only a 'resurrect' takes")
      }
      self = destination.destination
      return
    }
    let (name, parameter) = try node.variant(RecipeFields.destinationFields)
    switch name {
    case "beside": self = .beside(try StepScript.Place(parameter, ofDeleted: false))
    case "tied": self = .tied(try StepScript.Place(parameter, ofDeleted: false))
    case "backdated": self = .backdated(try parameter.integer(in: StepScript.delayRange))
    case "ahead": self = .ahead(try parameter.integer(in: StepScript.delayRange))
    default:
      guard context.hasScore else { throw parameter.failure("needs a 'score' in the churn") }
      self = .votes(try parameter.integer(in: 1...65_535))
    }
  }
}

extension StepScript.Reader {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.reader)
    self.init(
      pageSize: try members["pageSize"].integer(in: 1...1000),
      eventsPerFetch: try members["eventsPerFetch"].integer(in: 1...1_000_000),
      method: try members["method"].choice(of: Method.self))
  }
}

extension StepScript.InitialStatus {
  fileprivate init(_ node: RecipeNode, statusCount: Int) throws(RecipeFault) {
    let members = try node.members(RecipeFields.initialStatus)
    let shares = members["snapshotPermille"]
    self.init(
      inserted: try members["inserted"].integer(in: 0...statusCount - 1),
      snapshotPermille: try shares.integers(
        count: statusCount...statusCount, in: RecipeNode.permille))
    let sum = snapshotPermille.reduce(0, +)
    guard sum == 1000 else { throw shares.failure("must sum to 1000, not \(sum)") }
  }
}

extension StepScript.Score {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.score)
    self.init(
      halfLifeMicroseconds: try members["halfLifeMicroseconds"].integer(
        in: 65_536...2_592_000_000_000),
      snapshotVotes: try members["snapshotVotes"].integer(in: 0...65_535))
  }
}
