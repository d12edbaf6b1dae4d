public import ListCore
internal import Synchronization

/// Readers that fetch pages of a list while one writer applies changes to it: how long either takes.
public struct ReadersAndWriter: Sendable {
  /// Opens the list for one thread.
  public typealias Opening = @Sendable () throws(SourceError) -> any ListSource

  /// Opens the list for a thread that reads.
  public var openReader: Opening
  /// Opens the list for the thread that writes; called first.
  public var openWriter: Opening
  /// Whether pages are asked for by cursors, and not by the entries themselves.
  public var isByCursor = true
  /// Threads that read, each with a list that it opened; from 1.
  public var readerCount = 2
  /// Rows of a page.
  public var pageLimit = 20

  /// What came of it.
  public struct Outcome: Sendable {
    /// How long every page took, in nanoseconds, readers one after the other.
    public var pageNanoseconds: [UInt64] = []
    /// How long every batch took until it was committed, in nanoseconds.
    public var batchNanoseconds: [UInt64] = []
    /// Pages that were refused because the list was locked, and asked for again.
    public var busyPages = 0
    /// Batches that were refused because the list was locked, and applied again.
    public var busyBatches = 0
    /// Pages that cannot be of one state of the list: not in order, or not beside the entry they were asked by.
    public var wrongPages = 0
  }

  /// Makes readers and a writer of a list.
  public init(openReader: @escaping Opening, openWriter: @escaping Opening) {
    self.openReader = openReader
    self.openWriter = openWriter
  }

  /// Reads pages at entries until all batches are applied, and at least `minimumPages` by each reader.
  ///
  /// - Parameters:
  ///   - batches: What the writer applies, in order, without a pause.
  ///   - entries: What pages are asked by, in turn; each reader starts at another one. Not empty; traps otherwise.
  /// - Throws: The first error but `busy`; all threads have ended then.
  public func run(
    applying batches: [ChangeBatch], readingAt entries: [ListEntry], minimumPages: Int = 1
  ) throws(SourceError) -> Outcome {
    precondition(readerCount >= 1, "no readers")
    precondition(!entries.isEmpty, "no entries to read at")
    let writer = try openWriter()
    let shared = Shared()
    let areAllThere = runOnThreads(readerCount) { number in
      shared.add { part throws(SourceError) in
        try read(at: entries, from: number, minimumPages, shared, &part)
      }
    } meanwhile: {
      shared.add { part throws(SourceError) in try write(batches, to: writer, &part) }
      shared.isWritten.store(true, ordering: .releasing)
    }
    let (outcome, failure) = shared.result()
    if let failure { throw failure }
    guard areAllThere else {
      throw SourceError(.engine, "the system gives no more threads: ask for fewer readers")
    }
    return outcome
  }

  private func write(
    _ batches: [ChangeBatch], to writer: any ListSource, _ outcome: inout Outcome
  ) throws(SourceError) {
    for batch in batches {
      let start = ContinuousClock.now
      while true {
        do throws(SourceError) {
          try writer.apply(batch)
          break
        } catch  where error.code == .busy {
          // Refused whole, so it can be applied again.
          outcome.busyBatches += 1
        }
      }
      outcome.batchNanoseconds.append(nanoseconds(since: start))
    }
  }

  private func read(
    at entries: [ListEntry], from number: Int, _ minimumPages: Int, _ shared: borrowing Shared,
    _ outcome: inout Outcome
  ) throws(SourceError) {
    let reader = try openReader()
    var page = Page()
    var place = number * entries.count / readerCount
    while !shared.isWritten.load(ordering: .acquiring)
      || outcome.pageNanoseconds.count < minimumPages
    {
      if shared.hasFailed { return }
      let entry = entries[place]
      place = place + 1 == entries.count ? 0 : place + 1
      let position: PageRequest.Place =
        isByCursor ? .cursor(try reader.cursor(after: entry, .older)) : .after(entry, .older)
      let request = PageRequest(position, limit: pageLimit)
      let start = ContinuousClock.now
      do throws(SourceError) {
        try reader.fill(&page, with: request)
      } catch  where error.code == .busy {
        outcome.busyPages += 1
        continue
      }
      outcome.pageNanoseconds.append(nanoseconds(since: start))
      if !isInOrder(page, below: entry) { outcome.wrongPages += 1 }
    }
  }

  private func isInOrder(_ page: Page, below entry: ListEntry) -> Bool {
    var last = entry
    for row in page.rows {
      guard row.entry < last else { return false }
      last = row.entry
    }
    return true
  }

  private func nanoseconds(since start: ContinuousClock.Instant) -> UInt64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// What the threads share.
  private final class Shared: Sendable {
    let isWritten = Atomic(false)
    private let state = Mutex((outcome: Outcome(), failure: SourceError?.none))

    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// Adds what a body did, up to its error if it throws one.
    func add(_ body: (inout Outcome) throws(SourceError) -> Void) {
      var part = Outcome()
      var failure: SourceError?
      do throws(SourceError) { try body(&part) } catch { failure = error }
      state.withLock { state in
        state.outcome.pageNanoseconds += part.pageNanoseconds
        state.outcome.batchNanoseconds += part.batchNanoseconds
        state.outcome.busyPages += part.busyPages
        state.outcome.busyBatches += part.busyBatches
        state.outcome.wrongPages += part.wrongPages
        if state.failure == nil { state.failure = failure }
      }
    }

    func result() -> (Outcome, SourceError?) { state.withLock { ($0.outcome, $0.failure) } }
  }
}
