/// Views for rows, reused by type: small numbers that stand for views, handed out and taken back.
///
/// A list shows ever other rows in the same few views. The pool decides which: `take` gives a free view of
/// the row's type or, if there is none, the number of a new one, which the caller then makes. What a view
/// shows arrives later (an image, a measured text), when the view may show another row already, so each
/// use of a view is a `Binding` with a generation, and `isCurrent` says whether a late answer still has
/// its view. A view that was given back shows nothing until it is taken again.
///
/// One owner. Once every view that the screen needs exists, nothing allocates.
///
/// Invariants:
/// 1. Every slot is either bound or in the list of free slots of its type, and there once.
/// 2. `boundCount` slots are bound.
public struct RowPool: Sendable {
  /// One use of a view.
  @frozen
  public struct Binding: Hashable, Sendable {
    /// The number of the view, from 0, dense.
    public let slot: Int
    /// Which use of the view this is; the next one has another.
    public let generation: UInt64

    @inlinable
    init(slot: Int, generation: UInt64) {
      self.slot = slot
      self.generation = generation
    }
  }

  private struct Slot {
    var type: Int
    /// Counts takes and returns: odd while bound.
    var generation: UInt64
    /// The item that the view shows.
    var item: ItemID
    /// The next free slot of the type, or -1.
    var nextFree: Int
  }

  private var slots: [Slot] = []
  /// The first free slot of each type, or -1.
  private var firstFree: [Int]
  /// How many views are in use.
  public private(set) var boundCount = 0

  /// Makes a pool without views for row types `0 ..< typeCount`.
  ///
  /// Traps unless `typeCount > 0`.
  public init(typeCount: Int) {
    precondition(typeCount > 0, "no row type")
    firstFree = Array(repeating: -1, count: typeCount)
  }

  /// How many views exist.
  public var slotCount: Int { slots.count }

  /// Takes a view for a row of a type that shows an item.
  ///
  /// If the slot is `slotCount` as it was before, the view is new and the caller makes it. Of the free
  /// views the one given back last is taken. Traps unless `type` is one of the pool's.
  ///
  /// - Complexity: O(1); allocates only for new views, amortised.
  public mutating func take(type: Int, for item: ItemID) -> Binding {
    precondition(type >= 0 && type < firstFree.count, "row type out of range")
    boundCount += 1
    let free = firstFree[type]
    if free < 0 {
      slots.append(Slot(type: type, generation: 1, item: item, nextFree: -1))
      return Binding(slot: slots.count - 1, generation: 1)
    }
    firstFree[type] = slots[free].nextFree
    slots[free].generation += 1
    slots[free].item = item
    slots[free].nextFree = -1
    return Binding(slot: free, generation: slots[free].generation)
  }

  /// Gives a view back.
  ///
  /// Traps unless the binding is current: nothing is given back twice.
  ///
  /// - Complexity: O(1); no allocation.
  public mutating func giveBack(_ binding: Binding) {
    precondition(isCurrent(binding), "binding not current")
    let type = slots[binding.slot].type
    slots[binding.slot].generation += 1
    slots[binding.slot].nextFree = firstFree[type]
    firstFree[type] = binding.slot
    boundCount -= 1
  }

  /// Whether the view still shows what it was taken for.
  ///
  /// - Complexity: O(1); no allocation.
  public func isCurrent(_ binding: Binding) -> Bool {
    binding.slot >= 0 && binding.slot < slots.count
      && slots[binding.slot].generation == binding.generation && binding.generation & 1 == 1
  }

  /// The item that a view shows, or nil if it is free.
  ///
  /// Traps unless `0 <= slot < slotCount`.
  ///
  /// - Complexity: O(1); no allocation.
  public func item(inSlot slot: Int) -> ItemID? {
    precondition(slot >= 0 && slot < slots.count, "slot out of range")
    return slots[slot].generation & 1 == 1 ? slots[slot].item : nil
  }

  /// The row type of a view.
  ///
  /// Traps unless `0 <= slot < slotCount`.
  public func type(ofSlot slot: Int) -> Int {
    precondition(slot >= 0 && slot < slots.count, "slot out of range")
    return slots[slot].type
  }

  /// Traps unless every invariant of the pool holds.
  ///
  /// - Complexity: O(slots).
  public func checkInvariants() {
    var isFree = Array(repeating: false, count: slots.count)
    for type in firstFree.indices {
      var slot = firstFree[type]
      while slot >= 0 {
        precondition(!isFree[slot], "row pool invariant 1: slot twice in a list")
        precondition(slots[slot].type == type, "row pool invariant 1: slot in another type's list")
        isFree[slot] = true
        slot = slots[slot].nextFree
      }
    }
    for slot in slots.indices {
      precondition(
        isFree[slot] == (slots[slot].generation & 1 == 0), "row pool invariant 1: slot lost")
    }
    precondition(
      isFree.count { !$0 } == boundCount, "row pool invariant 2: bound count")
  }
}
