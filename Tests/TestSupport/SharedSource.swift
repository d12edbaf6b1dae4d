import ListCore
import ListCoreFuzz
import ListSource
import Synchronization

/// A source that several threads read while one writes.
///
/// Ten rows at the head get one version after the other, all ten in a batch that also takes one row away and
/// puts one in. So whoever reads the head sees ten equal versions that never fall, and the count never
/// changes.
package final class SharedSource: Sendable {
  package let source: any ListSource
  private let rowCount: Int
  private let seed: UInt64
  private let pages = Atomic(0)
  private let isWritten = Atomic(false)
  private let failure = Mutex<String?>(nil)

  private static let headCount = 10
  /// The head's rows, one that goes and one that comes.
  package static let changesPerBatch = headCount + 2

  /// Makes a source of some rows.
  package init(
    rows: Int, seed: UInt64, _ make: ([ModelRow]) throws -> any ListSource
  ) rethrows {
    let head = (0..<UInt64(Self.headCount)).map { number in
      ModelRow(
        entry: ListEntry(key: SortKey(.max), id: ItemID(1_000_000 + number)),
        text: Self.text(version: 1))
    }
    source = try make(head.reversed() + .spread(rows))
    rowCount = rows + Self.headCount
    self.seed = seed
  }

  /// Pages that readers compared.
  package var pageCount: Int { pages.load(ordering: .relaxed) }

  /// Reads and writes until all batches are written.
  ///
  /// - Throws: `ContractFailure`, the first one.
  package func run(readers: Int, batches: Int) throws {
    let gotThreads = runOnThreads(readers + 1) { number in
      do {
        if number == 0 {
          defer { self.isWritten.store(true, ordering: .releasing) }
          try self.write(batches)
        } else {
          try self.read(number)
        }
      } catch {
        self.failure.withLock { $0 = $0 ?? String(describing: error) }
      }
    }
    if let text = failure.withLock({ $0 }) { throw ContractFailure("\(text) (seed \(seed))") }
    if !gotThreads { throw ContractFailure("too few threads") }
  }

  private static func text(version: UInt32) -> [UInt8] { Array("version \(version)".utf8) }

  // MARK: - Writing

  private func write(_ batches: Int) throws {
    var sequence: UInt64 = 0
    for number in 0..<batches {
      let version = UInt32(number) + 2
      var batch = ChangeBatch()
      func append(_ operation: Change.Operation, _ entry: ListEntry, _ version: UInt32) {
        sequence += 1
        let change = Change(
          sequence: sequence, operation: operation, id: entry.id, key: entry.key,
          version: version)
        batch.append(
          ModelChange(change, text: operation.bringsText ? Self.text(version: version) : nil))
      }
      for row in 0..<UInt64(Self.headCount) {
        append(.update, ListEntry(key: SortKey(.max), id: ItemID(1_000_000 + row)), version)
      }
      let row = number % (rowCount - Self.headCount)
      let entry = ListEntry(key: SortKey(Int64(row / 4)), id: ItemID(UInt64(row) + 1))
      append(.delete, entry, version)
      append(.insert, entry, version)
      try source.apply(batch)
    }
  }

  // MARK: - Reading

  private func read(_ number: Int) throws {
    var random = SeededRandom(state: seed &+ UInt64(number))
    var page = Page()
    var batch = ChangeBatch()
    var (version, sequence) = (UInt32(1), UInt64(0))
    while true {
      // Once more after the last batch.
      let isLast = isWritten.load(ordering: .acquiring)
      try readHead(&page, &version)
      try readAnywhere(&page, &random)
      try expect(try source.count() == rowCount, "a count inside a batch")
      let last = try source.fill(&batch, after: sequence, limit: 100)
      for element in batch.elements {
        try expect(element.change.sequence == sequence + 1, "a hole in the log")
        sequence += 1
      }
      try expect(
        last >= sequence && last % UInt64(Self.changesPerBatch) == 0,
        "a log that ends inside a batch")
      if isLast { return }
    }
  }

  private func readHead(_ page: inout Page, _ version: inout UInt32) throws {
    try source.fill(&page, with: PageRequest(.head, limit: Self.headCount))
    let rows = page.modelRows
    let first = rows.first?.version ?? 0
    try expect(rows.count == Self.headCount && first >= version, "a version that fell")
    let text = Self.text(version: first)
    try expect(
      rows.allSatisfy { $0.version == first && $0.text == text }, "a head of two batches")
    version = first
    pages.add(1, ordering: .relaxed)
  }

  private func readAnywhere(_ page: inout Page, _ random: inout SeededRandom) throws {
    let rank = random.next(below: rowCount - 100)
    try source.fill(&page, with: PageRequest(.offset(rank), limit: 50))
    try expect(page.rows.count == 50, "a short page")
    guard let next = page.next else { throw ContractFailure("no next") }
    let last = page.rows[49].entry
    try source.fill(&page, with: PageRequest(.cursor(next), limit: 20))
    let entries = [last] + page.rows.map(\.entry)
    try expect(
      entries.count == 21 && zip(entries, entries.dropFirst()).allSatisfy { $0 > $1 },
      "rows out of order")
    pages.add(2, ordering: .relaxed)
  }

  private func expect(_ isMet: Bool, _ text: String) throws {
    if !isMet { throw ContractFailure(text) }
  }
}
