import ListCore
import ListSource
import SQLiteSource
import Testing

@Suite struct DepthLawTests {
  @Test func measure() throws {
    let n = 100_000
    let folder = try TemporaryFolder()
    let rows = spreadRows(n)
    try load(rows, into: folder.file("list"))
    for form in QueryForm.allCases {
      let source = try SQLiteSource(
        path: folder.file("list"), secret: secret, options: .init(form: form))
      var page = Page()
      for depth in [0, 100, 1_000, 10_000, n - 20] {
        var counters = SQLiteSource.Counters()
        let place = try source.place(depth: depth, after: depth == 0 ? nil : rows[depth - 1].entry)
        try source.fill(&page, with: PageRequest(place, limit: 20), counting: &counters)
        counters = .init()
        try source.fill(&page, with: PageRequest(place, limit: 20), counting: &counters)
        print(form.implementation, depth, counters)
      }
      print(try source.queryPlan(for: source.place(depth: 1, after: rows[0].entry)))
    }
  }
}
