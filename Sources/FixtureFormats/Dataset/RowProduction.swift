import ListFixtures
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two streams of a dataset.
public enum RowStream: String, CaseIterable, Sendable {
  /// The snapshot, in list order.
  case items
  /// The changes, in sequence order.
  case events

  /// The file that holds the stream.
  var fileName: String {
    switch self {
    case .items: StoredDataset.itemsName
    case .events: StoredDataset.eventsName
    }
  }
}

/// The rows of one stream of a list, made in chunks and given out in order.
///
/// With one job everything happens on the caller's thread. With more, the others fill a ring of chunks and
/// the caller's thread takes them in order, so the bytes never depend on the number of jobs.
struct RowProduction {
  /// The rows of a chunk: a divisor of a digest's block, so that no chunk lies in two blocks.
  static let rowsPerChunk = 1_024

  let list: any FixtureList
  let stream: RowStream
  /// How many threads work, the caller's included; at least 1.
  let jobs: Int

  /// How many rows the stream has.
  var rowCount: Int { stream == .items ? list.itemCount : list.eventCount }

  private var chunkCount: Int {
    (rowCount + Self.rowsPerChunk - 1) / Self.rowsPerChunk
  }

  /// Calls `body` with every chunk: its rows, each with its line feed, and how many they are.
  ///
  /// - Throws: What `body` throws; nothing is made after that.
  func forEachChunk(
    _ body: (UnsafeRawBufferPointer, Int) throws(FormatError) -> Void
  ) throws(FormatError) {
    let chunkCount = chunkCount
    var workers = 0
    let ring = ChunkRing(slotCount: 2 * max(1, min(jobs, chunkCount) - 1))
    for _ in 1..<max(1, min(jobs, chunkCount)) {
      ring.addWorker()
      if startThread({ ring.work(self, chunkCount: chunkCount) }) {
        workers += 1
      } else {
        ring.removeWorker()
      }
    }
    defer { ring.stop() }
    for chunk in 0..<chunkCount {
      let slot = ring.slots[chunk % ring.slots.count]
      if workers > 0 { ring.waitUntilFilled(chunk) } else { fill(slot, chunk: chunk) }
      try unsafe slot.read { (bytes) throws(FormatError) in
        try unsafe body(bytes, rows(of: chunk).count)
      }
      ring.release(chunk)
    }
  }

  /// The numbers of a chunk's rows, from 0.
  private func rows(of chunk: Int) -> Range<Int> {
    let start = chunk * Self.rowsPerChunk
    return start..<min(rowCount, start + Self.rowsPerChunk)
  }

  fileprivate func fill(_ slot: ChunkRing.Slot, chunk: Int) {
    let rows = rows(of: chunk)
    slot.buffer.removeAll()
    switch stream {
    case .items: list.appendItems(ranks: rows, to: &slot.buffer)
    case .events:
      list.appendEvents(sequences: rows.lowerBound + 1..<rows.upperBound + 1, to: &slot.buffer)
    }
  }
}

/// Chunks that threads fill and one thread takes in order.
///
/// Invariants, all under the lock:
/// 1. A chunk is filled only while it is less than one ring ahead of the first that was not released.
/// 2. A slot is written by the one worker that took its chunk, until `filled` names the chunk, and then
///    read by the taker alone, until it releases it.
@safe private final class ChunkRing: @unchecked Sendable {
  /// Room for a chunk.
  final class Slot {
    var buffer = RowBuffer()

    func read(
      _ body: (UnsafeRawBufferPointer) throws(FormatError) -> Void
    ) throws(FormatError) {
      try unsafe buffer.withBytes(body)
    }
  }

  let slots: [Slot]
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// The chunk that each slot is filled with; -1 for none.
  private var filled: [Int]
  private var nextChunk = 0
  private var releasedCount = 0
  private var workerCount = 0
  private var isStopped = false

  init(slotCount: Int) {
    slots = (0..<slotCount).map { _ in Slot() }
    filled = Array(repeating: -1, count: slotCount)
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  private func wait() { unsafe pthread_cond_wait(changed, mutex) }

  private func signal() { unsafe pthread_cond_broadcast(changed) }

  /// Says that a worker is about to start.
  func addWorker() { locked { workerCount += 1 } }

  /// Says that a worker has ended or could not start.
  func removeWorker() {
    locked {
      workerCount -= 1
      signal()
    }
  }

  /// Fills chunks until there are none left or the ring is stopped.
  func work(_ production: RowProduction, chunkCount: Int) {
    while let chunk = take(of: chunkCount) {
      let index = chunk % slots.count
      production.fill(slots[index], chunk: chunk)
      locked {
        filled[index] = chunk
        signal()
      }
    }
    removeWorker()
  }

  private func take(of chunkCount: Int) -> Int? {
    locked {
      guard nextChunk < chunkCount else { return nil }
      let chunk = nextChunk
      nextChunk += 1
      while chunk >= releasedCount + slots.count, !isStopped { wait() }
      return isStopped ? nil : chunk
    }
  }

  /// Waits until a chunk is filled; it then belongs to the caller until it is released.
  func waitUntilFilled(_ chunk: Int) {
    locked {
      while filled[chunk % slots.count] != chunk { wait() }
    }
  }

  /// Gives a chunk's slot back.
  func release(_ chunk: Int) {
    locked {
      releasedCount = chunk + 1
      signal()
    }
  }

  /// Ends the workers and waits for them.
  func stop() {
    locked {
      isStopped = true
      signal()
      while workerCount > 0 { wait() }
    }
  }
}
