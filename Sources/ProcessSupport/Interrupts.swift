import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What must happen before an interrupt (SIGINT, SIGTERM) ends the process with exit code 130.
///
/// `install` blocks both signals and lets one thread wait for them, so that clean-ups are ordinary code
/// and not signal handlers. A child process inherits the blocked signals: reset its mask.
public enum Interrupts {
  /// A clean-up that is still to be done, to name it in `remove`.
  public struct CleanUp: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State {
    var nextNumber = 0
    var actions: [(number: Int, action: @Sendable () -> Void)] = []
  }

  private static let state = Mutex(State())

  /// Starts to wait for interrupts.
  ///
  /// Call it once, first thing in `main`, before any thread exists.
  public static func install() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    startThread { waitAndExit() }
  }

  private static func waitAndExit() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    var received: Int32 = 0
    while sigwait(&signals, &received) != 0 {}
    // The lock is kept: nothing may be added or finished once the clean-ups run.
    state.withLock { state in
      for entry in state.actions.reversed() { entry.action() }
      _exit(130)
    }
  }

  /// Adds a clean-up; the last added runs first.
  ///
  /// - Parameter action: Short, and must not add or remove clean-ups.
  public static func add(_ action: @escaping @Sendable () -> Void) -> CleanUp {
    add(making: { action })
  }

  /// Makes something and adds its clean-up; no interrupt comes between the two.
  ///
  /// - Parameter body: Short; returns the clean-up. Neither may add or remove clean-ups.
  /// - Throws: What `body` throws; nothing is added then.
  public static func add<Failure: Error>(
    making body: () throws(Failure) -> @Sendable () -> Void
  ) throws(Failure) -> CleanUp {
    try state.withLock { state throws(Failure) in
      let action = try body()
      state.nextNumber += 1
      state.actions.append((state.nextNumber, action))
      return CleanUp(number: state.nextNumber)
    }
  }

  /// Forgets a clean-up that is no longer needed.
  public static func remove(_ cleanUp: CleanUp) {
    state.withLock { $0.actions.removeAll { $0.number == cleanUp.number } }
  }
}

/// Runs a closure on a new detached thread.
///
/// - Returns: Whether the system gave a thread.
@discardableResult
public func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    if let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if code == 0 { pthread_detach(thread) }
  #endif
  if code != 0 { box.release() }
  return code == 0
}
