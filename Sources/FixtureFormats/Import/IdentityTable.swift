/// Numbers for ids that are no numbers: 1, 2, 3 … by first appearance.
///
/// A hash table with open addressing over one run of bytes, so that ids are compared byte for byte and
/// nothing depends on how the standard library hashes or compares strings.
struct IdentityTable {
  private var bytes: [UInt8] = []
  /// Where each id ends in `bytes`.
  private var ends: [Int] = []
  /// Numbers by hash, 0 where there is none.
  ///
  /// The count is a power of two, more than half of it is empty.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// How many ids there are.
  var count: Int { ends.count }

  /// The number of an id, or nil.
  func number(of id: Span<UInt8>) -> UInt64? {
    let found = slots[slot(of: id)]
    return found == 0 ? nil : UInt64(found)
  }

  /// The number of an id, which is given one if it has none.
  mutating func add(_ id: Span<UInt8>) -> UInt64 {
    let slot = slot(of: id)
    if slots[slot] != 0 { return UInt64(slots[slot]) }
    precondition(ends.count < Int(UInt32.max), "fewer than 2^32 ids")
    for index in id.indices { bytes.append(id[index]) }
    ends.append(bytes.count)
    slots[slot] = UInt32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return UInt64(ends.count)
  }

  /// The id that has a number.
  func id(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 1 ? 0 : ends[number - 2])..<ends[number - 1]]
  }

  private func slot(of id: Span<UInt8>) -> Int {
    var slot = Self.hash(id) & (slots.count - 1)
    while slots[slot] != 0, !equals(Int(slots[slot]), id) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func equals(_ number: Int, _ id: Span<UInt8>) -> Bool {
    let known = self.id(number)
    guard known.count == id.count else { return false }
    for index in id.indices where known[known.startIndex + index] != id[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for number in 1...ends.count {
      var slot = Self.hash(Array(id(number)).span) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number)
    }
  }

  /// Source: FNV-1a, 64 bits (Fowler, Noll, Vo), with its high half folded in.
  private static func hash(_ id: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in id.indices { hash = (hash ^ UInt64(id[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
