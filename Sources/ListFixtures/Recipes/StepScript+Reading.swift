import ListText

extension StepScript {
  /// Reads a script of a recipe that has statuses numbered below `statusCount`.
  ///
  /// Types and names are checked on the way, ranges and contradictions by `problem` at the end.
  init(_ node: RecipeNode, statusCount: Int) throws(RecipeFault) {
    let members = try node.members(RecipeFields.steps)
    var steps: [Step] = []
    for element in try members["steps"].elements(1...64) { steps.append(try Step(element)) }
    self.init(
      steps: steps, isShuffled: try members["isShuffled"].bool(),
      reader: try Reader(members["reader"]), childCount: try members["childCount"].integer(),
      keyResolutionMicroseconds: try members["keyResolutionMicroseconds"].integer())
    if let node = members["initialStatus"].optional { initialStatus = try InitialStatus(node) }
    if let node = members["score"].optional { score = try Score(node) }
    if let problem = problem(statusCount: statusCount) {
      throw RecipeFault(path: node.path.below(problem.path), what: problem.message)
    }
  }
}

extension RecipePath {
  /// A path that goes on as a text says: `steps[2].actions[0].victim`.
  fileprivate func below(_ text: String) -> RecipePath {
    var path = self
    for part in text.split(separator: ".") {
      for (place, word) in part.split(separator: "[").enumerated() {
        if place == 0 {
          path = path.member(String(word))
        } else if let index = Int(word.dropLast()) {
          path = path.element(index)
        }
      }
    }
    return path
  }
}

extension StepScript.Step {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.step)
    var actions: [StepScript.Action] = []
    for element in try members["actions"].elements(1...8) {
      actions.append(try StepScript.Action(element))
    }
    self.init(count: try members["count"].integer(), actions: actions)
  }
}

extension StepScript.Action {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    guard case .object = node.value else { throw node.mismatch("an object") }
    guard node.value["operation"] != nil else {
      throw node.failure("lacks 'operation'; every field must be there")
    }
    let operation = try node.member("operation").choice(of: StepScript.Operation.self)
    let members = try node.members(RecipeFields.action(operation))
    self.init(operation)
    if operation != .insert { victim = try StepScript.Place(members["victim"]) }
    switch operation {
    case .insert, .move, .resurrect:
      destination = try StepScript.Destination(members["destination"])
    case .update: edit = try StepScript.Edit(members["edit"])
    case .delete, .cascade: break
    }
  }
}

extension StepScript.Edit {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.edit)
    self.init(content: try members["content"].bool())
    if let hidden = members["hidden"].optional { isHidden = try hidden.bool() }
    guard let status = members["status"].optional else { return }
    if case .integer = status.value {
      self.status = .set(try status.integer())
    } else {
      _ = try status.word(of: ["next"], or: "a status's number")
      self.status = .next
    }
  }
}

extension StepScript.Place {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    guard case .object = node.value else {
      let names = RecipeFields.placeNames
      let word = try node.word(
        of: names.map(\.name), or: "an object as in {\"age\": [0, 16]}")
      guard let found = names.first(where: { $0.name == word }) else {
        throw node.mismatch("a place")
      }
      self = found.place
      return
    }
    let (name, parameter) = try node.variant(RecipeFields.placeFields)
    switch name {
    case "region":
      let (from, to) = try Self.ends(parameter)
      self = .region(from: from, to: to)
    case "age":
      let (from, to) = try Self.ends(parameter)
      self = .age(from: from, to: to)
    case "boundary": self = .boundary(try parameter.integer())
    case "popular": self = .popular(growth: try parameter.integer())
    default: self = .recent(try parameter.integer())
    }
  }

  private static func ends(_ node: RecipeNode) throws(RecipeFault) -> (from: Int, to: Int) {
    let ends = try node.integers(count: 2...2)
    return (ends[0], ends[1])
  }
}

extension StepScript.Destination {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    guard case .object = node.value else {
      let names = RecipeFields.destinationNames
      let word = try node.word(
        of: names.map(\.name), or: "an object as in {\"beside\": \"head\"}")
      guard let found = names.first(where: { $0.name == word }) else {
        throw node.mismatch("a destination")
      }
      self = found.destination
      return
    }
    let (name, parameter) = try node.variant(RecipeFields.destinationFields)
    switch name {
    case "beside": self = .beside(try StepScript.Place(parameter))
    case "tied": self = .tied(try StepScript.Place(parameter))
    case "backdated": self = .backdated(try parameter.integer())
    case "ahead": self = .ahead(try parameter.integer())
    default: self = .votes(try parameter.integer())
    }
  }
}

extension StepScript.Reader {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.reader)
    self.init(
      pageSize: try members["pageSize"].integer(),
      eventsPerFetch: try members["eventsPerFetch"].integer(),
      method: try members["method"].choice(of: Method.self))
  }
}

extension StepScript.InitialStatus {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.initialStatus)
    self.init(
      inserted: try members["inserted"].integer(),
      snapshotPermille: try members["snapshotPermille"].integers(count: 1...16, in: 0...1000))
  }
}

extension StepScript.Score {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.score)
    self.init(
      halfLifeMicroseconds: try members["halfLifeMicroseconds"].integer(),
      snapshotVotes: try members["snapshotVotes"].integer())
  }
}
