import FixtureFormats
import Foundation
import ListFixtures

/// What reads files of others, driven by bytes: it may refuse them, but never trap.
package enum FixtureFuzzTarget: String, CaseIterable, Sendable {
  /// The bytes are a recipe's JSON. One that is accepted is written again, and makes a list.
  case recipe = "Recipe"
  /// The bytes say which file of a small dataset, in which format, is changed where and how; the
  /// dataset is verified and described.
  case dataset = "Dataset"
  /// The bytes are a file of events to shrink.
  case events = "Events"
  /// The bytes are rows of another project, as NDJSON and as CSV.
  case foreignRows = "Import"

  /// Reads what an input stands for.
  ///
  /// - Throws: What contradicts itself, or a folder that cannot be written.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .recipe: try Self.readRecipe(bytes)
    case .dataset: try SmallDatasets.shared.runChanged(bytes)
    case .events: try Self.readEvents(bytes)
    case .foreignRows: try Self.importRows(bytes)
    }
  }

  /// Reads inputs that a seed gives: changed and cut pieces of well-formed ones, and noise.
  package func run(seed: UInt64, operations: Int) throws {
    var random = FuzzRandom(state: seed)
    for _ in 0..<operations {
      let samples = try samples
      var bytes = samples.isEmpty ? [] : samples[random.below(samples.count)]
      for _ in 0..<random.below(6) { random.change(&bytes) }
      try run(bytes)
    }
  }

  /// Inputs to start from.
  package var samples: [[UInt8]] {
    get throws {
      switch self {
      case .recipe: Recipe.all.map(\.json)
      case .dataset: (0..<64).map { [UInt8($0), UInt8($0 / 3), 200, 3, 7, 77] }
      case .events: [try SmallDatasets.shared.canonicalEvents]
      case .foreignRows:
        [
          Array("{\"id\":1,\"when\":5,\"text\":\"a\"}\n{\"id\":\"x\",\"when\":6}\n".utf8),
          Array("id,when,text\n1,2024-01-01,\"a\"\"b\"\n2,3,c\n".utf8),
        ]
      }
    }
  }

  // MARK: - Bodies

  private static func readRecipe(_ bytes: [UInt8]) throws {
    let recipe: Recipe
    do throws(FixtureError) {
      recipe = try Recipe(json: bytes)
    } catch {
      guard !error.message.contains("\n") else { throw Finding("an error of two lines") }
      return
    }
    guard try Recipe(json: recipe.json) == recipe else {
      throw Finding("a recipe that is not read as it was written")
    }
    for items in [1, 70] {
      do throws(FixtureError) {
        let list = try recipe.list(itemCount: items, eventCount: 150, seed: 3)
        var buffer = RowBuffer()
        list.appendItems(ranks: 0..<items, to: &buffer)
        list.appendEvents(sequences: 1..<151, to: &buffer)
      } catch {
        // Keys that leave their range, say.
        guard !error.message.isEmpty else { throw Finding("an error without words") }
      }
    }
  }

  private static func readEvents(_ bytes: [UInt8]) throws {
    let scratch = try FuzzScratch()
    let path = scratch.path("events.ndjson")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    guard let script = try? EventScript(path: path) else { return }
    let found = script.shrink { (indices: [Int]) throws(Never) in indices.count >= 2 }
    try script.write(found?.indices ?? [], to: scratch.path("few.ndjson"))
    _ = try EventScript(path: scratch.path("few.ndjson"))
  }

  private static func importRows(_ bytes: [UInt8]) throws {
    let scratch = try FuzzScratch()
    for name in ["rows.ndjson", "rows.csv"] {
      let path = scratch.path(name)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let mapping = try ImportMapping(["id=id", "key=when", "title=text"])
      let importer = Importer(itemsPath: path, eventsPath: path, mapping: mapping)
      let folder = scratch.path("\(name).dataset")
      guard (try? importer.run(into: folder, replaces: false)) != nil else { continue }
      if case .failed(let error) = try Verdict.of(folder: folder, jobs: 1) {
        throw Finding("an imported dataset does not verify: \(error)")
      }
    }
  }

  /// What should not be.
  package struct Finding: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }
}

/// A folder that goes with its owner.
final class FuzzScratch {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
