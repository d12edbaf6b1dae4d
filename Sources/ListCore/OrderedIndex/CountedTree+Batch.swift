/// Where the operations of a batch will go, as far as could be told before the first of them ran.
///
/// All of it is a guess that its user checks: the batch's own operations may have moved everything.
@safe
struct BatchPlan {
  /// What is known of one operation.
  struct Step {
    var tag: UInt32
    /// The place in the table of the id's leaf.
    var place = -1
    /// The leaf that has the id.
    var leaf = noNode
    /// The id's slot in the leaf.
    var slot: UInt32 = 0
    /// The leaf where the entry will go, if that is not the finger.
    var target = noNode
  }

  private let steps: UnsafeMutableBufferPointer<Step>

  @inline(__always)
  init(_ steps: UnsafeMutableBufferPointer<Step>) { unsafe self.steps = unsafe steps }

  @inline(__always)
  subscript(index: Int) -> Step {
    get {
      assert(index >= 0 && index < IndexBatch.size, "batch step out of range")
      // SAFETY: batches have at most `IndexBatch.size` operations.
      return unsafe steps[index]
    }
    nonmutating set {
      assert(index >= 0 && index < IndexBatch.size, "batch step out of range")
      // SAFETY: see above.
      unsafe steps[index] = newValue
    }
  }

  /// Calls `body` with a plan of undefined steps.
  @inline(__always)
  static func withPlan<Result>(_ body: (BatchPlan) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: IndexBatch.size) {
      body(unsafe BatchPlan($0))
    }
  }
}

extension CountedTree {
  // MARK: - Planning

  /// Whether the tree is so small that the processor has it at hand, and plans only cost.
  ///
  /// MEASURED: mixed upserts at 10^4 items, 123 ns without, 190 with plans; at 10^6, 330 and 245.
  @inline(__always) private var fitsCache: Bool { count < 1 << 16 }

  /// Reads what the operations of a batch will read, level by level, so that their cache misses
  /// overlap: the lines of the table, then the leaves' first lines, then the entries in the leaves.
  ///
  /// Only reads; returns a sum of what it read, for the caller to keep.
  ///
  /// - Parameters:
  ///   - count: Operations, at most `IndexBatch.size`.
  ///   - plan: Gets where each operation's id is.
  ///   - id: The id of an operation.
  @inline(__always)
  func planFinds(_ count: Int, _ plan: BatchPlan, id: (Int) -> ItemID) -> UInt32 {
    if fitsCache {
      for index in 0..<count { plan[index] = BatchPlan.Step(tag: IDTable.tag(of: id(index))) }
      return 0
    }
    var sum: UInt32 = 0
    for index in 0..<count {
      let tag = IDTable.tag(of: id(index))
      let home = table.home(of: tag)
      sum ^= UInt32(truncatingIfNeeded: table.entry(at: home))
      plan[index] = BatchPlan.Step(tag: tag, place: home)
    }
    for index in 0..<count {
      var step = plan[index]
      step.place = table.firstPlace(of: step.tag, from: step.place)
      let entry = table.entry(at: step.place)
      if IDTable.isEntry(entry, of: step.tag) {
        step.leaf = IDTable.number(ofEntry: entry)
        let node = leaf(step.leaf)
        sum ^= node.header.parent ^ UInt32(truncatingIfNeeded: node.lastFingerprint)
      }
      plan[index] = step
    }
    for index in 0..<count where plan[index].leaf != noNode {
      let step = plan[index]
      let slot = leaf(step.leaf).slot(of: id(index), tag: step.tag)
      if slot >= 0 { plan[index].slot = UInt32(truncatingIfNeeded: slot) }
    }
    return sum
  }

  /// Reads what removals of the ids found will move, and the counts above them.
  @inline(__always)
  func planRemovals(_ count: Int, _ plan: BatchPlan) -> UInt32 {
    var sum: UInt32 = 0
    if fitsCache { return 0 }
    for index in 0..<count where plan[index].leaf != noNode {
      let step = plan[index]
      sum ^= leaf(step.leaf).touched(from: Int(step.slot))
    }
    return sum
  }

  /// Finds the leaves where entries will go that are not near the finger, and reads their entries.
  @inline(__always)
  func planInserts(_ count: Int, _ plan: BatchPlan, entry: (Int) -> ListEntry?) -> UInt32 {
    var sum: UInt32 = 0
    if fitsCache { return 0 }
    var tally = NoTally()
    var near = finger
    for index in 0..<count {
      guard let entry = entry(index), !finger.covers(entry.key) else { continue }
      if otherFinger.covers(entry.key) { continue }
      if !near.covers(entry.key) { near = finger(to: entry, tally: &tally) }
      plan[index].target = near.leaf
      sum ^= leaf(near.leaf).header.parent
    }
    var last = noNode
    for index in 0..<count where plan[index].target != last {
      last = plan[index].target
      if last != noNode { sum ^= leaf(last).touched(from: 0) }
    }
    return sum
  }

  /// Plans the upserts of entries.
  @inline(__always)
  mutating func planUpserts(_ count: Int, _ plan: BatchPlan, entry: (Int) -> ListEntry) {
    readAhead ^=
      planFinds(count, plan) { entry($0).id } ^ planRemovals(count, plan)
      ^ planInserts(count, plan) { entry($0) }
  }

  /// Where an id is, or the place where the table would have it and `noNode`; quickly if the plan's
  /// step still holds.
  @inline(__always)
  func find(_ id: ItemID, _ step: BatchPlan.Step, tally: inout some VisitTally) -> Location {
    let place = step.place
    if table.isFirstPlace(place, of: step.tag) {
      let entry = table.entry(at: place)
      if !IDTable.isEntry(entry, of: step.tag) {
        return Location(place: place, leaf: noNode, slot: -1)
      }
      let number = IDTable.number(ofEntry: entry)
      let node = leaf(number)
      let slot = Int(truncatingIfNeeded: step.slot)
      if slot < node.count, node.id(at: slot) == id {
        tally.visit()
        return Location(place: place, leaf: number, slot: slot)
      }
    }
    return find(id, tag: step.tag, tally: &tally)
  }

  // MARK: - Batches

  mutating func upsert(
    _ entries: UnsafeBufferPointer<ListEntry>, tally: inout some VisitTally
  ) -> OrderedIndex.BatchOutcome {
    var outcome = OrderedIndex.BatchOutcome()
    BatchPlan.withPlan { plan in
      var start = 0
      while start < entries.count {
        let count = Swift.min(IndexBatch.size, entries.count - start)
        // SAFETY: all indices are below `entries.count`.
        planUpserts(count, plan) { unsafe entries[start + $0] }
        for index in 0..<count {
          outcome.add(upsert(unsafe entries[start + index], plan[index], tally: &tally))
        }
        start += count
      }
    }
    return outcome
  }

  @inline(__always)
  mutating func upsert(
    _ entry: ListEntry, _ step: BatchPlan.Step, tally: inout some VisitTally
  ) -> OrderedIndex.UpsertOutcome {
    let found = find(entry.id, step, tally: &tally)
    return upsert(entry, tag: step.tag, found: found, target: step.target, tally: &tally)
  }

  mutating func apply(
    _ changes: UnsafeBufferPointer<Change>, tally: inout some VisitTally
  ) -> OrderedIndex.BatchOutcome {
    var outcome = OrderedIndex.BatchOutcome()
    BatchPlan.withPlan { plan in
      var start = 0
      while start < changes.count {
        let count = Swift.min(IndexBatch.size, changes.count - start)
        // SAFETY: all indices are below `changes.count`.
        readAhead ^=
          planFinds(count, plan) { unsafe changes[start + $0].id } ^ planRemovals(count, plan)
          ^ planInserts(count, plan) {
            let change = unsafe changes[start + $0]
            return change.operation == .delete ? nil : ListEntry(key: change.key, id: change.id)
          }
        for index in 0..<count {
          let change = unsafe changes[start + index]
          if change.operation == .delete {
            let found = find(change.id, plan[index], tally: &tally)
            if found.leaf == noNode {
              outcome.absent += 1
            } else {
              remove(at: found, tally: &tally)
              outcome.removed += 1
            }
          } else {
            let entry = ListEntry(key: change.key, id: change.id)
            outcome.add(upsert(entry, plan[index], tally: &tally))
          }
        }
        start += count
      }
    }
    return outcome
  }

  /// Writes the rank of each id, -1 for an absent one.
  func ranks(
    of ids: UnsafeBufferPointer<ItemID>, into ranks: UnsafeMutableBufferPointer<Int>,
    tally: inout some VisitTally
  ) {
    BatchPlan.withPlan { plan in
      var start = 0
      while start < ids.count {
        let count = Swift.min(IndexBatch.size, ids.count - start)
        // SAFETY: all indices are below `ids.count`, which is that of `ranks`.
        keepAlive(planFinds(count, plan) { unsafe ids[start + $0] })
        for index in 0..<count {
          let found = find(unsafe ids[start + index], plan[index], tally: &tally)
          unsafe ranks[start + index] =
            found.leaf == noNode ? -1 : rank(of: found, tally: &tally)
        }
        start += count
      }
    }
  }
}

/// Uses a value, so that what computed it is not optimised away, without writing to memory.
@inline(never)
@_optimize(none)
private func keepAlive(_ value: UInt32) {}
