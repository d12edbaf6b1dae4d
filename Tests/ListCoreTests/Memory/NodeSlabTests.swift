import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct NodeSlabTests {
  struct Layout: SlabLayout {
    var nodesPerChunk: Int
    var chunksPerBlock: Int
    var maximumChunkCount = 1 << 20
    var nodeBytes: Int { 64 }
    static var owner: String { "slab of a test" }
    var slotBits: UInt32 { Self.slotBits(for: nodesPerChunk) }
  }

  @Test(arguments: [(1, 1), (2, 3), (3, 1), (5, 8), (8, 2), (100, 1)])
  func nodesKeepTheirContentWhileTheSlabGrowsAndShrinks(
    nodesPerChunk: Int, chunksPerBlock: Int
  ) {
    var random = TestRandom(state: ModelRun.seed("NodeSlab, \(nodesPerChunk)"))
    var slab = NodeSlab(
      layout: Layout(nodesPerChunk: nodesPerChunk, chunksPerBlock: chunksPerBlock))
    slab.makesBlocks = true
    let empty = slab.byteCount
    var model: [UInt64] = []
    for operation in 1...2000 {
      let growing = operation / 250 % 2 == 0
      if model.isEmpty || random.below(4) > (growing ? 0 : 2) {
        let number = slab.append()
        #expect(number == slab.lastNumber && number == slab.number(at: model.count))
        model.append(random.next())
        write(model[model.count - 1], to: number, in: slab)
      } else {
        // A node in the middle goes: the last one takes its place.
        let victim = random.below(model.count)
        slab.copyLast(over: slab.number(at: victim))
        slab.removeLast()
        model.swapAt(victim, model.count - 1)
        model.removeLast()
      }
      slab.checkInvariants()
      #expect(slab.nodeCount == model.count)
      // At most one and a half chunks are unused, or three quarters of the first.
      let full = slab.layout.nodesPerChunk
      #expect(slab.capacity <= max(model.count + full + (full + 1) / 2, 4 * model.count, 2))
      for position in stride(from: 0, to: model.count, by: 7) {
        #expect(read(slab.number(at: position), in: slab) == model[position])
      }
    }
    slab.removeAll()
    #expect(slab.byteCount == empty && slab.nodeCount == 0)
  }

  @Test func aReserveLetsAppendsMoveNothing() {
    var slab = NodeSlab(layout: Layout(nodesPerChunk: 64, chunksPerBlock: 2))
    let first = slab.append()
    slab.reserve(40)
    let capacity = slab.capacity
    let address = slab.address(of: first)
    for _ in 0..<40 { _ = slab.append() }
    #expect(slab.capacity == capacity)
    #expect(slab.address(of: first) == address)
  }

  // MARK: - Limits

  @Test(arguments: [(1, 3), (2, 2), (3, 1), (5, 4)])
  func aSlabTakesAsManyNodesAsItsChunksHave(nodesPerChunk: Int, chunks: Int) {
    var slab = NodeSlab(
      layout: Layout(nodesPerChunk: nodesPerChunk, chunksPerBlock: 2, maximumChunkCount: chunks))
    #expect(slab.maximumNodeCount == nodesPerChunk * chunks)
    for _ in 0..<slab.maximumNodeCount { _ = slab.append() }
    slab.checkInvariants()
    slab.removeLast()
    #expect(slab.append() == slab.number(at: slab.maximumNodeCount - 1))
  }

  @Test func aNodeBeyondTheLastNumberTraps() async {
    expectTrap(
      "slab of a test full",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var slab = NodeSlab(
          layout: Layout(nodesPerChunk: 3, chunksPerBlock: 1, maximumChunkCount: 2))
        for _ in 0..<7 { _ = slab.append() }
      })
  }

  /// Whatever a chunk has, numbers ascend and the last one means a node.
  @Test func theLastNodesNumberMeansNothingElse() {
    expectNumbers(LeafLayout<StandardShape>(), below: UInt64(IDTable.heldNumber))
    expectNumbers(InnerLayout<StandardShape>(), below: UInt64(IDTable.heldNumber))
    expectNumbers(LeafLayout<SmallestShape>(), below: UInt64(IDTable.heldNumber))
    for index in 0..<CellClass.count {
      let isLast = index == CellClass.count - 1
      expectNumbers(
        CellLayout(cellBytes: CellClass.bytes(of: index)),
        below: isLast ? UInt64(IDTable.heldNumber & (1 << 27 - 1)) : 1 << 27)
    }
  }

  private func expectNumbers<Layout: SlabLayout>(_ layout: Layout, below end: UInt64) {
    let slab = NodeSlab(layout: layout)
    #expect(slab.number(at: slab.maximumNodeCount - 1) < end)
    let lastChunk = layout.maximumChunkCount + 1
    #expect((lastChunk + 1) << Int(layout.slotBits) >= end, "more chunks have numbers")
  }

  private func write(_ value: UInt64, to number: UInt32, in slab: borrowing NodeSlab<Layout>) {
    slab.address(of: number).storeBytes(of: value, as: UInt64.self)
  }

  private func read(_ number: UInt32, in slab: borrowing NodeSlab<Layout>) -> UInt64 {
    slab.address(of: number).load(as: UInt64.self)
  }
}
