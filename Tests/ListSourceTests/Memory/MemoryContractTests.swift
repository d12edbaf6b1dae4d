import ListCore
import ListSource
import TestSupport
import Testing

/// The source in memory against the model.
@Suite struct MemoryContractTests {
  private func contract(
    _ rows: [ModelRow], changeCapacity: Int = 100_000, sequence: UInt64 = 0,
    churn: SourceContract.Churn = .random, seed: UInt64
  ) throws -> (SourceContract, MemorySource) {
    var options = MemorySource.Options()
    options.changeCapacity = changeCapacity
    let source = try MemorySource.holding(rows, sequence: sequence, options: options)
    var promise = SourceContract.Promise()
    promise.keptChanges = changeCapacity
    promise.cursors = (testIdentity, TestAuthenticator(secret: 1))
    return (
      SourceContract(
        source, holding: ListModel(rows, sequence: sequence), promise: promise, churn: churn,
        seed: seed), source
    )
  }

  /// 10,000 random pages under churn, with ties of thousands, keys and ids at both ends.
  @Test func everyAnswerEqualsTheModelUnderChurn() throws {
    let seed = SeededRandom.seed(42)
    var random = SeededRandom(state: seed)
    let rows: [ModelRow] = .hostile(4_000, largestID: .max, &random)
    var (contract, source) = try contract(rows, changeCapacity: 500, sequence: 7, seed: seed)
    try contract.run(steps: 900)
    #expect(contract.pageCount > 10_000)
    #expect(contract.deletedCursorCount > 200)
    #expect(contract.changesGoneCount > 50)
    source.checkInvariants()
  }

  @Test(arguments: [0, 1, 3, 20]) func shortListsEqualTheModel(rows: Int) throws {
    let seed = SeededRandom.seed(UInt64(rows))
    var (contract, source) = try contract(
      .spread(rows), changeCapacity: 3, sequence: .max - 20_000, seed: seed)
    try contract.run(steps: 150)
    source.checkInvariants()
  }

  #if canImport(ListFixtures)
    @Test func aGeneratedListAndItsEventsEqualTheModel() throws {
      let seed = SeededRandom.seed(11)
      let stream = try EventStream(items: 3_000, events: 4_000, seed: seed)
      var (contract, source) = try contract(stream.rows, churn: .events(stream), seed: seed)
      try contract.run(steps: 200)
      #expect(contract.model.sequence > 2_000)
      source.checkInvariants()
    }
  #endif

  @Test(arguments: [1, 7, 1_000, 10_000]) func walksMeetEveryRowOnce(limit: Int) throws {
    var random = SeededRandom(state: 5)
    let rows: [ModelRow] = .hostile(3_000, largestID: .max, &random)
    var (contract, _) = try contract(rows, seed: 5)
    try contract.walk(limit: limit)
    try contract.walkUnderChurn(limit: max(50, limit), changes: 5)
  }
}
