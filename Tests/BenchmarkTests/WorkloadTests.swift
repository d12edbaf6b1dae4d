import BenchHarness
import FixtureFormats
import Foundation
import ListCore
import ListFixtures
import Testing

@testable import Workload

@Suite struct WorkloadTests {
  private let generated = WorkloadSource.generated(recipe: .timeline, items: 400, seed: 9)

  private func write(_ list: GeneratedList, into folder: String) throws -> WorkloadSource {
    _ = try DatasetWriter(list).write(into: folder, replaces: false)
    let options = SuiteOptions(dataFolder: folder)
    return try #require(try WorkloadSource.list(options) { _ in [] }.first)
  }

  @Test func outcomeIsWhatTheGeneratorSays() throws {
    let workload = try Workload(generated)
    let list = try generated.generatedList()
    let moment = list.moment(after: list.eventCount)
    let outcome = workload.outcome
    #expect(outcome.count == list.counts.live)
    for (rank, row) in outcome.reversed().enumerated() {
      #expect(row.entry == list.entry(atRank: rank, after: list.eventCount))
      #expect(row.version == moment.version(of: row.entry.id))
    }
  }

  @Test func aStoredListIsTheGeneratedOne() throws {
    let scratch = try ScratchFolder()
    let list = try generated.generatedList()
    let stored = try write(list, into: scratch.path + "/data")
    #expect(try stored.fixture() == generated.fixture())
    #expect(stored.items == 400 && !stored.isEmptyAtFirst)
    let first = try Workload(generated)
    let second = try Workload(stored)
    #expect(first.rows == second.rows)
    #expect(first.changes == second.changes)
    var pages = (Page(), Page())
    first.fill(&pages.0, with: first.rows)
    second.fill(&pages.1, with: second.rows)
    #expect(pages.0 == pages.1)
    #expect(!pages.0.text.isEmpty)
    for change in first.changes where change.operation != .delete {
      var titles: ([UInt8], [UInt8]) = ([], [])
      first.appendTitle(of: change.id, version: change.version, to: &titles.0)
      second.appendTitle(of: change.id, version: change.version, to: &titles.1)
      #expect(titles.0 == titles.1)
    }
  }

  @Test func aFolderThatDoesNotVerifyHasNoFixture() throws {
    let scratch = try ScratchFolder()
    let stored = try write(try generated.generatedList(), into: scratch.path + "/data")
    let path = scratch.path + "/data/items.ndjson"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[1_000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: FormatError.self) { try stored.fixture() }
    #expect(error?.file == "items.ndjson")
  }

  @Test func playingEndsInTheOutcome() throws {
    var played = try Workload(generated)
    let outcome = played.outcome
    played.play()
    #expect(played.rows == outcome)
    #expect(played.changes.isEmpty)
  }

  /// The rows that stay are merged with those that change; against a dictionary of all of them.
  @Test func rowsAfterAnyPartOfTheChangesAreThoseOfADictionary() throws {
    let workload = try Workload(generated)
    for count in [0, 1, 2, 7, 50, workload.changes.count] {
      let changes = workload.changes.prefix(count)
      var model = Dictionary(uniqueKeysWithValues: workload.rows.map { ($0.entry.id, $0) })
      for change in changes {
        let entry = ListEntry(key: change.key, id: change.id)
        model[change.id] =
          change.operation == .delete ? nil : Workload.Row(entry: entry, version: change.version)
      }
      #expect(Workload.rows(workload.rows, after: changes) == model.values.sorted())
    }
  }

  @Test func anUnchangingListIsBuiltUpFromItsRows() throws {
    var workload = try Workload(generated, changeLimit: 0)
    let rows = workload.rows
    workload.unbuildIfUnchanging(limit: 30)
    #expect(workload.rows == Array(rows.dropLast(30)))
    #expect(workload.changes.map(\.id) == rows.suffix(30).map(\.entry.id))
    #expect(workload.outcome == rows)
  }

  @Test func versionsAreFoundByPlace() throws {
    let workload = try Workload(generated)
    for row in workload.rows { #expect(workload.version(at: row.entry) == row.version) }
    #expect(workload.version(at: ListEntry(key: 0, id: 0)) == 0)
    #expect(workload.version(at: ListEntry(key: SortKey(.max), id: 0)) == 0)
  }
}
