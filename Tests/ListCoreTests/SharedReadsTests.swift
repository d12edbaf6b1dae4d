import ListCoreFuzz
import Testing

/// Structures promise that reads never write; `.ci/sanitize` looks at that with the thread sanitizer.
@Suite struct SharedReadsTests {
  @Test func severalThreadsReadOneStructureAtOnce() throws {
    let seed = ModelRun.seed("SharedReads")
    let reads = try SharedReads(seed: seed)
    try reads.run(threads: 4, operations: ModelRun.operations(500), seed: seed)
  }
}
