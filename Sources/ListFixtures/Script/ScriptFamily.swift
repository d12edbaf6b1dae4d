/// A parent and its children: neighbours in birth.
///
/// The parent is the oldest, so in a newest-first snapshot it is the one with the largest slot.
struct ScriptFamily: Sendable {
  /// The parent's item number.
  let parent: Int
  /// From one member to the next younger one, 1 or -1.
  private let step: Int
  private let childCount: Int

  /// The family that an item belongs to.
  init(of number: Int, childCount: Int, itemCount: Int, order: ListOrder) {
    let size = childCount + 1
    self.childCount = childCount
    if number < itemCount {
      let first = number / size * size
      parent = order == .newestFirst ? first + childCount : first
      step = order == .newestFirst ? -1 : 1
    } else {
      parent = itemCount + (number - itemCount) / size * size
      step = 1
    }
  }

  /// A child's item number; the oldest one is 0.
  func child(_ index: Int) -> Int { parent + step * (index + 1) }

  /// Whether all members were born.
  func isBorn(itemCount: Int, born: Int) -> Bool {
    let isInSnapshot = step < 0 || parent < itemCount
    return isInSnapshot
      ? max(parent, child(childCount - 1)) < itemCount
      : parent + childCount < born
  }
}
