import ListCore
import ListSource

/// Drives a source by random requests of every kind under churn, and compares each answer with the model.
///
///     var contract = try SourceContract(source, holding: ListModel(rows), seed: .seed(42))
///     try contract.run(steps: 1_000)
///
/// The source holds the model's rows before and is nobody else's. Each step applies a batch of changes that fit, then
/// asks for some pages, windows, totals and changes, and now and then for what must be refused. All
/// randomness is from the seed, which every failure names: LONGLIST_TEST_SEED repeats it.
package struct SourceContract {
  /// What a source may do its own way.
  package struct Promise: Sendable {
    /// The largest id that the source takes; above, it answers `idOutOfRange`.
    package var largestID: UInt64 = .max
    /// The changes that it keeps at least; asked for older ones, it may answer `changesGone`.
    package var keptChanges = Int.max
    /// What its cursors are made with; nil leaves out those of other lists.
    package var cursors: (identity: DatasetIdentity, authenticator: any CursorAuthenticator)?
    /// Whether changes can be applied.
    package var isWritable = true

    package init() {}
  }

  /// Where the changes come from.
  package enum Churn: Sendable {
    /// Random ones that the model makes up.
    case random
    #if canImport(ListFixtures)
      /// A generated list's events, then random ones.
      case events(EventStream)
    #endif
  }

  let source: any ListSource
  package internal(set) var model: ListModel
  let promise: Promise
  var churn: Churn
  package let seed: UInt64
  var random: SeededRandom
  var page = Page()
  var batch = ChangeBatch()
  /// Cursors of pages that were fetched some time ago, and what they mean.
  var keptCursors: [KeptCursor] = []
  var step = 0
  /// Pages compared so far.
  package internal(set) var pageCount = 0
  /// Pages by the cursor of a row that was gone.
  package internal(set) var deletedCursorCount = 0
  /// Reads of changes that were refused as gone.
  package internal(set) var changesGoneCount = 0

  struct KeptCursor {
    var cursor: Cursor
    var entry: ListEntry
    var direction: Direction
  }

  /// Makes a contract with a source that holds the model's rows.
  package init(
    _ source: any ListSource, holding model: ListModel, promise: Promise = Promise(),
    churn: Churn = .random, seed: UInt64
  ) {
    self.source = source
    self.model = model
    self.promise = promise
    self.churn = churn
    self.seed = seed
    random = SeededRandom(state: seed)
  }

  /// Runs some steps of about 10 pages each.
  ///
  /// - Throws: `ContractFailure` at the first answer that is not the model's.
  package mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      step += 1
      if promise.isWritable {
        let most = random.next(below: 4) == 0 ? 60 : 12
        try applyChanges(1 + random.next(below: most))
      }
      try checkNumbers()
      for _ in 0..<5 { try checkPage() }
      for _ in 0..<3 { try checkKeptCursor() }
      try checkWindow()
      try checkWindow()
      try checkEntry()
      try checkChanges()
      if random.next(below: 4) == 0 { try checkRefusals() }
      if promise.isWritable, random.next(below: 4) == 0 { try checkBadBatches() }
    }
  }

  // MARK: - Changes

  /// Applies some changes to the source and to the model.
  package mutating func applyChanges(_ count: Int) throws {
    let changes = nextEvents(count) ?? model.churn(count, &random)
    try attempt("apply \(changes.elements.count) changes") { try source.apply(changes) }
  }

  /// The next events of a generated list, which the model takes too; nil where there are none.
  private mutating func nextEvents(_ count: Int) -> ChangeBatch? {
    #if canImport(ListFixtures)
      guard case .events(var stream) = churn else { return nil }
      let events = stream.next(count)
      if events.elements.isEmpty { return nil }
      churn = .events(stream)
      model.apply(events)
      return events
    #else
      return nil
    #endif
  }

  // MARK: - Reporting

  /// Throws unless a condition holds.
  func expect(_ isMet: Bool, _ text: @autoclosure () -> String) throws(ContractFailure) {
    if !isMet { throw failure(text()) }
  }

  /// Throws unless two values are equal.
  func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, _ text: @autoclosure () -> String
  ) throws(ContractFailure) {
    if value != expected { throw failure("\(text()): \(value), not \(expected)") }
  }

  func failure(_ text: String) -> ContractFailure {
    ContractFailure("\(text) (seed \(seed), step \(step))")
  }

  /// What a body returns; its error is a failure.
  func attempt<Result>(_ text: @autoclosure () -> String, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch {
      throw failure("\(text()): \(error)")
    }
  }

  /// The code of the error that a body throws.
  func code(_ text: @autoclosure () -> String, _ body: () throws -> Void) throws -> SourceError.Code
  {
    do {
      try body()
    } catch let error as SourceError {
      try expect(!error.message.isEmpty, "\(text()): an error without a message")
      return error.code
    }
    throw failure("\(text()): no error")
  }
}

/// Where a source differs from the model.
package struct ContractFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
