extension RowBranch {
  /// The child in a slot.
  func child(_ slot: Int) -> Child {
    let before = totals(before: slot)
    let behind = totals(before: slot + 1)
    return Child(
      number: number(slot), rows: behind.rows - before.rows, height: behind.height - before.height)
  }

  /// The slot of a child by its number, which is here.
  func slot(ofChild number: UInt32) -> Int {
    for slot in 0..<childCount where self.number(slot) == number { return slot }
    preconditionFailure("child not in its parent")
  }

  /// Replaces all children; `child` may read of this node what lies behind `slot`.
  func fill(_ count: Int, _ child: (_ slot: Int) -> Child) {
    childCount = count
    var totals = Totals(rows: 0, height: 0)
    for slot in 0..<Self.slotCount {
      let child = slot < count ? child(slot) : nil
      setTotals(before: slot, totals)
      guard let child else { continue }
      setNumber(slot, child.number)
      totals.rows += child.rows
      totals.height += child.height
    }
  }

  /// Appends a child.
  func append(_ child: Child, _ lanes: RowLanes.View) {
    let slot = childCount
    childCount = slot + 1
    setNumber(slot, child.number)
    addRows(child.rows, to: slot, lanes)
    addHeight(child.height, to: slot, lanes)
  }

  /// Gives slots from one on what others have had before them; `source` never falls.
  private func remap(from first: Int, spare: RowBranch, _ source: (_ slot: Int) -> Int) {
    spare.copy(self)
    for slot in first..<Self.slotCount {
      setTotals(before: slot, spare.totals(before: source(slot)))
    }
  }

  /// Keeps the first `count` children.
  func removeChildren(from count: Int, spare: RowBranch) {
    remap(from: count, spare: spare) { _ in count }
    childCount = count
  }

  /// Removes the child behind a slot; its rows and height go to the one in the slot.
  func mergeNext(into slot: Int, spare: RowBranch) {
    remap(from: slot + 1, spare: spare) { Swift.min($0 + 1, Self.slotCount - 1) }
    closeNumbers(at: slot + 1)
  }

  /// Removes a child without rows.
  func remove(at slot: Int, spare: RowBranch) {
    assert(child(slot).rows == 0 && child(slot).height == 0, "child not empty")
    remap(from: slot + 1, spare: spare) { Swift.min($0 + 1, Self.slotCount - 1) }
    closeNumbers(at: slot)
  }

  private func closeNumbers(at slot: Int) {
    childCount -= 1
    for slot in slot..<childCount { setNumber(slot, number(slot + 1)) }
  }

  /// Moves height and rows from the child in a slot to a new one behind it.
  func insert(_ child: Child, splitFrom slot: Int, spare: RowBranch, _ lanes: RowLanes.View) {
    let count = childCount
    childCount = count + 1
    if slot + 1 < count {
      remap(from: slot + 2, spare: spare) { $0 - 1 }
      var place = count
      while place > slot + 1 {
        setNumber(place, number(place - 1))
        place -= 1
      }
    }
    setNumber(slot + 1, child.number)
    addRows(-child.rows, to: slot, lanes)
    addRows(child.rows, to: slot + 1, lanes)
    addHeight(-child.height, to: slot, lanes)
    addHeight(child.height, to: slot + 1, lanes)
  }
}
