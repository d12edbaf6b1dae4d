import Foundation
import ListFixtures
import Testing

@testable import FixtureFormats

@Suite struct ShardTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func list(items: Int = 140_000, events: Int = 70_000) throws -> GeneratedList {
    try GeneratedList(recipe: .timeline, itemCount: items, eventCount: events, seed: 3)
  }

  private func layout(
    _ number: Int, _ count: Int, _ format: FixtureFormat = .ndjson,
    _ compression: Compression = .none
  ) throws -> DatasetLayout {
    DatasetLayout(
      format: format, compression: compression, shard: try #require(Shard(number, of: count)))
  }

  @Test func shardsAreCutAtBlocks() throws {
    for count in [1, 2, 3, 7, 4_096] {
      for rowCount in [0, 1, 65_536, 65_537, 1_000_000, 10_000_000_000] {
        var next = 0
        for number in 1...count {
          let rows = try #require(Shard(number, of: count)).rows(of: rowCount)
          #expect(rows.lowerBound == next || rows.isEmpty)
          #expect(rows.isEmpty || rows.lowerBound % 65_536 == 0)
          next = max(next, rows.upperBound)
        }
        #expect(next == rowCount)
      }
    }
  }

  @Test(arguments: ["", "1", "0/3", "4/3", "1/0", "1/4097", "a/b", "1/2/3", "-1/2", "1/"])
  func whatIsNoShardIsRefused(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test(arguments: [3, 7])
  func shardsConcatenateAndMergeToTheWhole(count: Int) throws {
    let list = try list()
    let whole = try DatasetWriter(list).write(into: folder.path("whole"), replaces: false)
    var joined: [RowStream: [UInt8]] = [:]
    for number in 1...count {
      let path = folder.path("shard-\(number)")
      let manifest = try DatasetWriter(list, jobs: 2, layout: layout(number, count))
        .write(into: path, replaces: false)
      #expect(try Manifest(readingFolder: path) == manifest)
      #expect(try Verdict.of(folder: path, jobs: 2) == .verified(manifest))
      for stream in RowStream.allCases {
        joined[stream, default: []] += try folder.bytes("shard-\(number)/\(stream.fileName)")
      }
    }
    for stream in RowStream.allCases {
      #expect(try joined[stream] == folder.bytes("whole/\(stream.fileName)"))
    }
    let merge = try ShardMerge((1...count).reversed().map { folder.path("shard-\($0)") })
    #expect(
      try merge.write(into: folder.path("merged"), replaces: false, progress: { _ in }) == whole)
    try run("diff", ["-r", folder.path("whole"), folder.path("merged")])
    #expect(try merge.write(manifest: folder.path("m.json"), progress: { _ in }) == whole)
    #expect(try folder.bytes("m.json") == folder.bytes("whole/manifest.json"))
  }

  @Test func packedShardsMergeToThePackedWhole() throws {
    let list = try list(items: 70_000, events: 10)
    let layout = DatasetLayout(compression: .zstd)
    let whole = try DatasetWriter(list, layout: layout)
      .write(into: folder.path("whole"), replaces: false)
    for number in 1...3 {
      _ = try DatasetWriter(list, layout: self.layout(number, 3, .ndjson, .zstd))
        .write(into: folder.path("\(number)"), replaces: false)
    }
    let merge = try ShardMerge((1...3).map { folder.path("\($0)") })
    #expect(
      try merge.write(into: folder.path("merged"), replaces: false, progress: { _ in }) == whole)
    try run("diff", ["-r", folder.path("whole"), folder.path("merged")])
  }

  @Test(arguments: [FixtureFormat.json, .csv])
  func shardsOfOtherTextsConcatenateToo(format: FixtureFormat) throws {
    let list = try list(items: 70_000, events: 10)
    _ = try DatasetWriter(list, layout: DatasetLayout(format: format))
      .write(into: folder.path("whole"), replaces: false)
    var joined: [UInt8] = []
    for number in 1...3 {
      let path = folder.path("\(number)")
      let manifest = try DatasetWriter(list, layout: layout(number, 3, format))
        .write(into: path, replaces: false)
      #expect(try Verdict.of(folder: path) == .verified(manifest))
      joined += try folder.bytes("\(number)/\(format.fileName(of: .items))")
    }
    #expect(try joined == folder.bytes("whole/\(format.fileName(of: .items))"))
    #expect(failure { _ = try ShardMerge([folder.path("1")]) }?.code == .unreadable)
  }

  @Test func whatIsNoSetOfShardsIsRefused() throws {
    for (name, seed, number, count) in [
      ("1", 3, 1, 2), ("2", 3, 2, 2), ("other", 4, 2, 2), ("third", 3, 2, 3),
    ] {
      let list = try GeneratedList(
        recipe: .timeline, itemCount: 70_000, eventCount: 10, seed: UInt64(seed))
      _ = try DatasetWriter(list, layout: layout(number, count))
        .write(into: folder.path(name), replaces: false)
    }
    for names in [
      ["1"], ["2"], ["1", "1"], ["1", "2", "2"], ["1", "other"], ["1", "third"], [],
    ] {
      #expect(
        failure { _ = try ShardMerge(names.map { folder.path($0) }) } != nil, "\(names)")
    }
    try folder.edit("2/items.ndjson") { $0[5] ^= 1 }
    let error = failure {
      _ = try ShardMerge([folder.path("1"), folder.path("2")])
        .write(into: folder.path("merged"), replaces: false, progress: { _ in })
    }
    #expect(error?.file?.hasSuffix("2/items.ndjson") == true)
    #expect(try !folder.names().contains("merged"))
  }
}
