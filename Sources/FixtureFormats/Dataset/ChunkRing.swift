import ListFixtures
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Room for a chunk on its way: the canonical rows, and what the layout makes of them.
final class ChunkSlot {
  /// Canonical rows, each with its line feed.
  var rows = RowBuffer()
  /// The rows in the layout's format; unused for canonical rows.
  var encoded = EncodedBuffer()
  /// The packed bytes; unused without compression.
  var packed = EncodedBuffer()
  /// Why the chunk could not be made.
  var failure: FormatError?
}

/// Chunks that threads fill, hash and hand out in order.
///
/// Any thread fills any chunk. Each stage takes the chunks in order, one at a time, whichever thread runs
/// it; the stages of one chunk may run at once, as they only read. `take` runs on the caller's thread.
///
/// Invariants, all under the lock:
/// 1. A chunk is filled only while it is less than one ring ahead of the first that some stage still needs.
/// 2. A slot is written by the one thread that took its chunk, until `filled` names the chunk, and is only
///    read from then on until all stages are done with it.
/// 3. A stage is run by one thread at a time, for chunk `done[stage]`.
@safe final class ChunkRing: @unchecked Sendable {
  /// What is done with a filled chunk.
  enum Stage: Int, CaseIterable { case take, blocks, file, output }

  private enum Step {
    case fill(Int)
    case run(Stage, Int)
    case end
  }

  private let chunkCount: Int
  private let slots: [ChunkSlot]
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// The chunk that each slot is filled with; -1 for none.
  private var filled: [Int]
  private var nextChunk = 0
  /// The chunks that each stage is done with; of stages that are not needed, all.
  private var done: [Int]
  private var isBusy: [Bool]
  private var workerCount = 0
  private var isStopped = false

  init(slotCount: Int, chunkCount: Int, stages: [Stage]) {
    self.chunkCount = chunkCount
    slots = (0..<max(1, slotCount)).map { _ in ChunkSlot() }
    filled = Array(repeating: -1, count: slots.count)
    done = Stage.allCases.map { stages.contains($0) ? 0 : chunkCount }
    isBusy = Stage.allCases.map { _ in false }
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

  // MARK: - Running

  /// Works until all chunks are through; called on the caller's thread.
  ///
  /// - Parameters:
  ///   - work: Fills a slot with a chunk, or runs a stage other than `take` on it.
  ///   - take: Takes a chunk, in order.
  /// - Throws: What `take` throws, or why a chunk could not be made; all threads have ended then.
  func run(
    workers: Int, _ work: @escaping @Sendable (Stage?, ChunkSlot, Int) -> Void,
    take: (ChunkSlot, Int) throws(FormatError) -> Void
  ) throws(FormatError) {
    for _ in 0..<workers {
      locked { workerCount += 1 }
      if !startThread({ self.help(work) }) { removeWorker() }
    }
    defer { stop() }
    while true {
      switch next(takes: true) {
      case .end: return
      case .run(.take, let chunk):
        let slot = slots[chunk % slots.count]
        if let failure = slot.failure { throw failure }
        try take(slot, chunk)
        finish(.run(.take, chunk))
      case let step: perform(step, work)
      }
    }
  }

  private func help(_ work: @Sendable (Stage?, ChunkSlot, Int) -> Void) {
    while true {
      let step = next(takes: false)
      if case .end = step { break }
      perform(step, work)
    }
    removeWorker()
  }

  private func perform(_ step: Step, _ work: (Stage?, ChunkSlot, Int) -> Void) {
    switch step {
    case .fill(let chunk): work(nil, slots[chunk % slots.count], chunk)
    case .run(let stage, let chunk): work(stage, slots[chunk % slots.count], chunk)
    case .end: return
    }
    finish(step)
  }

  // MARK: - Under the lock

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  private func removeWorker() {
    locked {
      workerCount -= 1
      unsafe pthread_cond_broadcast(changed)
    }
  }

  /// The next thing that this thread does; waits for it.
  private func next(takes: Bool) -> Step {
    locked {
      while true {
        if isStopped { return .end }
        for stage in Stage.allCases where stage != .take || takes {
          if let chunk = readyChunk(for: stage) {
            isBusy[stage.rawValue] = true
            return .run(stage, chunk)
          }
        }
        if nextChunk < chunkCount, nextChunk < releasedCount + slots.count {
          nextChunk += 1
          return .fill(nextChunk - 1)
        }
        if releasedCount == chunkCount { return .end }
        unsafe pthread_cond_wait(changed, mutex)
      }
    }
  }

  private func readyChunk(for stage: Stage) -> Int? {
    let chunk = done[stage.rawValue]
    guard chunk < chunkCount, !isBusy[stage.rawValue], filled[chunk % slots.count] == chunk else {
      return nil
    }
    return chunk
  }

  private var releasedCount: Int { done.reduce(chunkCount) { min($0, $1) } }

  private func finish(_ step: Step) {
    locked {
      switch step {
      case .fill(let chunk): filled[chunk % slots.count] = chunk
      case .run(let stage, let chunk):
        done[stage.rawValue] = chunk + 1
        isBusy[stage.rawValue] = false
      case .end: break
      }
      unsafe pthread_cond_broadcast(changed)
    }
  }

  /// Ends the workers and waits for them.
  private func stop() {
    locked {
      isStopped = true
      unsafe pthread_cond_broadcast(changed)
      while workerCount > 0 { unsafe pthread_cond_wait(changed, mutex) }
    }
  }
}
