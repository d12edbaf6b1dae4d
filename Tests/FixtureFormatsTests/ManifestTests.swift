import Foundation
import Testing

@testable import FixtureFormats

@Suite struct ManifestTests {
  private static let text = """
    {"schema": 1, "datasetVersion": 1, "recipe": "import", "seed": 18446744073709551615,
     "parameters": {"order": "oldestFirst"},
     "counts": {"items": 3, "events": 4, "inserts": 1, "deletes": 2, "moves": 0, "updates": 1, "live": 2},
     "files": [{"name": "items.ndjson", "bytes": 1, "lines": 3, "sha256": "\(zeros)"},
               {"name": "events.ndjson", "bytes": 1, "lines": 4, "sha256": "\(zeros)"}],
     "digest": "sha256:\(zeros)"}
    """
  private static let zeros = String(repeating: "0", count: 64)

  private func error(_ text: String) -> FormatError? {
    failure { _ = try Manifest(Array(text.utf8).span) }
  }

  @Test func goesRound() throws {
    let manifest = try Manifest(Array(Self.text.utf8).span)
    #expect(manifest.seed == .max)
    #expect(manifest.order == .oldestFirst)
    #expect(manifest.isImported)
    let read = try Manifest(manifest.text.span)
    #expect(read == manifest)
  }

  @Test(arguments: [
    (#""schema": 1"#, #""schema": 2"#, "'schema' is 2"), (#""schema": 1, "#, "", "'schema'"),
    (#""recipe": "import""#, #""recipe": 1"#, "'recipe'"),
    (#""seed": 18446744073709551615"#, #""seed": -1"#, "'seed'"),
    (#"{"order": "oldestFirst"}"#, "[]", "'parameters'"),
    (#""items": 3"#, #""items": -3"#, "'counts.items'"), (#""items": 3, "#, "", "'counts.items'"),
    (#""moves": 0"#, #""moves": 1"#, "'counts.events'"),
    (#""live": 2"#, #""live": 3"#, "'counts.live'"),
    (#""lines": 4"#, #""lines": 5"#, "events.ndjson 5 lines"),
    (#""name": "items.ndjson""#, #""name": "../items.ndjson""#, "../items.ndjson"),
    (#""name": "items.ndjson""#, #""name": "events.ndjson""#, "'events.ndjson'"),
    (#""name": "items.ndjson""#, #""name": "manifest.json""#, "'manifest.json'"),
    (#""name": "items.ndjson""#, #""name": "rows.ndjson""#, "lacks items.ndjson"),
    (#""digest": "sha256:0"#, #""digest": "sha256:x"#, "'digest'"),
    (#""digest": "sha256:0"#, #""digest": "0"#, "'digest'"),
    (#""sha256": "0"#, #""sha256": "G"#, "'files.sha256'"),
    ("{\"schema\"", "{schema", "is missing"),
    (#""inserts": 1"#, #""inserts": 9223372036854775807"#, "'counts.events'"),
  ])
  func namesTheMemberThatIsWrong(part: String, replacement: String, word: String) throws {
    let range = try #require(Self.text.range(of: part))
    let error = error(Self.text.replacingCharacters(in: range, with: replacement))
    #expect(error?.code == .malformed)
    #expect(error?.file == "manifest.json")
    #expect(error?.message.contains(word) == true, "\(String(describing: error))")
  }

  @Test func everyPrefixIsRefused() {
    for count in 0..<Self.text.utf8.count {
      #expect(error(String(Self.text.prefix(count))) != nil)
    }
  }

  @Test func aHugeFileIsNoManifest() throws {
    let folder = try TestFolder()
    try folder.write("manifest.json", [UInt8](repeating: 0x20, count: 17 << 20))
    let error = failure { _ = try Manifest(readingFolder: folder.url.path) }
    #expect(error?.message.contains("16 MiB") == true)
  }
}
