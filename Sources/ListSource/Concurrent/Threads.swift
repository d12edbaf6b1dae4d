#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs a body on threads of its own and another on this one, all at once, and waits for all.
///
/// Threads of the system and not tasks: there are as many as are asked for, and they may block.
///
/// - Parameters:
///   - count: How many threads beside this one.
///   - body: Gets the thread's number, from 0.
/// - Returns: Whether the system gave so many threads.
func runOnThreads(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Void, meanwhile: () -> Void
) -> Bool {
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
    // SAFETY: the thread takes the object over; where there is none it is released here.
    let work = unsafe Unmanaged.passRetained(Work(number, body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(
        &thread, nil,
        { work in
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if let thread { threads.append(thread) }
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { work in
          if let work = unsafe work {
            unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
          }
          return nil
        }, work.toOpaque())
      if code == 0 { threads.append(thread) }
    #endif
    if code != 0 { unsafe work.release() }
  }
  meanwhile()
  for thread in threads { pthread_join(thread, nil) }
  return threads.count == count
}
