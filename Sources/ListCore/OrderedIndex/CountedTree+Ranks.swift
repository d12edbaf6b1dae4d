extension CountedTree {
  /// Where an id was found, as far as it could be told in passing.
  private struct Finding {
    var tag: UInt32
    /// The place in the table of the id's leaf.
    var place: Int
    /// The leaf that may have the id.
    var leaf = noNode
  }

  /// Writes the rank of each id, -1 for an absent one, overlapping cache misses: the lines of the
  /// table are read first, then the leaves' first lines, then the way up from each leaf.
  func ranks(
    of ids: UnsafeBufferPointer<ItemID>, into ranks: UnsafeMutableBufferPointer<Int>,
    tally: inout some VisitTally
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Finding.self, capacity: IndexBatch.ranksSize) {
      (findings: UnsafeMutableBufferPointer<Finding>) in
      var start = 0
      while start < ids.count {
        let count = Swift.min(IndexBatch.ranksSize, ids.count - start)
        // SAFETY: all indices are below `ids.count`, which is that of `ranks`; findings below `count`
        // are initialised by the first loop.
        var sum: UInt32 = 0
        for index in 0..<count {
          let tag = IDTable.tag(of: unsafe ids[start + index])
          let home = table.home(of: tag)
          sum ^= UInt32(truncatingIfNeeded: table.entry(at: home))
          unsafe findings.initializeElement(at: index, to: Finding(tag: tag, place: home))
        }
        for index in 0..<count {
          let tag = unsafe findings[index].tag
          let entry = table.entry(
            at: table.firstPlace(of: tag, from: unsafe findings[index].place))
          if IDTable.isEntry(entry, of: tag) {
            let number = IDTable.number(ofEntry: entry)
            unsafe findings[index].leaf = number
            let node = leaf(number)
            sum ^= node.header.parent ^ UInt32(truncatingIfNeeded: node.lastFingerprint)
          }
        }
        keepAlive(sum)
        for index in 0..<count {
          let id = unsafe ids[start + index]
          let finding = unsafe findings[index]
          tally.visit()
          let slot = finding.leaf == noNode ? -1 : leaf(finding.leaf).slot(of: id, tag: finding.tag)
          var found = Location(place: finding.place, leaf: finding.leaf, slot: slot)
          if slot < 0 { found = find(id, tag: finding.tag, tally: &tally) }
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
