import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

/// Batches of changes: all or none, and the one that does not fit is named.
@Suite(.needsPostgres) struct ChangeTests {
  static let rows: [ModelRow] = .spread(1_000)

  private func batch(_ changes: [Change]) -> ChangeBatch {
    var batch = ChangeBatch()
    let text = Array("new".utf8)
    for change in changes {
      if change.operation == .delete || change.operation == .move {
        batch.append(change)
      } else {
        batch.append(change, text: text.span)
      }
    }
    return batch
  }

  private func update(_ sequence: Int, _ entry: ListEntry) -> Change {
    Change(
      sequence: UInt64(sequence), operation: .update, id: entry.id, key: entry.key, version: 2)
  }

  /// A batch takes several round trips; the change that does not fit stands at any place of them.
  @Test func theChangeThatDoesNotFitIsNamedAndNothingIsApplied() throws {
    let address = try TestServer.database("misfits")
    try load(Self.rows, into: address, list: "list")
    let source = try PostgresSource(address, "list", isWritable: true)
    let entry = Self.rows[900].entry
    let otherKey = ListEntry(key: 77_777, id: entry.id)
    let bad: [(Change.Operation, ListEntry)] = [
      (.insert, entry), (.insert, otherKey), (.delete, otherKey), (.update, otherKey),
      (.move, ListEntry(key: 5, id: 99_999)),
    ]
    for place in [0, 1, 99, 100, 101, 349] {
      for (operation, entry) in bad {
        var changes = (0..<350).map { update($0 + 1, Self.rows[$0].entry) }
        changes[place] = Change(
          sequence: UInt64(place + 1), operation: operation, id: entry.id, key: entry.key,
          version: 2)
        let error = try sourceError { try source.apply(batch(changes)) }
        #expect(error.code == .changeConflict)
        #expect(error.message.hasPrefix("change \(place + 1), \(operation) of id \(entry.id):"))
      }
    }
    #expect(try source.sequence() == 0)
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 1_000))
    #expect(page.modelRows == Self.rows)
    try source.apply(ChangeBatch())
    try source.apply(batch((0..<350).map { update($0 + 1, Self.rows[$0].entry) }))
    #expect(try source.sequence() == 350)
  }

  @Test func theLogKeepsAsManyChangesAsItWasMadeFor() throws {
    let address = try TestServer.database("log_limit")
    try load(Self.rows, into: address, list: "list", sequence: 10, keptChanges: 5)
    let source = try PostgresSource(address, "list", isWritable: true)
    var changes = ChangeBatch()
    #expect(try source.fill(&changes, after: 10, limit: 5) == 10)
    #expect(changes.elements.isEmpty)
    try source.apply(batch((0..<20).map { update($0 + 11, Self.rows[$0].entry) }))
    #expect(try source.fill(&changes, after: 25, limit: 3) == 30)
    #expect(changes.elements.map(\.change.sequence) == [26, 27, 28])
    let error = try sourceError { try source.fill(&changes, after: 24, limit: 3) }
    #expect(error.code == .changesGone)
    #expect(changes == ChangeBatch())
    let kept = try session(address).execute("SELECT count(*) FROM \(source.schema.log)")
    #expect(kept.text(0, 0) == "5")
  }

  @Test func callersMistakesTrap() async throws {
    let address = try TestServer.database("mistakes")
    try load(Self.rows, into: address, list: "list")
    await #expect(processExitsWith: .failure) { [address = address as String] in
      _ = try PostgresSource(address, "list").countNewer(than: ListEntry(key: 1, id: 1), upTo: -1)
    }
    await #expect(processExitsWith: .failure) { [address = address as String] in
      _ = try PostgresSource(address, "list").place(depth: 1, after: nil)
    }
    await #expect(processExitsWith: .failure) { [address = address as String] in
      let loader = try PostgresLoader(address: address, list: "again", identity: identity)
      try loader.finish()
      try loader.append(Page())
    }
    await #expect(processExitsWith: .failure) { [address = address as String] in
      _ = try session(address).execute("SELECT 1").integer(1, 0)
    }
  }
}
