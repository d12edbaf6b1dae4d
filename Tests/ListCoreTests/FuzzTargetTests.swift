import ListCoreFuzz
import Testing

/// The bodies that `.ci/fuzz` searches with, run with random inputs.
@Suite struct FuzzTargetTests {
  @Test(arguments: FuzzTarget.allCases)
  func randomInputsEqualTheModel(_ target: FuzzTarget) throws {
    let seed = ModelRun.seed("\(target)")
    // A list of many items costs a build and a comparison of it for each input.
    let standard = target == .largeIndex ? 200 : 3000
    try target.run(seed: seed, operations: ModelRun.askedOperations ?? standard)
  }

  @Test(arguments: FuzzTarget.allCases)
  func anEmptyInputAndOneOfZeroesEqualTheModel(_ target: FuzzTarget) throws {
    try target.run([])
    if target != .largeIndex { try target.run([UInt8](repeating: 0, count: 300)) }
  }
}
