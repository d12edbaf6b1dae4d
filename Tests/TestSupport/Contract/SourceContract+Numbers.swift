import ListCore
import ListSource

extension SourceContract {
  /// Counts, totals, and the sequence number.
  mutating func checkNumbers() throws {
    let count = model.rows.count
    try expect(try attempt("count") { try source.count() }, count, "count")
    try expect(try attempt("sequence") { try source.sequence() }, model.sequence, "sequence")
    let exact = try attempt("exact total") { try source.total(.exact) }
    try expect(exact, Total(count), "exact total")
    let cap = random.pick([0, 1, max(0, count - 1), count, count + 1, .max])
    let capped = try attempt("total up to \(cap)") { try source.total(.capped(cap)) }
    try expect(capped, Total(min(cap, count), hasMore: count > cap), "total up to \(cap)")
    let estimate = try attempt("estimated total") { try source.total(.estimated) }
    try expect(
      estimate.count >= 0 && !estimate.hasMore && (estimate.isEstimate || estimate == exact),
      "estimated total \(estimate) of \(count)")
  }

  /// Where items stand: of those that are there, were there, and never were.
  mutating func checkEntry() throws {
    for _ in 0..<3 {
      let id = randomEntry().id
      let found = try attempt("entry of \(id)") { try source.entry(of: id) }
      try expect(found, model.entry(of: id), "entry of \(id)")
    }
  }

  /// Changes after a sequence number, from the whole log.
  mutating func checkChanges() throws {
    let kept = min(model.log.count, promise.keptChanges)
    let past = random.pick([
      0, 1, kept, model.log.count, random.next(below: kept + 1),
      random.next(below: model.log.count + 1),
    ])
    let after = model.sequence - UInt64(min(past, model.log.count))
    let limit = random.pick([1, 2, 50, ChangeBatch.maximumCount])
    let text = "changes after \(after), at most \(limit)"
    let last: UInt64
    do {
      last = try source.fill(&batch, after: after, limit: limit)
    } catch let error where error.code == .changesGone && past > kept {
      changesGoneCount += 1
      try expect(batch == ChangeBatch(), "\(text): changes beside an error")
      return
    } catch {
      throw failure("\(text): \(error)")
    }
    try expect(last, model.sequence, "\(text): last number")
    let expected = model.changes(after: after, limit: limit)
    let changes = batch.modelChanges
    try expect(changes.count, expected.count, "\(text): number of changes")
    for (change, other) in zip(changes, expected) where change != other {
      throw failure("\(text): \(change), not \(other)")
    }
  }
}
