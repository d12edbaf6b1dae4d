import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Child {
  /// Answers with the build and its cases.
  static func list(
    _ request: ListingRequest, suites: [Suite], report: ReportWriter
  ) throws {
    // A parent that is killed is outlived by this long at most.
    alarm(UInt32(BuildUnderTest.fixturesLimitSeconds + 10))
    let environment = try MeasuringEnvironment(package: packageFolder())
    report.send(BuildListing.Build(environment).fields)
    var options = request.options
    options.dataFolder = options.dataFolder.map(absolutePath)
    var digests: [String: String] = [:]
    for suite in suites where request.filter.includes(suite: suite.name) {
      for benchmarkCase in try suite.cases(options)
      where request.filter.includes(benchmarkCase.identity) {
        let key = benchmarkCase.fixtureKey
        if request.detail == .fixtures, digests[key] == nil {
          digests[key] = try benchmarkCase.fixture()
        }
        report.send(ListedCase(benchmarkCase, fixture: digests[key] ?? "").fields)
      }
    }
  }
}
