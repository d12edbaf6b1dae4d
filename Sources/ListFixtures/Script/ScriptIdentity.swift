import ListCore

/// Which item an id is, both ways: ids of birth numbers, and the numbers under which a scripted list
/// keeps its items.
///
/// Item number `i` is the snapshot's slot `i`; inserted items follow in the order of their inserts.
struct ScriptIdentity: Sendable {
  /// The ids next to which extreme ids stand, in the order in which births are dealt to them.
  private static let centres: [UInt64] = [0, 1 << 31, 1 << 53, 1 << 32, (1 << 63) - 1]

  private let cipher: IdentityCipher
  private let shareKey: UInt64
  /// Of a thousand ids, how many stand just below 2^64; nil: ids are scattered.
  private let unsignedPermille: Int?
  let itemCount: Int

  init(seed: SeedKey, identity: ScriptTraits.Identity, itemCount: Int) {
    cipher = IdentityCipher(key: seed.key(of: .identity))
    shareKey = seed.key(of: .scriptIdentity)
    if case .extremes(let permille) = identity {
      unsignedPermille = permille
    } else {
      unsignedPermille = nil
    }
    self.itemCount = itemCount
  }

  // MARK: - Births

  /// The birth number of an item number.
  @inline(__always)
  func birth(ofNumber number: Int) -> UInt64 {
    number < itemCount
      ? UInt64(truncatingIfNeeded: number)
      : GeneratedList.firstInsertBirth &+ UInt64(truncatingIfNeeded: number &- itemCount)
  }

  /// The id of the item with a birth number.
  @inline(__always)
  func id(ofBirth birth: UInt64) -> ItemID {
    guard let permille = unsignedPermille else { return cipher.id(ofBirth: birth) }
    return extreme(ofBirth: birth, permille: permille)
  }

  /// The id of an item number.
  @inline(__always)
  func id(ofNumber number: Int) -> ItemID { id(ofBirth: birth(ofNumber: number)) }

  /// The number of the item with an id, whether or not it is born; nil for an id that no birth has.
  @inline(__always)
  func number(of id: ItemID) -> Int? {
    guard let birth = unsignedPermille == nil ? cipher.birth(of: id) : birth(ofExtreme: id)
    else { return nil }
    if birth < UInt64(itemCount) { return Int(birth) }
    guard birth >= GeneratedList.firstInsertBirth else { return nil }
    return itemCount + Int(birth - GeneratedList.firstInsertBirth)
  }

  // MARK: - Extremes

  /// The snapshot's births take the even places next to the edges, inserts the odd ones, so that
  /// an id depends on its birth alone.
  private func extreme(ofBirth birth: UInt64, permille: Int) -> ItemID {
    let isInserted = birth >= GeneratedList.firstInsertBirth
    let index = isInserted ? birth - GeneratedList.firstInsertBirth : birth
    let place = index &* 2 &+ (isInserted ? 1 : 0)
    if Mixer.bounded(Mixer.word(shareKey, birth), 1000) < permille { return ItemID(.max - place) }
    let (distance, edge) = place.quotientAndRemainder(dividingBy: UInt64(Self.centres.count))
    switch edge {
    case 0: return ItemID(distance)
    case 4: return ItemID(Self.centres[4] - distance)
    default:
      // On the edge, below it, above it, and so on outwards.
      let centre = Self.centres[Int(edge)]
      return ItemID(distance & 1 == 1 ? centre - (distance + 1) / 2 : centre + distance / 2)
    }
  }

  private func birth(ofExtreme id: ItemID) -> UInt64? {
    guard let place = place(ofExtreme: id.rawValue) else { return nil }
    let birth = place & 1 == 1 ? GeneratedList.firstInsertBirth + place / 2 : place / 2
    return self.id(ofBirth: birth) == id ? birth : nil
  }

  /// The place that an id would have; nil when it is far from every edge.
  private func place(ofExtreme id: UInt64) -> UInt64? {
    let reach: UInt64 = 1 << 25
    let edges = UInt64(Self.centres.count)
    if id > .max - reach { return .max - id }
    if id < reach { return id * edges }
    for edge in 1...3 {
      let centre = Self.centres[edge]
      if id >= centre && id - centre < reach { return (id - centre) * 2 * edges + UInt64(edge) }
      if id < centre && centre - id < reach {
        return ((centre - id) * 2 - 1) * edges + UInt64(edge)
      }
    }
    let last = Self.centres[4]
    return id <= last && last - id < reach ? (last - id) * edges + 4 : nil
  }
}
