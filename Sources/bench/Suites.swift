import BackendDepth
import BenchHarness
import DedupeMerges
import Generation
import OrderedUpserts
import Scrolling
import WindowEviction

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this program measures.
enum Suites {
  /// All suites, in the order of the report.
  ///
  /// Tests of the program set `LONGLIST_SELFTEST_SUITE=1` and get small suites, sound and broken,
  /// instead.
  static var all: [Suite] {
    if getenv("LONGLIST_SELFTEST_SUITE").map({ String(cString: $0) }) == "1" {
      return [SelfTest.sound, SelfTest.broken]
    }
    return [
      OrderedUpserts.suite, DedupeMerges.suite, WindowEviction.suite, Scrolling.suite,
      BackendDepth.suite, Generation.suite,
    ].map { suite in
      var suite = suite
      suite.goals = Goals.of(suite.name)
      return suite
    }
  }
}
