import FixtureFuzz
import Foundation
import Testing

/// The bodies that `.ci/fuzz` searches with, run with random inputs.
@Suite(.serialized) struct FixtureFuzzTests {
  @Test(arguments: FixtureFuzzTarget.allCases)
  func changedFilesAreRefusedOrRead(_ target: FixtureFuzzTarget) throws {
    let seed =
      ProcessInfo.processInfo.environment["LONGLIST_TEST_SEED"].flatMap(UInt64.init) ?? 20_240_601
    print("\(target): LONGLIST_TEST_SEED=\(seed)")
    try target.run(seed: seed, operations: 150)
  }

  @Test(arguments: FixtureFuzzTarget.allCases)
  func emptyInputsAreRefusedOrRead(_ target: FixtureFuzzTarget) throws {
    for bytes: [UInt8] in [[], [0], [0, 0], [10], [UInt8](repeating: 0, count: 300)] {
      try target.run(bytes)
    }
  }
}
