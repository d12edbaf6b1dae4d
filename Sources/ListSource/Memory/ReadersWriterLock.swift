#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that many may read at once, or one may write.
///
/// The system's readers-writer lock. A waiting writer goes before later readers where the system can
/// say so (glibc), so that readers without a pause do not keep it out; in turn, a reader must not ask
/// for the lock again while it has it.
@safe
final class ReadersWriterLock<Value: ~Copyable>: @unchecked Sendable {
  // SAFETY: both are allocated once and live as long as the object; `value` is reached under the lock
  // alone.
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe lock = .allocate(capacity: 1)
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
    let code: Int32
    #if canImport(Glibc)
      var attributes = pthread_rwlockattr_t()
      unsafe pthread_rwlockattr_init(&attributes)
      unsafe pthread_rwlockattr_setkind_np(
        &attributes, CInt(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
      code = unsafe pthread_rwlock_init(lock, &attributes)
      unsafe pthread_rwlockattr_destroy(&attributes)
    #else
      code = unsafe pthread_rwlock_init(lock, nil)
    #endif
    precondition(code == 0, "no lock")
  }

  deinit {
    unsafe pthread_rwlock_destroy(lock)
    unsafe lock.deallocate()
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Calls `body` with the value while nobody writes.
  @inline(__always)
  func read<Result, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let code = unsafe pthread_rwlock_rdlock(lock)
    precondition(code == 0, "too many readers, or one that is inside already")
    defer { unsafe pthread_rwlock_unlock(lock) }
    return try body(unsafe value.pointee)
  }

  /// Calls `body` with the value while nobody else has it.
  func write<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let code = unsafe pthread_rwlock_wrlock(lock)
    precondition(code == 0, "a writer that is inside already")
    defer { unsafe pthread_rwlock_unlock(lock) }
    return try unsafe body(&value.pointee)
  }
}
