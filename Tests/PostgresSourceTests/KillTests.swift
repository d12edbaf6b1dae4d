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

/// SIGKILL of the writer and of the server in mid-load and in mid-change: nothing is lost, nothing doubled.
///
/// LONGLIST_TEST_KILLS sets how many of each, 3 without it.
@Suite(.needsPostgres, .serialized) struct KillTests {
  private static let kills = getenv("LONGLIST_TEST_KILLS").flatMap { Int(String(cString: $0)) } ?? 3

  /// A server whose commits wait for the disk.
  private static let cluster = Result { try PrivateCluster() }

  /// Loads the dataset of a generation in place of the last one, then changes it until somebody ends it.
  private static func write(_ generation: UInt64, to address: String) throws {
    var life = Life(generation)
    try load(
      life.model.rows, into: address, list: "list",
      identity: DatasetIdentity(digest: identity.digest, generation: generation), replacing: true)
    let source = try PostgresSource(address, "list", isWritable: true)
    while true { try source.apply(life.next()) }
  }

  /// The batches of a generation, the same at every run.
  private struct Life {
    var model: ListModel
    private var random: SeededRandom

    init(_ generation: UInt64) {
      model = ListModel(.spread(10_000 + Int(generation)))
      random = SeededRandom(state: generation)
    }

    mutating func next() -> ChangeBatch {
      let batch = model.churn(1 + random.next(below: 300), &random)
      return ChangeBatch(
        batch.modelChanges.map { ModelChange($0.change, text: $0.text.map(withoutNUL)) })
    }
  }

  /// What was found after a kill.
  private struct Found: Equatable {
    var generation: UInt64
    var sequence: UInt64
  }

  private static func open(_ address: String) throws(SourceError) -> PostgresSource? {
    do {
      return try PostgresSource(address, "list")
    } catch {
      if error.message.hasPrefix("no dataset") { return nil }
      throw error
    }
  }

  /// Compares the list with a generation's life up to its sequence number; nil when there is none.
  private static func check(_ address: String) throws -> Found? {
    guard let source = try open(address) else { return nil }
    let found = Found(generation: source.identity.generation, sequence: try source.sequence())
    var life = Life(found.generation)
    while life.model.sequence < found.sequence { _ = life.next() }
    try #require(life.model.sequence == found.sequence, "a batch was torn")
    let expected = withoutNUL(life.model.rows)
    try #require(try source.count() == expected.count)
    try #require(try source.countByScan() == expected.count)
    var page = Page()
    var rows: [ModelRow] = []
    repeat {
      try source.fill(&page, with: PageRequest(.offset(rows.count), limit: 10_000))
      rows += page.modelRows
    } while !page.rows.isEmpty
    try #require(rows == expected, "rows differ")
    var batch = ChangeBatch()
    try source.fill(&batch, after: 0, limit: ChangeBatch.maximumCount)
    try #require(batch.elements.map(\.change) == life.model.log.map(\.change))
    return found
  }

  @Test func aKilledWriterLosesAndDoublesNothing() async throws {
    let address = try Self.cluster.get().address()
    var random = SeededRandom(state: SeededRandom.seed(21))
    var last: Found?
    var (changed, kept) = (0, 0)
    for generation in 1...UInt64(Self.kills) {
      let delay = UInt32(random.next(below: 1_500_000))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [address = address as String, generation = generation as UInt64, delay = delay as UInt32] in
        _ = try Helper(after: delay) { kill(getpid(), SIGKILL) }
        try Self.write(generation, to: address)
      }
      let found = try await Self.settled(address)
      if let last, found == last { kept += 1 }
      if let found, found.generation == generation, found.sequence > 0 { changed += 1 }
      if found?.generation != generation { #expect(found == last, "generation \(generation)") }
      last = found
    }
    print("\(Self.kills) writers killed: \(kept) in mid-load, \(changed) among changes")
  }

  /// The server notices a dead writer within moments: checks until two answers are equal.
  private static func settled(_ address: String) async throws -> Found? {
    var last = try check(address)
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(100))
      let next = try check(address)
      if next == last { return next }
      last = next
    }
    return last
  }

  @Test func aKilledServerLosesAndDoublesNothing() throws {
    let cluster = try Self.cluster.get()
    let address = cluster.address()
    var random = SeededRandom(state: SeededRandom.seed(22))
    var last = try Self.check(address)
    var (changed, kept, unknown) = (0, 0, 0)
    for number in 1...UInt64(Self.kills) {
      let generation = 1_000 + number
      let killer = try Helper(after: UInt32(random.next(below: 1_500_000))) { cluster.crash() }
      let error = try sourceError { try Self.write(generation, to: address) }
      #expect(
        [.connectionLost, .commitUnknown, .cannotOpen].contains(error.code), "\(error)")
      if error.code == .commitUnknown { unknown += 1 }
      try killer.wait()
      try cluster.restart()
      let found = try Self.check(address)
      if let last, found == last { kept += 1 }
      if let found, found.generation == generation, found.sequence > 0 { changed += 1 }
      if found?.generation != generation { #expect(found == last, "generation \(generation)") }
      last = found
    }
    print(
      "\(Self.kills) servers killed: \(kept) in mid-load, \(changed) among changes, \(unknown) commits unknown"
    )
  }
}
