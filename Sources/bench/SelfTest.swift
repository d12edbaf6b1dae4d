import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Suites for the tests of this program: one that is sound, one in which everything goes wrong.
enum SelfTest {
  /// Arrays that are filled, by growth and with room reserved.
  static let sound = Suite(
    name: "SelfTest", question: "Is the harness sound? A growing array against a reserved one.",
    metrics: ["steps", "bytesPerItem"]
  ) { options in
    (options.items ?? [1_000, 4_000]).flatMap { items in
      [false, true].map { isReference in
        fill(items: items, isReference: isReference, seed: options.seed)
      } + (options.includesPeers ? peers(items: items, seed: options.seed) : [])
    } + [take(blocks: 12_345)]
  }

  /// A peer that is slow, one whose library is absent, and a limit that nothing reaches.
  private static func peers(items: Int, seed: UInt64) -> [BenchmarkCase] {
    let reserved = fill(items: items, isReference: true, seed: seed)
    var (slow, absent, limit) = (reserved, reserved, reserved)
    slow.implementation = "slow array"
    slow.body = { try multiply($0, operations: 1) }
    absent.implementation = "absent array"
    absent.missing = "no array here"
    limit.implementation = "limit: nothing"
    limit.isLimit = true
    limit.body = { try multiply($0, operations: 1 << 40) }
    return [slow, absent, limit]
  }

  static func multiply(_ run: Run, operations: Int) throws {
    var product = 1
    run.measure(operations: operations) {
      for number in 0..<1_000_000 { product = product &* (number | 1) }
    }
    try run.expect(product & 1 == 1, "a product of odd numbers is even")
  }

  /// Takes so many blocks of three sizes, one of them large, and gives back half.
  private static func take(blocks count: Int) -> BenchmarkCase {
    BenchmarkCase(
      suite: "SelfTest", benchmark: "take blocks", implementation: "malloc",
      parameters: [Parameter("blocks", count)], fixtureKey: "none", fixture: { "sha256:none" }
    ) { run in
      let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
      run.baseline()
      var index = 0
      for end in [count / 2, count] {
        run.measure(operations: count / 2) {
          while index < end {
            blocks[index] = malloc(index % 3 == 0 ? 24 : index % 3 == 1 ? 200 : 20_480)
            index += 1
          }
          run.checkpoint("blocks taken")
        }
      }
      for index in 0..<count / 2 { free(blocks[index]) }
      run.checkpoint("half given back")
      for index in count / 2..<count { free(blocks[index]) }
      blocks.deallocate()
    }
  }

  private static func fill(items: Int, isReference: Bool, seed: UInt64) -> BenchmarkCase {
    BenchmarkCase(
      suite: "SelfTest", benchmark: "fill array",
      implementation: isReference ? "reserved array" : "growing array", isReference: isReference,
      parameters: [Parameter("items", items)], budgetBytes: 1 << 20,
      growth: Growth(of: "steps", over: "items"), fixtureKey: "seed \(seed)",
      fixture: { "sha256:\(seed)" }
    ) { run in
      let rounds = (1 + 1_000_000 / items) * (isTwice ? 2 : 1)
      run.baseline()
      var sum = 0
      run.measure(operations: items * rounds) {
        for _ in 0..<rounds {
          var numbers: [Int] = []
          if isReference { numbers.reserveCapacity(items) }
          for number in 0..<items { numbers.append(number) }
          run.checkpoint("array filled")
          sum &+= numbers[items / 2]
        }
      }
      run.checkpoint("array freed")
      run.count("steps", isQuadratic ? items * items : items)
      run.record("bytesPerItem", unit: .bytes, 8)
      try run.expect(sum == rounds * (items / 2), "the sum of the middles is \(sum)")
    }
  }

  /// Whether a test asks for an array whose steps grow with the square of its items.
  private static var isQuadratic: Bool { getenv("LONGLIST_SELFTEST_QUADRATIC") != nil }

  /// Whether this is a copy of the program that a test made as another build, with twice the work.
  private static var isTwice: Bool { executablePath()?.hasSuffix("-twice") == true }

  /// One benchmark for each way to fail.
  static let broken = Suite(
    name: "SelfTestBroken", question: "Does each kind of failure get its own verdict?",
    metrics: hostileMetrics
  ) { _ in
    [
      broken("wrong result") { run in
        run.measure(operations: 1) {}
        try run.expect(false, "expected 1, got 2")
      },
      broken("error") { _ in throw UsageError("the disk is on fire") },
      broken("full disk") { _ in throw EnvironmentError.scratchFolder("it is full") },
      broken("crash") { run in
        run.baseline()
        run.checkpoint("before the crash")
        writeToStandardError("Fatal error: rank out of range\n")
        abort()
      },
      broken("silent crash", budgetBytes: 1 << 20) { run in
        run.baseline()
        run.checkpoint("before the crash")
        abort()
      },
      broken("early exit") { _ in exit(0) },
      broken("hang", timeLimitSeconds: 1) { run in
        run.baseline()
        run.checkpoint("before the hang")
        while true { sleep(1) }
      },
      broken("closed pipes", timeLimitSeconds: 1) { _ in
        close(2)
        close(3)
        while true { sleep(1) }
      },
      broken("garbled report", timeLimitSeconds: 1) { _ in
        _ = write(3, "nonsense\n", 9)
        while true { sleep(1) }
      },
      broken("flood") { run in
        let line = String(repeating: "flood ", count: 1_000)
        for _ in 0..<1_000 {
          print(line)
          writeToStandardError(line)
        }
        run.measure(operations: 1) {}
      },
      broken("runaway", budgetBytes: 1 << 20, body: runAway),
      broken("reference runaway", isReference: true, budgetBytes: 1 << 20, body: runAway),
      broken("over budget", budgetBytes: 1_000) { run in
        run.baseline()
        let block = [UInt8](repeating: 1, count: 5_000)
        run.measure(operations: 1) { run.checkpoint("block taken") }
        try run.expect(block.reduce(0) { $0 + Int($1) } == 5_000, "a block of ones")
      },
      broken("nothing measured") { _ in },
    ] + brokenProcesses + [
      broken("undeclared metric") { run in
        run.measure(operations: 1) {}
        run.count("stepz", 1)
      },
      BenchmarkCase(
        suite: "SelfTestBroken", benchmark: "bad data", implementation: "SelfTest",
        fixtureKey: "bad", fixture: { throw EnvironmentError("items.ndjson does not verify") },
        body: { _ in }),
    ] + brokenLives + hostile
  }

  static func broken(
    _ benchmark: String, isReference: Bool = false, budgetBytes: Int? = nil,
    timeLimitSeconds: Int = 60, file: String = #filePath, line: Int = #line,
    body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "SelfTestBroken", benchmark: benchmark, implementation: "SelfTest",
      isReference: isReference, budgetBytes: budgetBytes, timeLimitSeconds: timeLimitSeconds,
      fixtureKey: "none", file: file, line: line, fixture: { "sha256:none" }, body: body)
  }

  /// Takes and keeps memory until there is none.
  private static func runAway(_ run: Run) {
    run.baseline()
    var blocks: [[UInt8]] = []
    run.measure(operations: 1) {
      while true {
        blocks.append([UInt8](repeating: 1, count: 1 << 20))
        run.checkpoint("block taken")
      }
    }
  }
}
