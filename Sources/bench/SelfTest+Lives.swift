import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Benchmarks that go wrong over their life: by memory, by signals, by frames.
extension SelfTest {
  static var brokenLives: [BenchmarkCase] {
    [
      broken("leak") { run in
        run.baseline()
        run.measure(operations: 100) {
          for _ in 0..<100 { keep(malloc(1_000)) }
          run.checkpoint("blocks forgotten")
        }
      },
      broken("leak of another thread") { run in
        run.measure(operations: 1) { onAnotherThread { for _ in 0..<100 { keep(malloc(1_000)) } } }
      },
      broken("given back by another thread") { run in
        let blocks = (0..<100).map { _ in Block(address: malloc(1_000)) }
        run.measure(operations: 1) {
          onAnotherThread { for block in blocks { free(block.address) } }
        }
      },
      broken("first use") { run in
        run.measure(operations: 1) { keep(firstUse) }
      },
      broken("leak that cannot be told") { run in
        if hasRun { throw UsageError("it can run only once") }
        hasRun = true
        run.measure(operations: 1) { for _ in 0..<100 { keep(malloc(1_000)) } }
      },
      broken("empty regions") { run in
        let frames = run.frames(budgetNanoseconds: 16_666_667, capacity: 10_000)
        run.baseline()
        for _ in 0..<100 { run.measure(operations: 1) {} }
        run.measure(operations: 1) { for _ in 0..<10_000 { run.checkpoint("again and again") } }
        run.measure(operations: 1) { for _ in 0..<10_000 { frames.frame {} } }
        for _ in 0..<50 { run.measure(operations: 1) { free(touched(malloc(64))) } }
      },
      broken("spike", budgetBytes: 1 << 20) { run in
        run.baseline()
        run.measure(operations: 1) {
          run.checkpoint("before the spike")
          for _ in 0..<4 { free(touched(malloc(4 << 20))) }
          run.checkpoint("after the spike")
        }
      },
      broken("small spike", budgetBytes: 1 << 20) { run in
        run.baseline()
        run.measure(operations: 1) {
          run.checkpoint("before the spike")
          let (most, more) = (touched(malloc(1 << 20)), touched(malloc(65_536)))
          free(more)
          free(most)
          run.checkpoint("after the spike")
        }
      },
      broken("spike after the life", budgetBytes: 1 << 20) { run in
        run.baseline()
        run.measure(operations: 1) { run.checkpoint("filled") }
        free(touched(malloc(4 << 20)))
      },
      broken("trap") { run in
        run.baseline()
        run.checkpoint("before the trap")
        preconditionFailure("rank out of range")
      },
      broken("killed") { run in
        run.baseline()
        run.checkpoint("before the end")
        kill(getpid(), SIGKILL)
      },
      broken("fork") { run in
        run.measure(operations: 1) {}
        forkOnce()
      },
      broken("slow frames") { run in
        let frames = run.frames(budgetNanoseconds: 1_000_000, capacity: 10)
        run.measure(operations: 10) { for _ in 0..<10 { frames.frame { usleep(3_000) } } }
      },
    ]
  }

  /// Whether the body of "leak that cannot be told" has run in this process, which has one thread.
  nonisolated(unsafe) private static var hasRun = false

  /// A global of 40,000 bytes and more that its first use makes.
  private static let firstUse = [UInt8](repeating: 1, count: 40_000)

  /// Lets the optimiser not see that a value is not used.
  @inline(never) private static func keep<Value>(_ value: Value) {}

  /// Writes into a block, so that it is really there.
  private static func touched(_ block: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    block?.storeBytes(of: 1, as: UInt8.self)
    return block
  }

  private struct Block: @unchecked Sendable {
    var address: UnsafeMutableRawPointer?
  }

  /// Runs something on a thread of its own and waits for its end.
  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    final class Work {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let context = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, context)
      if let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, context)
      pthread_join(thread, nil)
    #endif
  }

  /// Leaves a process behind that holds the pipes and never ends.
  private static func forkOnce() {
    var pid = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("300"), nil]
    defer { for word in words { free(word) } }
    posix_spawnp(&pid, "sleep", nil, nil, &words, environ)
  }
}
