/// An item's cell: 16 bytes of header, then its text.
///
/// A view of a cell's bytes; valid until its slab moves or removes the cell.
@safe
struct ItemCell {
  private let base: UnsafeMutableRawPointer

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

  @inline(__always) static var headerBytes: Int { 16 }

  @inline(__always) var id: ItemID {
    // SAFETY: a cell starts on 16 bytes and has a header, here and below.
    get { unsafe base.assumingMemoryBound(to: ItemID.self).pointee }
    nonmutating set { unsafe base.assumingMemoryBound(to: ItemID.self).pointee = newValue }
  }
  @inline(__always) var version: UInt32 {
    get { unsafe (base + 8).assumingMemoryBound(to: UInt32.self).pointee }
    nonmutating set { unsafe (base + 8).assumingMemoryBound(to: UInt32.self).pointee = newValue }
  }
  /// Bytes of text; `UInt32.max` marks a tombstone.
  @inline(__always) private var lengthField: UInt32 {
    get { unsafe (base + 12).assumingMemoryBound(to: UInt32.self).pointee }
    nonmutating set { unsafe (base + 12).assumingMemoryBound(to: UInt32.self).pointee = newValue }
  }

  @inline(__always) var isTombstone: Bool { lengthField == .max }
  @inline(__always) var textByteCount: Int { isTombstone ? 0 : Int(lengthField) }
  @inline(__always) var byteCount: Int { Self.headerBytes + textByteCount }

  @inline(__always) var text: UnsafeBufferPointer<UInt8> {
    // SAFETY: the cell's class was chosen for this many bytes behind the header.
    unsafe UnsafeBufferPointer(
      start: (base + Self.headerBytes).assumingMemoryBound(to: UInt8.self), count: textByteCount)
  }

  /// Writes a text that fits in the cell.
  @inline(__always) func setText(_ text: UnsafeBufferPointer<UInt8>) {
    lengthField = UInt32(truncatingIfNeeded: text.count)
    // SAFETY: the cell's class was chosen for this many bytes, and texts come from elsewhere.
    if let start = text.baseAddress {
      unsafe (base + Self.headerBytes).copyMemory(from: start, byteCount: text.count)
    }
  }

  /// Reads the second and the third cache line of a text, as far as it goes.
  @inline(__always) func readAhead() -> UInt32 {
    let last = byteCount &- 1
    // SAFETY: both are bytes of the header or the text.
    let second = unsafe (base + Swift.min(64, last)).assumingMemoryBound(to: UInt8.self).pointee
    let third = unsafe (base + Swift.min(128, last)).assumingMemoryBound(to: UInt8.self).pointee
    return UInt32(second ^ third)
  }

  @inline(__always) func setTombstone() { lengthField = .max }
}

/// Slabs of cells, one for each class, and the table from id to cell.
///
/// A cell's number is its class in the upper 5 bits, then its number in the class's slab. Where as many
/// cells as a power of two make a chunk, a class has nearly 2^27 of them; the others lose numbers to the
/// ends of chunks, and every class has more than 2^26.
@safe
struct ItemCells: ~Copyable {
  var table: IDTable
  private let slabs: UnsafeMutablePointer<NodeSlab<CellLayout>>

  @inline(__always) private static var numberBits: UInt32 { CellLayout.numberBits }

  /// Makes empty slabs; tests give the most chunks that each has, and the most cells in all.
  init(chunksPerClass: Int, maximumCount: Int) {
    table = IDTable(maximumCount: maximumCount)
    unsafe slabs = .allocate(capacity: CellClass.count)
    for index in 0..<CellClass.count {
      let layout = CellLayout(
        cellBytes: CellClass.bytes(of: index), maximumChunkCount: chunksPerClass)
      // SAFETY: all `CellClass.count` places are initialised once, here.
      unsafe (slabs + index).initialize(to: NodeSlab(layout: layout))
    }
  }

  deinit {
    unsafe slabs.deinitialize(count: CellClass.count)
    unsafe slabs.deallocate()
  }

  var byteCount: Int {
    var bytes =
      table.byteCount
      + HeapSize.roundedUp(CellClass.count * MemoryLayout<NodeSlab<CellLayout>>.stride)
    for index in 0..<CellClass.count { bytes += unsafe slabs[index].byteCount }
    return bytes
  }

  /// The slab of a class, to be changed.
  ///
  /// For the thread sanitizer: a change of `slabs[index]` itself counts as an access to the cells, and
  /// Swift 6.3.1 makes an invalid module of it.
  @inline(__always)
  private func slab(_ index: Int) -> UnsafeMutablePointer<NodeSlab<CellLayout>> {
    assert(index >= 0 && index < CellClass.count, "cell class out of range")
    return unsafe slabs + index
  }

  /// A cell by its number, until a cell of its class is added or removed.
  @inline(__always)
  func cell(_ number: UInt32) -> ItemCell {
    let index = Int(number &>> Self.numberBits)
    // SAFETY: 5 bits are below `CellClass.count`.
    return unsafe ItemCell(
      slabs[index].address(of: number & (1 &<< Self.numberBits &- 1)))
  }

  /// Where an id's entry in the table is, and its cell; or the place where it would be and `noNode`.
  @inline(__always)
  func find(_ id: ItemID, tag: UInt32) -> (place: Int, cell: UInt32) {
    var place = table.firstPlace(of: tag)
    while true {
      let entry = table.entry(at: place)
      if !IDTable.isEntry(entry, of: tag) { return (place, noNode) }
      let number = IDTable.number(ofEntry: entry)
      if cell(number).id == id { return (place, number) }
      place &+= 1
    }
  }

  /// Adds a cell for `bytes`, header and text; its content is undefined.
  mutating func append(bytes: Int) -> UInt32 {
    precondition(bytes <= CellClass.largestBytes, "text too long")
    let index = CellClass.index(for: bytes)
    let slab = unsafe slab(index)
    let number = unsafe slab.pointee.append()
    return UInt32(index) &<< Self.numberBits | number
  }

  /// Gives a cell back; the last cell of its class moves into its place.
  mutating func release(_ number: UInt32) {
    let index = Int(number &>> Self.numberBits)
    let local = number & (1 &<< Self.numberBits &- 1)
    let slab = unsafe slab(index)
    let last = unsafe slab.pointee.lastNumber
    unsafe slab.pointee.copyLast(over: local)
    if local != last {
      let tag = IDTable.tag(of: cell(number).id)
      table.retarget(
        tag: tag, from: UInt32(index) &<< Self.numberBits | last, to: number)
    }
    unsafe slab.pointee.removeLast()
  }

  mutating func removeAll() {
    table.removeAll()
    for index in 0..<CellClass.count {
      let slab = unsafe slab(index)
      unsafe slab.pointee.removeAll()
    }
  }

  /// The number of cells of all classes.
  var cellCount: Int {
    var cells = 0
    for index in 0..<CellClass.count { cells += unsafe slabs[index].nodeCount }
    return cells
  }

  /// The number of cells of a class.
  func cellCount(ofClass index: Int) -> Int {
    assert(index >= 0 && index < CellClass.count, "cell class out of range")
    return unsafe slabs[index].nodeCount
  }

  /// The most cells of a class.
  func maximumCellCount(ofClass index: Int) -> Int {
    assert(index >= 0 && index < CellClass.count, "cell class out of range")
    return unsafe slabs[index].maximumNodeCount
  }

  func checkSlabs() {
    for index in 0..<CellClass.count { unsafe slabs[index].checkInvariants() }
  }
}
