#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a body on threads of its own, all at once, and waits for them.
///
/// Threads of the system and not tasks: the thread sanitizer knows them, and there are as many as are
/// asked for.
///
/// - Parameters:
///   - count: How many threads.
///   - body: Gets the thread's number, from 0.
/// - Returns: Whether the system gave so many threads.
package func runOnThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
  final class Work: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void
    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
    func run() { body(number) }
  }
  var threads: [pthread_t] = []
  for number in 0..<count {
    let work = Unmanaged.passRetained(Work(number, body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        { work in
          Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if let thread { threads.append(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
          return nil
        }, work.toOpaque())
      if code == 0 { threads.append(thread) }
    #endif
    if code != 0 { work.release() }
  }
  for thread in threads { pthread_join(thread, nil) }
  return threads.count == count
}
