import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every answer of every right form against the model, under churn.
@Suite(.needsPostgres) struct ContractTests {
  /// LONGLIST_TEST_STEPS, of more than 10 pages each, or 60.
  static let steps = getenv("LONGLIST_TEST_STEPS").flatMap { Int(String(cString: $0)) } ?? 60
  static let rightForms = PostgresForm.allCases.filter(\.isRight)

  private func contract(
    _ form: PostgresForm, list: String, keptChanges: Int = PostgresLoader.defaultLogLimit,
    seed: UInt64
  ) throws -> SourceContract {
    let address = try TestServer.shared.address()
    var random = SeededRandom(state: seed)
    let rows = [ModelRow].hostile(1_500, largestID: UInt64(Int64.max), &random)
    try load(withoutNUL(rows), into: address, list: list, sequence: 7, keptChanges: keptChanges)
    let source = try PostgresSource(address, list, form: form, isWritable: true)
    var promise = SourceContract.Promise()
    promise.largestID = UInt64(Int64.max)
    promise.keptChanges = keptChanges
    promise.cursors = (identity, TestAuthenticator())
    return SourceContract(
      NULTolerant(source: source), holding: ListModel(rows, sequence: 7), promise: promise,
      seed: seed)
  }

  @Test(arguments: Self.rightForms)
  func everyAnswerIsTheModels(form: PostgresForm) throws {
    var contract = try contract(form, list: "contract \(form)", seed: SeededRandom.seed(42))
    try contract.run(steps: Self.steps)
    #expect(contract.pageCount > 10 * Self.steps)
    #expect(contract.deletedCursorCount > 0)
  }

  @Test(arguments: Self.rightForms)
  func walksMeetEveryRowOnce(form: PostgresForm) throws {
    var contract = try contract(form, list: "walk \(form)", seed: SeededRandom.seed(5))
    try contract.walk(limit: 97)
    try contract.walk(limit: 10_000)
    try contract.walkUnderChurn(limit: 50, changes: 5)
  }

  @Test func aGeneratedListAndItsEventsEqualTheModel() throws {
    let address = try TestServer.shared.address()
    let stream = try EventStream(items: 2_000, events: 1_500, seed: 11)
    try load(stream.rows, into: address, list: "events")
    let source = try PostgresSource(address, "events", isWritable: true)
    var promise = SourceContract.Promise()
    promise.largestID = UInt64(Int64.max)
    var contract = SourceContract(
      source, holding: ListModel(stream.rows), promise: promise, churn: .events(stream), seed: 11)
    for _ in 0..<8 {
      try contract.applyChanges(150)
      try contract.walk(limit: 500)
    }
    #expect(try source.sequence() == 1_200)
  }

  @Test func aShortLogForgetsOldChanges() throws {
    var contract = try contract(
      .cursor, list: "short log", keptChanges: 20, seed: SeededRandom.seed(6))
    try contract.run(steps: 25)
    #expect(contract.changesGoneCount > 0)
  }

  @Test func aListWithoutRowsAnswersToo() throws {
    let address = try TestServer.shared.address()
    try load([], into: address, list: "empty")
    let source = try PostgresSource(address, "empty", isWritable: true)
    var promise = SourceContract.Promise()
    promise.largestID = UInt64(Int64.max)
    var contract = SourceContract(
      NULTolerant(source: source), holding: ListModel([]), promise: promise,
      seed: SeededRandom.seed(8))
    try contract.run(steps: 20)
  }
}
