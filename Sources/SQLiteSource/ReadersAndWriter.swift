public import ListCore
public import ListSource
internal import Synchronization

/// Readers that fetch pages of a file while one writer applies changes to it: how long either takes.
public struct ReadersAndWriter: Sendable {
  /// The file.
  public var path: String
  /// Signs the cursors.
  public var secret: [UInt8]
  /// The journal that the file gets before anybody reads.
  public var journal: SQLiteSource.Options.Journal
  /// How pages are asked for.
  public var form: QueryForm
  /// Threads that read, each with a connection of its own; from 1.
  public var readerCount = 2
  /// Rows of a page.
  public var pageLimit = 20
  /// How long a call waits for a lock.
  public var busyTimeoutMilliseconds: Int32 = 1_000

  /// What came of it.
  public struct Outcome: Sendable {
    /// How long every page took, in nanoseconds, readers one after the other.
    public var pageNanoseconds: [UInt64] = []
    /// How long every batch took until it was committed, in nanoseconds.
    public var batchNanoseconds: [UInt64] = []
    /// Pages that were refused because the file was locked, and asked for again.
    public var busyPages = 0
    /// Batches that were refused because the file was locked, and applied again.
    public var busyBatches = 0
    /// Pages that cannot be of one state of the list: not in order, or not beside the entry they were asked by.
    public var wrongPages = 0
  }

  /// Makes readers and a writer of a file.
  public init(
    path: String, secret: [UInt8], journal: SQLiteSource.Options.Journal,
    form: QueryForm = .cursor
  ) {
    self.path = path
    self.secret = secret
    self.journal = journal
    self.form = form
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
    var options = SQLiteSource.Options(form: form, isWritable: true, journal: journal)
    options.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    let writer = try SQLiteSource(path: path, secret: secret, options: options)
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
    _ batches: [ChangeBatch], to writer: SQLiteSource, _ outcome: inout Outcome
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
    var options = SQLiteSource.Options(form: form)
    options.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    let reader = try SQLiteSource(path: path, secret: secret, options: options)
    var page = Page()
    var place = number * entries.count / readerCount
    while !shared.isWritten.load(ordering: .acquiring)
      || outcome.pageNanoseconds.count < minimumPages
    {
      if shared.hasFailed { return }
      let entry = entries[place]
      place = place + 1 == entries.count ? 0 : place + 1
      let request = PageRequest(try reader.place(beside: entry, .older), limit: pageLimit)
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
