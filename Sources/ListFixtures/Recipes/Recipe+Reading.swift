import ListText

extension Recipe {
  /// The largest recipe file, in bytes.
  public static let byteLimit = 1 << 20

  /// Reads a recipe's JSON and checks all of it.
  ///
  /// - Parameter json: At most `byteLimit` bytes of UTF-8.
  /// - Throws: `malformedRecipe` with the byte, the field's path and what is accepted there.
  public init(json: [UInt8]) throws(FixtureError) {
    let bytes = json.span
    guard bytes.count <= Self.byteLimit else {
      throw FixtureError(
        code: .malformedRecipe,
        message: "a recipe has at most \(Self.byteLimit) bytes, not \(bytes.count)",
        byteOffset: Self.byteLimit)
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes)
    } catch {
      throw FixtureError(
        code: .malformedRecipe, message: "not JSON: \(error.message)", byteOffset: error.byteOffset)
    }
    let root = RecipeNode(value: value, path: RecipePath())
    do throws(RecipeFault) {
      try self.init(root)
    } catch {
      throw error.error(byteOffset: error.path.byteOffset(in: bytes))
    }
  }

  /// Reads a recipe from the tree of its JSON.
  ///
  /// - Throws: `malformedRecipe` with the field's path and what is accepted there.
  package init(_ value: JSONValue) throws(FixtureError) {
    do throws(RecipeFault) {
      try self.init(RecipeNode(value: value, path: RecipePath()))
    } catch {
      throw error.error(byteOffset: nil)
    }
  }

  private init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.recipe)
    name = try Self.name(members["name"])
    summary = try members["summary"].line(bytes: 1...200)
    breaks =
      if let breaks = members["breaks"].optional { try breaks.line(bytes: 1...200) } else { nil }
    order = try members["order"].choice(of: ListOrder.self)
    clock = try ClockShape(members["clock"])
    keys = try KeyShape(members["keys"])
    ids = try Self.ids(members["ids"])
    rows = try RowShape(members["rows"])
    churn = try RecipeChurn(members["churn"], statusCount: rows.statuses.count)
    var sources: [String] = []
    for source in try members["sources"].elements(0...32) {
      sources.append(try source.line(bytes: 1...500))
    }
    self.sources = sources
    try checkAgreement(members)
  }

  private static func name(_ node: RecipeNode) throws(RecipeFault) -> String {
    guard case .string(let name) = node.value, (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || isDigit($0)
          || $0 == UInt8(ascii: "-")
      })
    else {
      throw node.mismatch("1...64 letters a-z, digits and '-'")
    }
    guard name != importName else {
      throw node.failure("must not be '\(importName)', which datasets from files are called")
    }
    return name
  }

  /// What the manifests of imported datasets say in a recipe's place.
  package static let importName = "import"

  private static func ids(_ node: RecipeNode) throws(RecipeFault) -> ScriptTraits.Identity {
    if case .object = node.value {
      let share = try node.variant(["extremes"]).node
      return .extremes(unsignedPermille: try share.integer(in: RecipeNode.permille))
    }
    _ = try node.word(of: ["scattered"], or: "an object with 'extremes'")
    return .scattered
  }

  /// Checks what no field says alone.
  private func checkAgreement(_ members: RecipeMembers) throws(RecipeFault) {
    try clock.checkStrictness(members["clock"])
    guard case .epochs = churn else { return }
    if keys.nullPermille > 0 {
      throw members["keys"].member("nullPermille").failure(
        "must be 0 where churn is by epochs: a row without a key needs churn by steps")
    }
    if ids != .scattered {
      throw members["ids"].failure(
        "must be 'scattered' where churn is by epochs: extreme ids need churn by steps")
    }
  }
}

// MARK: - Clock, keys and rows

extension ClockShape {
  init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.clock)
    startMicroseconds = Int64(
      try members["startMicroseconds"].integer(
        in: Int(Self.startRange.lowerBound)...Int(Self.startRange.upperBound)))
    itemGapMicroseconds = try members["itemGapMicroseconds"].integer(in: Self.gapRange)
    eventGapMicroseconds = try members["eventGapMicroseconds"].integer(in: Self.gapRange)
    let quotas = members["hourlyQuotas"]
    hourlyQuotas = try quotas.integers(count: 0...168, in: Self.quotaRange)
    guard [0, 24, 168].contains(hourlyQuotas.count) else {
      throw quotas.failure(
        "must be an array of 0, 24 or 168 elements, not of \(hourlyQuotas.count)")
    }
    guard hourlyQuotas.isEmpty || hourlyQuotas.contains(where: { $0 > 0 }) else {
      throw quotas.failure("must not be 0 in every hour")
    }
    bursts = if let node = members["bursts"].optional { try Bursts(node) } else { nil }
  }

  /// Checks that the clock tells neighbours apart: keys and times must rise by at least 1.
  fileprivate func checkStrictness(_ node: RecipeNode) throws(RecipeFault) {
    let least = Rhythm(hourlyQuotas).leastGap
    for (name, gap) in [
      ("itemGapMicroseconds", itemGapMicroseconds), ("eventGapMicroseconds", eventGapMicroseconds),
    ] {
      let shortest = GapPattern(gap: gap, bursts: bursts, key: 0).shortestGap
      guard shortest < least else { continue }
      let reason =
        hourlyQuotas.isEmpty
        ? "bursts" : bursts == nil ? "hourlyQuotas" : "bursts and hourlyQuotas"
      let accepted = least * (bursts?.speedup ?? 1)
      throw node.member(name).failure(
        "must be in \(accepted)...\(Self.gapRange.upperBound) so that \(reason) keep neighbours apart, "
          + "not \(gap)")
    }
  }
}

extension ClockShape.Bursts {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.bursts)
    permille = try members["permille"].integer(in: Self.permilleRange)
    speedup = try members["speedup"].integer(in: Self.speedupRange)
  }
}

extension KeyShape {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.keys)
    tiePermille = try members["tiePermille"].integer(in: RecipeNode.permille)
    longTiePermille = try members["longTiePermille"].integer(in: RecipeNode.permille)
    longTieLength = try members["longTieLength"].integer(in: Self.longTieLengthRange)
    nullPermille = try members["nullPermille"].integer(in: RecipeNode.permille)
    guard longTieLength.nonzeroBitCount == 1 else {
      throw members["longTieLength"].mismatch("a power of two in 64...4096")
    }
    // Short runs have only so much room between keys that differ.
    let most = min(1000, longTiePermille + TieLayout.shortPermilleLimit)
    guard (longTiePermille...most).contains(tiePermille) else {
      throw members["tiePermille"].failure(
        "must be in \(longTiePermille)...\(most) where 'longTiePermille' is \(longTiePermille), "
          + "not \(tiePermille)")
    }
  }
}

extension RowShape {
  fileprivate init(_ node: RecipeNode) throws(RecipeFault) {
    let members = try node.members(RecipeFields.rows)
    let error = try members["estimateErrorPercent"].integer(in: Self.estimateErrorRange)
    text = try Self.text(members["text"], estimateErrorPercent: error)
    titleWords = try Self.titleWords(members["titleWords"])
    bodyBytes = try Self.bodyBytes(members["bodyBytes"])
    statuses = try Self.statuses(members["statuses"])
    authorCount = try members["authorCount"].integer(in: Self.authorRange)
    ownPermille = try members["ownPermille"].integer(in: RecipeNode.permille)
    replyPermille = try members["replyPermille"].integer(in: RecipeNode.permille)
    imagePermille = try members["imagePermille"].integer(in: RecipeNode.permille)
    hiddenPermille = try members["hiddenPermille"].integer(in: RecipeNode.permille)
    hiddenRun = try members["hiddenRun"].integer(in: Self.hiddenRunRange)
  }

  private static func text(
    _ node: RecipeNode, estimateErrorPercent: Int
  ) throws(RecipeFault) -> TextProfile {
    let names = TextKind.allCases.map(\.rawValue)
    var shares: [(kind: TextKind, permille: Int)] = []
    for (name, share) in try node.some(of: names) {
      let permille = try share.integer(in: RecipeNode.permille)
      if let kind = TextKind(rawValue: name) { shares.append((kind, permille)) }
    }
    let sum = shares.reduce(0) { $0 + $1.permille }
    guard sum == TextProfile.whole else {
      throw node.failure("must have shares that sum to \(TextProfile.whole), not \(sum)")
    }
    return TextProfile(shares, estimateErrorPercent: estimateErrorPercent)
  }

  private static func titleWords(_ node: RecipeNode) throws(RecipeFault) -> ClosedRange<Int> {
    let ends = try node.integers(count: 2...2, in: titleRange)
    guard ends[0] <= ends[1] else {
      throw node.failure("must be the fewest and the most words, but \(ends[0]) > \(ends[1])")
    }
    return ends[0]...ends[1]
  }

  private static func bodyBytes(_ node: RecipeNode) throws(RecipeFault) -> [Int] {
    let lengths = try node.integers(count: bodyLengthCount...bodyLengthCount, in: bodyRange)
    for index in 1..<lengths.count where lengths[index] < lengths[index - 1] {
      let place = RecipeNode(value: .null, path: node.path.element(index))
      throw place.failure(
        "must be in \(lengths[index - 1])...\(bodyRange.upperBound), as lengths ascend, not "
          + "\(lengths[index])")
    }
    return lengths
  }

  private static func statuses(_ node: RecipeNode) throws(RecipeFault) -> [String] {
    var statuses: [String] = []
    for element in try node.elements(statusCountRange) {
      guard case .string(let text) = element.value, statusBytesRange.contains(text.utf8.count),
        text.utf8.allSatisfy({
          isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
            || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        })
      else { throw element.mismatch("1...16 letters, digits, '-' and '_'") }
      statuses.append(text)
    }
    return statuses
  }
}
