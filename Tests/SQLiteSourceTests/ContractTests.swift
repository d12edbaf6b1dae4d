import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// The contract of every source, kept by every shape and form that answers all of it.
@Suite struct ContractTests {
  /// Shapes and forms, each once: the contract asks in both directions.
  static let designs = SQLiteDesign.right.filter { design in
    design.direction == .older && !DesignTests.narrow.contains(design)
  }

  private func contract(
    _ rows: [ModelRow], _ design: SQLiteDesign = SQLiteDesign(.cursor), changeLimit: Int = 300,
    sequence: UInt64 = 7, churn: SourceContract.Churn = .random, in folder: TemporaryFolder,
    seed: UInt64
  ) throws -> SourceContract {
    var layout = design.layout
    layout.changeLimit = changeLimit
    try load(
      rows, into: folder.file("list"), layout: layout, sequence: sequence, replacing: true)
    let source = try SQLiteSource(withoutSync: folder.file("list"), form: design.form)
    var promise = SourceContract.Promise()
    promise.largestID = UInt64(Int64.max)
    promise.keptChanges = changeLimit
    promise.cursors = (identity, try HMACAuthenticator(secret: secret))
    promise.isWritable = !layout.isFrozen
    return SourceContract(
      source, holding: ListModel(rows, sequence: sequence), promise: promise, churn: churn,
      seed: seed)
  }

  @Test(arguments: designs)
  func everyAnswerEqualsTheModelUnderChurn(design: SQLiteDesign) throws {
    let seed = SeededRandom.seed(42)
    var random = SeededRandom(state: seed)
    let folder = try TemporaryFolder()
    let rows: [ModelRow] = .hostile(4_000, largestID: UInt64(Int64.max), &random)
    var contract = try contract(rows, design, in: folder, seed: seed)
    try contract.run(steps: randomPageCount * 9 / 100)
    #expect(contract.pageCount > randomPageCount)
    #if !DEBUG
      if !design.layout.isFrozen { #expect(contract.deletedCursorCount > 200) }
      if !design.layout.isFrozen { #expect(contract.changesGoneCount > 50) }
    #endif
  }

  @Test(arguments: [0, 1, 3, 20], SQLiteDesign.shapes)
  func shortListsEqualTheModel(rows: Int, shape: TableShape) throws {
    let seed = SeededRandom.seed(UInt64(rows))
    let folder = try TemporaryFolder()
    // The numbers of the changes pass 2^63, where SQLite's integers end.
    var contract = try contract(
      .spread(rows), SQLiteDesign(.cursor, shape), changeLimit: 3,
      sequence: UInt64(Int64.max) - 50, in: folder, seed: seed)
    try contract.run(steps: 20)
    #expect(contract.model.sequence > UInt64(Int64.max))
  }

  @Test func bucketsOfAShortListEqualTheModel() throws {
    let folder = try TemporaryFolder()
    var contract = try contract(
      .spread(20), SQLiteDesign(.bucketCounts), in: folder, seed: SeededRandom.seed(4))
    try contract.run(steps: 40)
  }

  @Test func aGeneratedListAndItsEventsEqualTheModel() throws {
    let seed = SeededRandom.seed(11)
    let folder = try TemporaryFolder()
    let stream = try EventStream(items: 2_000, events: 1_000, seed: seed)
    var contract = try contract(
      stream.rows, sequence: 0, churn: .events(stream), in: folder, seed: seed)
    try contract.run(steps: 40)
    #expect(contract.model.sequence > 300)
  }

  @Test(arguments: [7, 1_000], SQLiteDesign.shapes)
  func walksMeetEveryRowOnce(limit: Int, shape: TableShape) throws {
    var random = SeededRandom(state: 5)
    let folder = try TemporaryFolder()
    let rows: [ModelRow] = .hostile(2_000, largestID: UInt64(Int64.max), &random)
    var contract = try contract(rows, SQLiteDesign(.cursor, shape), in: folder, seed: 5)
    try contract.walk(limit: limit)
    try contract.walkUnderChurn(limit: max(50, limit), changes: 5)
  }
}
