import ListText

extension RecipeChurn {
  /// Reads a recipe's churn, which has statuses numbered below `statusCount`.
  init(_ node: RecipeNode, statusCount: Int) throws(RecipeFault) {
    guard case .object = node.value else { throw node.mismatch("an object") }
    guard node.value["kind"] != nil else {
      throw node.failure("lacks 'kind', which is 'epochs' or 'steps'")
    }
    let kind = try node.member("kind").word(of: RecipeFields.churnKinds)
    self =
      kind == "epochs"
      ? .epochs(try EpochShape.shapes(node))
      : .steps(try StepScript(node, statusCount: statusCount))
  }
}

// MARK: - Epochs

extension EpochShape {
  /// The accepted numbers of shapes, and of the quotas of one.
  static let shapeCountRange = 1...16
  static let quotaCountRange = 0...64
  /// The accepted lags of young quotas, multiples of old ones and least old lags.
  static let lagRange = 1...4096
  static let factorRange = 1...64
  /// The accepted numbers of changes of one kind.
  static let changeRange = 0...SmallPermutation.countLimit

  fileprivate static func shapes(_ node: RecipeNode) throws(RecipeFault) -> [EpochShape] {
    let list = try node.members(RecipeFields.epochs)["shapes"]
    var shapes: [EpochShape] = []
    for element in try list.elements(shapeCountRange) { shapes.append(try EpochShape(element)) }
    guard let last = shapes.last else { return [] }
    let cost = ChurnTables(shape: last, oldLag: last.minimumOldLag).snapshotCost
    guard cost <= 1 else {
      throw list.element(shapes.count - 1).failure(
        "is the last shape and must be one that a single item can pay for, but it needs \(cost); "
          + "add a shape whose quotas hit one item when it is one epoch old, or none")
    }
    return shapes
  }

  private init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.shape)
    inserts = try members["inserts"].integer(in: 1...SmallPermutation.countLimit)
    minimumOldLag = try members["minimumOldLag"].integer(in: Self.lagRange)
    let list = members["quotas"]
    var quotas: [Quota] = []
    for element in try list.elements(Self.quotaCountRange) { quotas.append(try Quota(element)) }
    self.quotas = quotas
    guard eventCount <= SmallPermutation.countLimit else {
      throw node.failure(
        "has epochs of \(eventCount) events; accepted are 1...\(SmallPermutation.countLimit)")
    }
    for stratum in Stratum.allCases { try check(stratum, list) }
  }

  /// Checks that a stratum's quotas ascend by age and take no more than there is.
  private func check(_ stratum: Stratum, _ list: RecipeNode) throws(RecipeFault) {
    let size = size(of: stratum)
    let source = stratum == .inserted ? "inserts" : "moves"
    var removed = 0
    var lastLag = 0
    for (index, quota) in quotas.enumerated() where quota.stratum == stratum {
      let node = list.element(index)
      let lag =
        switch quota.age {
        case .young(let epochs): epochs
        case .old(let factor): factor * minimumOldLag
        }
      guard lag > lastLag else {
        throw node.member("age").failure(
          "is \(lag) epochs at the least, but must be more than the \(lastLag) of the "
            + "\(stratum.name) quota before it; order quotas by age, or raise minimumOldLag")
      }
      lastLag = lag
      removed += quota.deletes + quota.moves
      guard removed <= size else {
        throw node.member(quota.deletes > 0 ? "deletes" : "moves").failure(
          "takes \(removed) of a cohort by then, but an epoch \(source) only \(size); accepted are "
            + "0...\(size - removed + quota.deletes + quota.moves) here")
      }
      guard quota.updates <= size - removed else {
        throw node.member("updates").failure(
          "is \(quota.updates), but only \(size - removed) of a cohort are left by then; accepted "
            + "are 0...\(size - removed)")
      }
    }
  }
}

extension EpochShape.Quota {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.quota)
    let names = EpochShape.Stratum.allCases.map(\.name)
    stratum = try members["stratum"].word(of: names) == "moved" ? .moved : .inserted
    let (kind, count) = try members["age"].variant(RecipeFields.ages)
    age =
      kind == "young"
      ? .young(try count.integer(in: EpochShape.lagRange))
      : .old(try count.integer(in: EpochShape.factorRange))
    deletes = try members["deletes"].integer(in: EpochShape.changeRange)
    moves = try members["moves"].integer(in: EpochShape.changeRange)
    updates = try members["updates"].integer(in: EpochShape.changeRange)
    guard stratum == .inserted || moves == 0 else {
      throw members["moves"].failure("must be 0 in moved slots, as an item moves once at most")
    }
  }
}
