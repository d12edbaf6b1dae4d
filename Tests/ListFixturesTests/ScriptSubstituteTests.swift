import ListCore
import Testing

@testable import ListFixtures

/// What becomes of an action that has no victim, and of a caller's mistakes.
struct ScriptSubstituteTests {
  typealias Step = StepScript.Step

  /// The first letters of a log's operations; implied ones are capital.
  private func log(
    _ steps: [Step], items: Int, events: Int, childCount: Int = 0,
    order: ListOrder = .newestFirst
  ) throws -> String {
    let sample = ScriptRecipe(
      name: "substitutes", order: order,
      script: StepScript(steps: steps, childCount: childCount))
    let list = try sample.list(items: items, events: events)
    var letters = ""
    list.forEachEvent(1..<events + 1) { event in
      let letter =
        switch event.change.operation {
        case .insert: "i"
        case .delete: "d"
        case .move: "m"
        case .update: "u"
        }
      letters += event.isImplied ? letter.uppercased() : letter
    }
    return letters
  }

  @Test
  func onlyADeleteOfTheLastItemBecomesAnUpdate() throws {
    let steps = [Step(1, .delete(.tail)), Step(1, .insert(.newest))]
    #expect(try log(steps, items: 1, events: 8) == "uidididi")
    #expect(try log(steps, items: 2, events: 8) == "didididi")
    let three = [Step(3, .delete(.head)), Step(3, .insert(.newest))]
    #expect(try log(three, items: 2, events: 12) == "duuiiidddiii")
  }

  @Test
  func aResurrectionOfNobodyBecomesAnUpdate() throws {
    let steps = [
      Step(1, .resurrect(.latestDeleted)), Step(1, .delete(.head)),
      Step(2, .resurrect(.earliestDeleted)),
    ]
    #expect(try log(steps, items: 3, events: 8) == "udiuudiu")
  }

  @Test
  func aCascadeWithoutAFamilyBecomesUpdates() throws {
    let steps = [Step(1, .cascade(.uniform)), Step(4, .insert(.newest))]
    // The snapshot's only family is cut; then one is born, and the rest lives on.
    #expect(try log(steps, items: 3, events: 16, childCount: 3) == "uuuuiiiidDDDiiii")
    // The snapshot's only family is the whole list.
    #expect(try log(steps, items: 4, events: 12, childCount: 3) == "uuuuiiiidDDD")
    #expect(try log(steps, items: 5, events: 4, childCount: 3) == "dDDD")
  }

  @Test
  func aChildThatIsGoneBecomesAnUpdateAlone() throws {
    // Oldest first: the parent is at the head, its first child behind it.
    let steps = [
      Step(1, .delete(.boundary(1))), Step(1, .cascade(.head)), Step(5, .insert(.newest)),
    ]
    #expect(
      try log(steps, items: 8, events: 5, childCount: 3, order: .oldestFirst) == "dduDD")
  }

  @Test
  func aMoveToItsOwnKeyTakesTheNextOne() throws {
    let sample = ScriptRecipe(
      name: "still",
      script: StepScript(steps: [Step(1, .move(.head, to: .tied(.head)))]))
    let alone = try sample.list(items: 1, events: 3)
    let id = alone.event(at: 1).change.id
    let key = try #require(alone.entry(of: id, after: 0)).key.rawValue
    #expect((1...3).map { alone.event(at: $0).change.key.rawValue } == [key - 1, key - 2, key - 3])
    // With a neighbour it takes the neighbour's.
    let pair = try sample.list(items: 2, events: 1)
    let other = try #require(pair.entry(of: pair.state(after: 0).entry(atRank: 1).id, after: 0))
    #expect(pair.event(at: 1).change.key == other.key)
  }

  @Test
  func aRowWithoutAKeyThatMovesToNoKeyGetsOne() throws {
    let sample = ScriptRecipe(
      name: "null", traits: .init(nullKeyPermille: 1000),
      script: StepScript(steps: [Step(1, .move(.tail, to: .null))]))
    let list = try sample.list(items: 1, events: 4)
    #expect((1...4).map { list.event(at: $0).isKeyNull } == [false, true, false, true])
  }

  // MARK: - A caller's mistakes

  @Test
  func sequencesAndRanksOutOfRangeTrap() async {
    await #expect(processExitsWith: .failure) {
      let list = try ScriptRecipe.named("catalog").list(items: 5, events: 5)
      _ = list.liveCount(after: 6)
    }
    await #expect(processExitsWith: .failure) {
      let list = try ScriptRecipe.named("catalog").list(items: 5, events: 5)
      list.forEachItem(0..<6) { _ in }
    }
    await #expect(processExitsWith: .failure) {
      let list = try ScriptRecipe.named("catalog").list(items: 5, events: 5)
      list.forEachEvent(5..<7) { _ in }
    }
    await #expect(processExitsWith: .failure) {
      let list = try ScriptRecipe.named("catalog").list(items: 5, events: 5)
      _ = list.state(after: -1).liveCount
    }
  }
}
