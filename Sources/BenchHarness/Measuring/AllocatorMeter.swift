internal import CJemalloc

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why allocations cannot be measured.
public struct AllocatorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One line that says what to do.
  public var description: String
}

/// What jemalloc knows of the calling thread: bytes handed out and taken back, and of all threads:
/// how many requests were served.
///
/// Byte counters are exact and cost a load. The number of requests costs a flush of the thread's
/// cache and a refresh of jemalloc's statistics, so it is for the ends of a region, not for its
/// inside. Nothing here allocates after `init`.
@safe
final class AllocatorMeter {
  private let allocated: UnsafePointer<UInt64>
  private let deallocated: UnsafePointer<UInt64>
  private let flush: ManagementName
  private let epoch: ManagementName
  private let smallRequests: ManagementName
  private let largeRequests: ManagementName
  private let heldBytes: [ManagementName]
  private let takenBlocks: [ManagementName]
  private let returnedBlocks: [ManagementName]
  /// Nil before jemalloc 5.3.
  private let peakReset: ManagementName?
  private let peakRead: ManagementName?

  /// Finds the counters.
  ///
  /// - Throws: `AllocatorError` when `malloc` is not jemalloc's, as under a sanitizer or with a
  ///   preloaded allocator.
  init() throws(AllocatorError) {
    // MALLCTL_ARENAS_ALL is 4096: the sum over all arenas.
    flush = try ManagementName("thread.tcache.flush")
    epoch = try ManagementName("epoch")
    smallRequests = try ManagementName("stats.arenas.4096.small.nrequests")
    largeRequests = try ManagementName("stats.arenas.4096.large.nrequests")
    heldBytes = [
      try ManagementName("stats.arenas.4096.small.allocated"),
      try ManagementName("stats.arenas.4096.large.allocated"),
    ]
    takenBlocks = [
      try ManagementName("stats.arenas.4096.small.nmalloc"),
      try ManagementName("stats.arenas.4096.large.nmalloc"),
    ]
    returnedBlocks = [
      try ManagementName("stats.arenas.4096.small.ndalloc"),
      try ManagementName("stats.arenas.4096.large.ndalloc"),
    ]
    peakReset = try? ManagementName("thread.peak.reset")
    peakRead = try? ManagementName("thread.peak.read")
    unsafe allocated = try Self.counter("thread.allocatedp")
    unsafe deallocated = try Self.counter("thread.deallocatedp")
    guard mallocIsCounted() else {
      throw AllocatorError(
        description: "malloc is not jemalloc's here, so memory cannot be measured; "
          + "run without LD_PRELOAD and sanitizers")
    }
    _ = requestCount()
  }

  private static func counter(_ name: StaticString) throws(AllocatorError) -> UnsafePointer<UInt64>
  {
    var pointer: UnsafePointer<UInt64>?
    var size = unsafe MemoryLayout<UnsafePointer<UInt64>?>.size
    let code = unsafe mallctl(name.cString, &pointer, &size, nil, 0)
    guard code == 0, let pointer = unsafe pointer else { throw .missing(name) }
    return unsafe pointer
  }

  /// Whether an allocation shows; one by the C library, for the optimiser removes an unused one of
  /// ours.
  private func mallocIsCounted() -> Bool {
    let before = allocatedBytes
    unsafe free(realpath("/", nil))
    return allocatedBytes > before
  }

  /// Bytes that this thread was ever handed, by size class.
  var allocatedBytes: Int {
    // SAFETY: jemalloc keeps the counter at this address for the life of the thread, which is the
    // only one that uses this meter.
    unsafe Int(truncatingIfNeeded: allocated.pointee)
  }

  /// Bytes handed to this thread less those that it gave back.
  var liveBytes: Int {
    // SAFETY: as in `allocatedBytes`.
    unsafe Int(truncatingIfNeeded: allocated.pointee &- deallocated.pointee)
  }

  /// Requests that were ever served, of all threads; other threads' caches are not flushed.
  func requestCount() -> Int {
    flush.call()
    epoch.write(1)
    return smallRequests.read() + largeRequests.read()
  }

  /// What the whole process holds: bytes by size class, and blocks.
  ///
  /// Of all threads, whoever took and whoever gave back. What lies free in the cache of another thread
  /// that still lives counts as held; a thread that ends gives its cache back.
  func held() -> Held {
    flush.call()
    epoch.write(1)
    let blocks = takenBlocks.sum() - returnedBlocks.sum()
    return Held(bytes: heldBytes.sum(), blocks: blocks)
  }

  /// Makes what this thread holds now the zero of `peakBytes`.
  func resetPeak() { peakReset?.call() }

  /// The most bytes that this thread held at once since `resetPeak`, above what it held then; nil before
  /// jemalloc 5.3.
  ///
  /// Approximate: jemalloc looks each time that the thread has taken some 64 KiB, so a shorter spike is
  /// missed; never too large. What another thread gave back counts as held.
  func peakBytes() -> Int? { peakRead?.read() }

  /// As in `5.3.0`; nil when there is none.
  static var version: String? {
    var pointer: UnsafePointer<CChar>?
    var size = unsafe MemoryLayout<UnsafePointer<CChar>?>.size
    guard unsafe mallctl("version", &pointer, &size, nil, 0) == 0, let pointer = unsafe pointer
    else { return nil }
    return unsafe String(String(cString: pointer).prefix { $0 != "-" })
  }
}

/// What a process has of its allocator.
struct Held: Equatable {
  var bytes: Int
  var blocks: Int
}

extension [ManagementName] {
  /// The sum of their counters; allocates nothing.
  fileprivate func sum() -> Int {
    var sum = 0
    for name in self { sum += name.read() }
    return sum
  }
}

/// A name of jemalloc's management interface, looked up once.
///
/// SAFETY: `words` has 8 places, more than any name has parts, and lives as long as the object.
@safe
final class ManagementName {
  private let words: UnsafeMutablePointer<Int>
  private let count: Int

  init(_ name: StaticString) throws(AllocatorError) {
    var count = 8
    unsafe words = .allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
    let code = unsafe mallctlnametomib(name.cString, words, &count)
    self.count = count
    if code != 0 { throw .missing(name) }
  }

  deinit { unsafe words.deallocate() }

  func call() {
    unsafe mallctlbymib(words, count, nil, nil, nil, 0)
  }

  func write(_ value: UInt64) {
    var value = value
    unsafe mallctlbymib(words, count, nil, nil, &value, MemoryLayout<UInt64>.size)
  }

  func write(_ value: Bool) {
    var value = value
    unsafe mallctlbymib(words, count, nil, nil, &value, MemoryLayout<Bool>.size)
  }

  func write(_ text: StaticString) {
    var pointer: UnsafePointer<CChar>? = unsafe text.cString
    unsafe mallctlbymib(
      words, count, nil, nil, &pointer, MemoryLayout<UnsafePointer<CChar>?>.size)
  }

  func read() -> Int {
    var value: UInt64 = 0
    var size = MemoryLayout<UInt64>.size
    unsafe mallctlbymib(words, count, &value, &size, nil, 0)
    return Int(truncatingIfNeeded: value)
  }
}

extension AllocatorError {
  fileprivate static func missing(_ name: StaticString) -> AllocatorError {
    AllocatorError(
      description: "jemalloc has no '\(name)' here; install jemalloc 5 built with statistics")
  }
}

extension StaticString {
  /// The literal's bytes, which end in a zero.
  fileprivate var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
