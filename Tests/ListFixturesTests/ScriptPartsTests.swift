import ListCore
import Testing

@testable import ListFixtures

/// The parts that scripted lists are made of.
struct ScriptPartsTests {
  private let seed = SeedKey(seed: 5, recipe: "parts")

  @Test
  func popularityFallsLikeZipfsLaw() {
    for (growthBits, growth) in [(1, 2), (2, 4), (4, 16)] {
      var popularity = ScriptPopularity(snapshot: Array(0..<6000), seed: seed)
      var hits = [Int](repeating: 0, count: 6000)
      for _ in 0..<1 << 15 { hits[popularity.next(growthBits: growthBits)] += 1 }
      var (first, size, share) = (0, 1, 1 << 14)
      while first + size < 6000 {
        #expect(hits[first..<first + size].reduce(0, +) == share, "growth \(growth), from \(first)")
        let span = share / size
        #expect(hits[first..<first + size].allSatisfy { (span...span + 1).contains($0) })
        (first, size, share) = (first + size, size * growth, share / 2)
      }
    }
  }

  @Test
  func popularityKeepsExactlyTheLiveItems() {
    var popularity = ScriptPopularity(snapshot: Array(0..<5), seed: seed)
    popularity.remove(0)
    popularity.remove(4)
    popularity.insert(5)
    popularity.remove(2)
    popularity.insert(0)
    popularity.remove(3)
    var seen: Set<Int> = []
    for _ in 0..<200 { seen.insert(popularity.next(growthBits: 1)) }
    #expect(seen == [0, 1, 5])
  }

  @Test
  func everyVoteRaisesTheScoreAndDoublingIsWorthAHalfLife() {
    for halfLife in [1_000_000, 21_600_000_000, 1 << 44] {
      let score = ScriptScore(.init(halfLifeMicroseconds: halfLife, snapshotVotes: 0))
      var last = Int64.min
      for votes in 0...ScriptScore.voteLimit {
        let key = score.key(birth: 1 << 50, votes: votes)
        if key <= last { Issue.record("\(votes) votes") }
        last = key
      }
      #expect(last == 1 << 50)
      for votes in [0, 1, 3, 100, 20_000] {
        let doubled = score.key(birth: 0, votes: 2 * votes + 1)
        #expect(abs(doubled - score.key(birth: 0, votes: votes) - Int64(halfLife)) <= 1)
      }
    }
    // log2(3) and log2(1 + 1/64) in units of 2^-32, from a table of logarithms.
    #expect(abs(ScriptScore.logarithm(ofVotes: 2) - 6_807_362_106) <= 32)
    #expect(abs(ScriptScore.logarithms[1] - 96_069_024) <= 32)
  }

  @Test
  func plansKeepRunsTogetherAndDifferByEpoch() {
    let script = StepScript(
      steps: [.init(30, .insert(.newest)), .init(20, .delete(.tail))], isShuffled: true)
    var plan = ScriptPlan(script, seed: seed)
    var orders: Set<String> = []
    for epoch in 1...20 {
      plan.draw(epoch: epoch)
      #expect(plan.runs.count == 50)
      let runs = plan.runs.map { Int($0.step) * 100 + Int($0.number) }
      #expect(Set(runs) == Set(Array(0..<30) + Array(100..<120)))
      orders.insert("\(runs)")
    }
    #expect(orders.count == 20)
    plan.draw(epoch: 7)
    #expect(orders.contains("\(plan.runs.map { Int($0.step) * 100 + Int($0.number) })"))
  }

  @Test
  func familiesAreNeighboursInBirth() {
    for order in ListOrder.allCases {
      var members: [Int: Set<Int>] = [:]
      for number in 0..<44 {
        let family = ScriptFamily(of: number, childCount: 3, itemCount: 22, order: order)
        members[family.parent, default: []].insert(number)
        let all = Set([family.parent] + (0..<3).map { family.child($0) })
        #expect(all.contains(number))
        let isCut = (20..<24).contains(number) && number < 22
        #expect(family.isBorn(itemCount: 22, born: 40) == (!isCut && number < 38))
      }
      #expect(members.count == 12)
    }
  }

  // MARK: - Problems

  @Test
  func problemsSayWhereAndWhatIsAccepted() {
    typealias Step = StepScript.Step
    let good = Step(1, .insert(.newest))
    func path(
      _ steps: [Step], _ statusCount: Int = 3, _ change: (inout StepScript) -> Void = { _ in }
    ) -> String? {
      var script = StepScript(steps: steps)
      change(&script)
      return script.problem(statusCount: statusCount)?.path
    }
    #expect(path([good]) == nil)
    #expect(path([]) == "steps")
    #expect(path([good, Step(0, .insert(.newest))]) == "steps[1].count")
    #expect(path([Step(count: 1, actions: [])]) == "steps[0].actions")
    #expect(path([Step(2500, .insert(.newest)), Step(2000, .update(.head))]) == "steps")
    #expect(path([good, Step(2, .delete(.head))]) == "steps")
    #expect(path([Step(1, .insert(.unchanged))]) == "steps[0].actions[0].destination")
    #expect(
      path([Step(1, .insert(.beside(.recent(0))))]) == "steps[0].actions[0].destination.beside")
    #expect(path([Step(1, .insert(.backdated(0)))]) == "steps[0].actions[0].destination")
    #expect(path([Step(1, .insert(.votes(3)))]) == "steps[0].actions[0].destination")
    #expect(path([good, Step(1, .cascade(.head))]) == "steps[1].actions[0].operation")
    #expect(path([Step(1, .resurrect(.head))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.latestDeleted))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.region(from: 5, to: 5)))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.age(from: -1, to: 5)))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.popular(growth: 3)))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.boundary(2000)))]) == "steps[0].actions[0].victim")
    #expect(path([Step(1, .update(.head, .init()))]) == "steps[0].actions[0].edit")
    let status = Step(1, .update(.head, .init(status: .set(3))))
    #expect(path([status]) == "steps[0].actions[0].edit.status")
    let first = StepScript.InitialStatus(inserted: 0, snapshotPermille: [1000])
    #expect(path([status], 3) { $0.initialStatus = first } == "steps[0].actions[0].edit.status")
    #expect(path([status], 4) { $0.initialStatus = first } == nil)
    #expect(
      path([good]) { $0.initialStatus = .init(inserted: 3, snapshotPermille: [1000]) }
        == "initialStatus.inserted")
    #expect(
      path([good]) { $0.initialStatus = .init(inserted: 0, snapshotPermille: [999]) }
        == "initialStatus.snapshotPermille")
    #expect(path([good]) { $0.reader.pageSize = 0 } == "reader.pageSize")
    #expect(path([good]) { $0.reader.eventsPerFetch = 0 } == "reader.eventsPerFetch")
    #expect(path([good]) { $0.childCount = 65 } == "childCount")
    #expect(path([good]) { $0.keyResolutionMicroseconds = 0 } == "keyResolutionMicroseconds")
    #expect(
      path([good]) { $0.score = .init(halfLifeMicroseconds: 999_999, snapshotVotes: 0) }
        == "score.halfLifeMicroseconds")
    #expect(
      path([good]) { $0.score = .init(halfLifeMicroseconds: 1_000_000, snapshotVotes: 65_536) }
        == "score.snapshotVotes")
    #expect(ScriptTraits(hiddenPermille: 1001).problem?.path == "hiddenPermille")
    #expect(ScriptTraits(hiddenRun: 0).problem?.path == "hiddenRun")
    #expect(ScriptTraits(nullKeyPermille: -1).problem?.path == "nullKeyPermille")
    #expect(
      ScriptTraits(identity: .extremes(unsignedPermille: 1001)).problem?.message
        == "must be in 0...1000, not 1001")
  }

  @Test
  func aListRefusesAScriptWithAProblem() throws {
    let sample = ScriptRecipe(
      name: "empty", script: StepScript(steps: [.init(1, .delete(.head))]))
    let error = #expect(throws: FixtureError.self) { try sample.list(items: 5, events: 5) }
    #expect(error?.code == .invalidScript)
    #expect(
      error?.message
        == "empty: steps delete 1 items an epoch and insert 0: the list would run empty; delete at "
        + "most as many as are inserted")
  }
}
