import ListCore
import ListFixtures
import Testing

@testable import FixtureFormats

@Suite struct DescriptionTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test func factsAreMeasuredFromTheRows() throws {
    let items = try folder.write(
      "rows",
      lines: [
        #"{"id":1,"key":5,"t":"ab"}"#, #"{"id":2,"key":5,"t":"é"}"#, #"{"id":3,"key":5}"#,
        #"{"id":4,"key":7,"t":"12345678"}"#, #"{"id":5,"key":9,"t":"\n"}"#, #"{"id":6,"key":9}"#,
        "{}",
      ])
    let events = try folder.write(
      "log", lines: [#"{"op":"delete","id":4,"at":3}"#, #"{"op":"move","id":1,"key":9,"at":4}"#])
    let importer = Importer(
      itemsPath: items, eventsPath: events,
      mapping: try ImportMapping(["id=id", "key=key", "title=t"]), origin: "made for a test")
    _ = try importer.run(into: folder.path("d"), replaces: false)
    let description = try DatasetDescription(StoredDataset(opening: folder.path("d")))
    #expect(description.ties.tiedRows == 5)
    #expect(description.ties.largest == 3)
    #expect(description.liveTies.tiedRows == 5)
    #expect(description.liveTies.largest == 3)
    #expect(description.counts.live == 5)
    #expect(description.text.buckets[..<5] == [2, 1, 2, 0, 1])
    let lines = description.report.split(separator: "\n").map(String.init)
    for line in [
      "order        oldest first", "origin       made for a test", "refused      1  id missing",
      "items      6",
      "ties       5 rows (83.3%) share their key with another, the largest tie has 3",
      "title      0 to 8 bytes, mean 2.2", "live at end  5", "deletes      1", "reinserts    0",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func countsAreThoseOfTheManifest() throws {
    for recipe in Recipe.all {
      let list = try recipe.list(itemCount: 900, eventCount: 1_300, seed: 11)
      let manifest = try DatasetWriter(list).write(into: folder.path(recipe.name), replaces: false)
      let description = try DatasetDescription(StoredDataset(opening: folder.path(recipe.name)))
      #expect(description.counts == manifest.counts)
      #expect(description.firstViolation == nil)
    }
  }

  @Test func numbersAreGroupedAndBucketsHoldTheirNumbers() {
    #expect(DatasetDescription.grouped(0) == "0")
    #expect(DatasetDescription.grouped(1_234_567) == "1,234,567")
    #expect(DatasetDescription.grouped(-123) == "-123")
    var histogram = Histogram()
    for number in [0, 1, 2, 3, 4, 7, 8] { histogram.add(number) }
    #expect(histogram.buckets[..<5] == [1, 1, 2, 2, 1])
    #expect((0..<4).map(Histogram.label) == ["0", "1", "2-3", "4-7"])
    #expect(histogram.meanTenths == 36)
  }
}
