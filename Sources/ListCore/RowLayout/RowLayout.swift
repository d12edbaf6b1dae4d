/// Row heights of a list whose rows come and go: y of a rank and rank at a y, in O(log n).
///
/// A counted tree: leaves (`RowLeaf`) hold the heights of up to 63 rows, branches (`RowBranch`) the rows
/// and heights below up to 255 children, both as running totals. A node is searched without a branch that
/// depends on what is in it, and every node is a number into a slab.
///
/// A row is estimated until its height is set; each leaf keeps a bit for each row that says so.
/// For a list whose rows only are measured and appended, `FixedRowLayout` is faster and smaller.
///
/// Ranks are positions in the list; row 0 is at the top. One owner; reads never write. Limit:
/// `maximumCount` rows; an insert beyond traps, and `checkRoom(forInserting:)` throws before it. Once the slabs
/// have their size, no operation allocates. Memory follows the number of rows, also back down: a node
/// at most a quarter full is merged into a neighbour that has room.
///
/// Invariants:
/// 1. All leaves are `depth` branches below the root; `depth >= 1`.
/// 2. A leaf has 1 to `leafCapacity` rows and a branch 1 to `fanOut` children, but that the only leaf
///    of an empty layout has none.
/// 3. In a leaf no row has a negative height, slots behind the rows have none, and each line's top is the
///    sum of the lines before it.
/// 4. A branch's rows and heights are the sums of what its children hold; its unused slots hold none.
/// 5. Every node but the root knows its parent.
/// 6. `count`, `totalHeight` and `estimatedCount` are the sums over the leaves; no bit is set behind a
///    leaf's rows.
/// 7. The slabs hold no node that the root does not reach.
/// 8. `count` is at most `maximumCount`.
///
/// MEASURED (`heights edited`, 10^6 rows): 0.53 of C++ blocked sums (95%: 0.46 to 0.77); under load up to 0.75.
///
/// MEASURED: the layout is one pointer to its state. As a struct of all its fields it was copied to the
/// stack, 176 bytes, for every call from another module that only reads.
@safe
public struct RowLayout: ~Copyable {
  private struct State: ~Copyable {
    var count = 0
    var estimatedCount = 0
    var root: UInt32 = 0
    var depth = 0
    let leafCapacity: Int
    let fanOut: Int
    var branches = RowSlab<RowBranch.Node>()
    var leaves = RowSlab<RowLeaf.Node>()
    var headers = RowSlab<RowLeaf.Header>()
    let path = RowPath()
    let lanes = RowLanes()
    let maximumCount: Int

    init(leafCapacity: Int, fanOut: Int, maximumCount: Int) {
      self.leafCapacity = leafCapacity
      self.fanOut = fanOut
      self.maximumCount = maximumCount
    }
  }

  private let state: UnsafeMutablePointer<State>

  /// The most rows: 2^31 - 1.
  public static var maximumCount: Int { 1 << 31 - 1 }

  /// Makes an empty layout.
  public init() {
    self.init(leafCapacity: 63, fanOut: 255)
  }

  /// Makes an empty layout whose nodes are small, so that few rows make a deep tree, or that takes fewer
  /// rows than others.
  init(leafCapacity: Int, fanOut: Int, maximumCount: Int = RowLayout.maximumCount) {
    precondition(leafCapacity >= 2 && leafCapacity <= 63, "leaf capacity out of range")
    precondition(fanOut >= 3 && fanOut < RowBranch.slotCount, "fan-out out of range")
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(leafCapacity: leafCapacity, fanOut: fanOut, maximumCount: maximumCount))
    makeEmpty()
  }

  deinit {
    // SAFETY: the state was initialised when the layout was made.
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Makes a layout of measured heights, in 1/64 pt, each in `RowHeight.range`.
  ///
  /// Traps otherwise.
  ///
  /// - Complexity: O(count).
  public init(heights: Span<Int32>) {
    self.init()
    insert(heights, atRank: 0)
  }

  /// Makes a layout of `count` rows of one estimated height, in 1/64 pt.
  ///
  /// Traps unless `0 <= count <= maximumCount` and the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(count).
  public init(count: Int, estimatedHeight: Int32) {
    self.init()
    insert(count: count, estimatedHeight: estimatedHeight, atRank: 0)
  }

  /// How many rows there are.
  public internal(set) var count: Int {
    get { unsafe state.pointee.count }
    set { unsafe state.pointee.count = newValue }
  }

  /// How many rows have an estimated height.
  public internal(set) var estimatedCount: Int {
    get { unsafe state.pointee.estimatedCount }
    set { unsafe state.pointee.estimatedCount = newValue }
  }

  /// The sum of all heights, in 1/64 pt.
  public var totalHeight: Int64 { branch(root).totals.height }

  /// Bytes asked of the heap.
  public var byteCount: Int {
    unsafe state.pointee.branches.byteCount + state.pointee.leaves.byteCount
      + state.pointee.headers.byteCount + RowPath.byteCount + RowLanes.byteCount
      + MemoryLayout<State>.size
  }

  /// Removes all rows and gives their memory back.
  public mutating func removeAll() {
    unsafe state.pointee.branches.removeAll()
    unsafe state.pointee.leaves.removeAll()
    unsafe state.pointee.headers.removeAll()
    makeEmpty()
  }

  private mutating func makeEmpty() {
    count = 0
    estimatedCount = 0
    depth = 1
    root = appendBranch()
    branch(root).hasLeaves = true
    let leaf = appendLeaf(parent: root)
    branch(root).fill(1) { _ in RowBranch.Child(number: leaf, rows: 0, height: 0) }
  }

  // MARK: - Nodes

  var leafCapacity: Int { unsafe state.pointee.leafCapacity }
  var fanOut: Int { unsafe state.pointee.fanOut }
  var rowLimit: Int { unsafe state.pointee.maximumCount }
  var leafCount: Int { unsafe state.pointee.leaves.count }
  var branchCount: Int { unsafe state.pointee.branches.count }

  var root: UInt32 {
    get { unsafe state.pointee.root }
    set { unsafe state.pointee.root = newValue }
  }

  var depth: Int {
    get { unsafe state.pointee.depth }
    set { unsafe state.pointee.depth = newValue }
  }

  @inline(__always)
  func branch(_ number: UInt32) -> RowBranch {
    // SAFETY: the node has the size of a branch.
    unsafe RowBranch(at: state.pointee.branches.address(of: number))
  }

  @inline(__always)
  func leaf(_ number: UInt32) -> RowLeaf {
    // SAFETY: the two nodes have the sizes of a leaf's lines and header.
    unsafe RowLeaf(
      lines: state.pointee.leaves.address(of: number),
      header: state.pointee.headers.address(of: number), lanes: state.pointee.lanes.view)
  }

  @inline(__always)
  var lanes: RowLanes.View { unsafe state.pointee.lanes.view }

  /// A branch to copy to, no part of the tree.
  var spareBranch: RowBranch { unsafe state.pointee.path.spare }

  /// The step of the last walk at a level.
  @inline(__always)
  func step(_ level: Int) -> (branch: RowBranch, slot: Int) {
    unsafe state.pointee.path[level]
  }

  @inline(__always)
  mutating func setStep(_ level: Int, _ branch: RowBranch, _ slot: Int) {
    unsafe state.pointee.path[level] = (branch, slot)
  }

  mutating func appendLeaf(parent: UInt32) -> UInt32 {
    let number = unsafe state.pointee.leaves.append()
    let same = unsafe state.pointee.headers.append()
    assert(number == same, "leaf and header numbers differ")
    leaf(number).parent = parent
    return number
  }

  mutating func appendBranch() -> UInt32 {
    unsafe state.pointee.branches.append()
  }

  mutating func removeLastLeaf(movingTo number: UInt32) {
    unsafe state.pointee.leaves.removeLast(movingTo: number)
    unsafe state.pointee.headers.removeLast(movingTo: number)
  }

  mutating func removeLastBranch(movingTo number: UInt32) {
    unsafe state.pointee.branches.removeLast(movingTo: number)
  }

  func checkSlabs() {
    unsafe state.pointee.branches.checkInvariants()
    unsafe state.pointee.leaves.checkInvariants()
    unsafe state.pointee.headers.checkInvariants()
    precondition(
      unsafe state.pointee.headers.count == leafCount, "row layout invariant 7: headers")
  }

  @inline(__always)
  func check(_ rank: Int) {
    precondition(UInt(bitPattern: rank) < UInt(bitPattern: count), "rank out of range")
  }
}
