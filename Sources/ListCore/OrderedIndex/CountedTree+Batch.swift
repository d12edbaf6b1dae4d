extension CountedTree {
  // MARK: - Batches

  mutating func upsert(
    _ entries: UnsafeBufferPointer<ListEntry>, tally: inout some VisitTally
  ) -> OrderedIndex.BatchOutcome {
    var outcome = OrderedIndex.BatchOutcome()
    var start = 0
    while start < entries.count {
      var batch = batchMemory.emptySteps()
      // SAFETY: all indices are below `entries.count`.
      while start < entries.count, batch.append(unsafe entries[start], .upserting) { start += 1 }
      run(&batch, tally: &tally)
      outcome.add(batch)
    }
    return outcome
  }

  mutating func apply(
    _ changes: UnsafeBufferPointer<Change>, tally: inout some VisitTally
  ) -> OrderedIndex.BatchOutcome {
    var outcome = OrderedIndex.BatchOutcome()
    var start = 0
    while start < changes.count {
      var batch = batchMemory.emptySteps()
      while start < changes.count {
        // SAFETY: all indices are below `changes.count`.
        let change = unsafe changes[start]
        let entry = ListEntry(key: change.key, id: change.id)
        if !batch.append(entry, change.operation == .delete ? .removing : .upserting) { break }
        start += 1
      }
      run(&batch, tally: &tally)
      outcome.add(batch)
    }
    return outcome
  }

  /// Does the operations of a batch, as if one after the other: every id is in one of them alone.
  ///
  /// All ids are looked up first, then everything leaves its old place, then what has a new place is
  /// put there in order, leaf by leaf. So misses of the cache overlap, and a leaf that gets several
  /// entries is opened once.
  ///
  /// - Complexity: O(k log n) for k operations; O(k + leaves) where inserts are neighbours.
  @inline(__always)
  mutating func run(_ batch: inout BatchSteps, tally: inout some VisitTally) {
    locate(&batch, tally: &tally)
    for index in 0..<batch.count {
      let outcome = batch[index].outcome
      if outcome == .removed || outcome == .moved { takeOut(batch[index], tally: &tally) }
    }
    if batch.insertCount > 0 { insert(batch, tally: &tally) }
  }

  // MARK: - Finding

  /// Finds all ids and decides what becomes of each; notes those that get a place.
  ///
  /// Reads level by level what will be needed: the lines of the table, the leaves' first lines, the
  /// lines that removals move.
  @inline(__always)
  private mutating func locate(_ batch: inout BatchSteps, tally: inout some VisitTally) {
    var sum: UInt32 = 0
    let reads = !fitsCache
    for index in 0..<batch.count {
      let home = table.home(of: batch[index].tag)
      sum ^= UInt32(truncatingIfNeeded: table.entry(at: home))
      batch[index].place = home
    }
    for index in 0..<batch.count {
      let tag = batch[index].tag
      let place = table.firstPlace(of: tag, from: batch[index].place)
      let entry = table.entry(at: place)
      batch[index].place = place
      if IDTable.isEntry(entry, of: tag) {
        let number = IDTable.number(ofEntry: entry)
        batch[index].leaf = number
        let node = leaf(number)
        sum ^= node.header.parent ^ UInt32(truncatingIfNeeded: node.lastFingerprint)
      }
    }
    for index in 0..<batch.count {
      let step = batch[index]
      if step.leaf == noNode {
        decide(&batch, index, isHere: false)
        continue
      }
      var found = Location(place: step.place, leaf: step.leaf, slot: -1)
      tally.visit()
      found.slot = leaf(step.leaf).slot(of: step.entry.id, tag: step.tag)
      if found.slot < 0 { found = find(step.entry.id, tag: step.tag, tally: &tally) }
      if found.leaf == noNode {
        decide(&batch, index, isHere: false)
        continue
      }
      batch[index].place = found.place
      batch[index].leaf = found.leaf
      batch[index].slot = UInt32(truncatingIfNeeded: found.slot)
      decide(&batch, index, isHere: true)
      if reads, batch[index].outcome == .moved || batch[index].outcome == .removed {
        let node = leaf(found.leaf)
        sum ^= node.touched(from: found.slot) ^ inner(orRoot: node.header.parent)
      }
    }
    readAhead ^= sum
  }

  /// Decides what becomes of an operation whose id is in the list, or is not.
  @inline(__always)
  private func decide(_ batch: inout BatchSteps, _ index: Int, isHere: Bool) {
    let step = batch[index]
    if step.outcome == .stale { return }
    if step.outcome == .removing {
      batch[index].outcome = isHere ? .removed : .absent
    } else if !isHere {
      batch[index].outcome = .inserted
      batch.addInsert(index)
    } else if leaf(step.leaf).key(at: Int(step.slot)) == step.entry.key {
      batch[index].outcome = .unchanged
    } else {
      batch[index].outcome = .moved
      batch.addInsert(index)
    }
  }

  /// Something of an inner node's first line; 0 without one.
  @inline(__always)
  private func inner(orRoot number: UInt32) -> UInt32 {
    number == noNode ? 0 : inner(number).header.parent
  }

  // MARK: - Removing

  /// Takes an id out of its leaf, and out of the table unless it gets another place.
  @inline(__always)
  private mutating func takeOut(_ step: BatchStep, tally: inout some VisitTally) {
    let found = find(step, tally: &tally)
    if step.outcome == .removed {
      remove(at: found, tally: &tally)
    } else {
      // The table entry is held while the id is in no leaf: a merge retargets entries that equal it.
      table.replace(found.place, tag: step.tag, number: IDTable.heldNumber)
      takeOut(leaf: found.leaf, slot: found.slot, tally: &tally)
    }
  }

  /// Where an id is that was at a step's place before other operations; quickly if it is there still.
  @inline(__always)
  private func find(_ step: BatchStep, tally: inout some VisitTally) -> Location {
    let slot = Int(truncatingIfNeeded: step.slot)
    if table.isEntry(at: step.place, tag: step.tag, number: step.leaf), leaves.contains(step.leaf),
      slot < leaf(step.leaf).count, leaf(step.leaf).id(at: slot) == step.entry.id
    {
      return Location(place: step.place, leaf: step.leaf, slot: slot)
    }
    return find(step.entry.id, tag: step.tag, tally: &tally)
  }

  // MARK: - Inserting

  /// Puts the inserts of a batch into their leaves, in order, a leaf's all at once.
  @inline(__always)
  private mutating func insert(_ batch: BatchSteps, tally: inout some VisitTally) {
    if batch.insertCount > maximumCount &- count { checkRoom(for: batch) }
    batch.sortInserts()
    if !fitsCache { readAhead ^= touchTargets(batch) }
    var position = 0
    while position < batch.insertCount {
      let entry = batch.entry(ofInsert: position)
      if !finger.covers(entry.key) {
        if otherFinger.covers(entry.key) {
          swap(&finger, &otherFinger)
        } else {
          otherFinger = finger
          finger = fingerNear(entry, tally: &tally)
        }
      }
      tally.visit()
      var number = finger.leaf
      if leaf(number).count == Shape.leafCapacity {
        number = split(number, slot: leaf(number).lowerBound(of: entry)).leaf
      }
      let limit = Swift.min(
        batch.insertCount, position &+ Shape.leafCapacity &- leaf(number).count)
      var end = position &+ 1
      if finger.leaf == number {
        while end < limit, finger.covers(batch.entry(ofInsert: end).key) { end &+= 1 }
      }
      leaf(number).insert(position..<end, of: batch)
      addEntries(end &- position, above: number, tally: &tally)
      enter(position..<end, of: batch, into: number)
      position = end
    }
  }

  /// Traps unless there is room for the inserts of a batch that are no moves.
  @inline(never)
  private func checkRoom(for batch: BatchSteps) {
    var added = 0
    for position in 0..<batch.insertCount
    where batch[batch.insert(at: position)].outcome == .inserted { added += 1 }
    precondition(added <= maximumCount - count, "index full")
  }

  /// As `finger(to:)` for an entry that is not before the finger's leaf: often in one of the next.
  @inline(__always)
  private func fingerNear(_ entry: ListEntry, tally: inout some VisitTally) -> Finger {
    if finger.leaf != noNode, finger.low < entry.key {
      let header = leaf(finger.leaf).header
      if header.parent != noNode {
        let node = inner(header.parent)
        let slot = node.slot(of: finger.leaf, hint: header.slotHint)
        if slot &+ 1 < node.count, entry < node.separator(at: node.count &- 1) {
          tally.visit()
          let place = node.slot(for: entry)
          if place > 0 {
            return Finger(
              leaf: node.child(at: place), low: node.separator(at: place).key,
              high: node.separator(at: place &+ 1).key)
          }
        }
      }
    }
    return finger(to: entry, tally: &tally)
  }

  /// Tells the table where inserts are.
  @inline(__always)
  private mutating func enter(_ positions: Range<Int>, of batch: BatchSteps, into number: UInt32) {
    for position in positions {
      let step = batch[batch.insert(at: position)]
      if step.outcome == .moved {
        table.retarget(tag: step.tag, from: IDTable.heldNumber, to: number)
        continue
      }
      if table.isFull { table.grow() }
      let place =
        table.isFirstPlace(step.place, of: step.tag)
        ? step.place : table.firstPlace(of: step.tag)
      table.insert(tag: step.tag, number: number, at: place)
      count &+= 1
    }
  }

  /// Whether the tree is so small that the processor has it at hand, and reading ahead only costs.
  @inline(__always) private var fitsCache: Bool { count < 1 << 16 }

  /// Reads the leaves where inserts will go that are not near a finger.
  @inline(__always)
  private func touchTargets(_ batch: BatchSteps) -> UInt32 {
    var sum: UInt32 = 0
    var tally = NoTally()
    var near = finger
    for position in 0..<batch.insertCount {
      let entry = batch.entry(ofInsert: position)
      if near.covers(entry.key) || finger.covers(entry.key) || otherFinger.covers(entry.key) {
        continue
      }
      near = finger(to: entry, tally: &tally)
      let node = leaf(near.leaf)
      sum ^= node.header.parent ^ node.touched(from: 0)
    }
    return sum
  }
}

extension OrderedIndex.BatchOutcome {
  /// Counts what a batch has done.
  @inline(__always)
  mutating func add(_ batch: BatchSteps) {
    for index in 0..<batch.count {
      switch batch[index].outcome {
      case .inserted: inserted &+= 1
      case .moved: moved &+= 1
      case .unchanged: unchanged &+= 1
      case .removed: removed &+= 1
      case .absent: absent &+= 1
      case .upserting, .removing, .stale: preconditionFailure("operation not done")
      }
    }
  }
}
