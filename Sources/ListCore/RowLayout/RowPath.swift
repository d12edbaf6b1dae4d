/// The branches from the root to a leaf and the slot taken in each, 32 levels at most, and a branch to
/// copy to.
@safe
struct RowPath: ~Copyable {
  private let steps: UnsafeMutablePointer<(branch: RowBranch, slot: Int)>
  private let node: UnsafeMutableRawPointer

  static var largestDepth: Int { 32 }
  static var byteCount: Int { largestDepth * 16 + RowBranch.byteCount }

  init() {
    unsafe steps = .allocate(capacity: Self.largestDepth)
    unsafe node = .allocate(byteCount: RowBranch.byteCount, alignment: 64)
  }

  deinit {
    unsafe steps.deallocate()
    unsafe node.deallocate()
  }

  /// A branch that is no part of the tree, of undefined bytes.
  var spare: RowBranch {
    // SAFETY: the node has the size of a branch.
    unsafe RowBranch(at: node)
  }

  /// The step at a level; those of a path just walked are valid until nodes are added or removed.
  @inline(__always)
  subscript(level: Int) -> (branch: RowBranch, slot: Int) {
    get {
      assert(level >= 0 && level < Self.largestDepth, "level out of range")
      // SAFETY: the owner reads the levels that it has written.
      return unsafe steps[level]
    }
    nonmutating set {
      assert(level >= 0 && level < Self.largestDepth, "level out of range")
      // SAFETY: the level is inside the buffer, and steps are trivial.
      unsafe (steps + level).initialize(to: newValue)
    }
  }
}
