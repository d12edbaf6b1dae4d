/// The memory of a `PageWindow`: one block with slabs, directory, links and history.
///
/// A slab holds the rows of one page, as the page has them, and behind them its text; what does not
/// fit goes to overflow slabs that hold text alone. So a row's `textByteOffset` counts from the end
/// of the first slab's rows, through that slab and on through the overflow slabs. Free slabs are
/// linked, and so are the slabs of a page. The directory is a ring of the resident pages in the order
/// of their numbers.
@safe
struct PageArena: ~Copyable {
  /// A resident page.
  struct Resident {
    var page: Int
    var slab: UInt32
    var rowCount: UInt32
  }

  let slabCount: Int
  let slabBytes: Int
  /// Bytes of a first slab before its text.
  let rowBytes: Int
  /// Slabs of a page at most: offsets have 32 bits.
  let slabsPerPage: Int
  let historyPages: Int
  let byteCount: Int
  private let base: UnsafeMutableRawPointer
  private let directoryByteOffset: Int
  private let linksByteOffset: Int
  private let historyByteOffset: Int

  private(set) var freeCount: Int
  private var firstFree: UInt32 = 0
  private(set) var residentCount = 0
  private var firstResident = 0

  static var noSlab: UInt32 { .max }

  /// The slabs that fit in a budget, beside what each needs in the directory and the links.
  static func slabCount(budgetBytes: Int, slabBytes: Int) -> Int {
    let block = HeapSize.roundedDown(budgetBytes)
    let slabs =
      (block - historyBytes(budgetBytes)) / (slabBytes + MemoryLayout<Resident>.stride + 4)
    // Slabs have 32-bit numbers, of which one says that there is none.
    return Swift.min(slabs, Int(noSlab))
  }

  /// A thirty-second of the budget, in whole words.
  private static func historyBytes(_ budgetBytes: Int) -> Int { budgetBytes / 32 / 8 * 8 }

  init(budgetBytes: Int, slabCount: Int, slabBytes: Int, rowsPerPage: Int) {
    self.slabCount = slabCount
    self.slabBytes = slabBytes
    rowBytes = rowsPerPage * MemoryLayout<Page.Row>.stride
    slabsPerPage = Swift.min(slabCount, Int(UInt32.max) / slabBytes)
    directoryByteOffset = slabCount * slabBytes
    historyByteOffset = directoryByteOffset + slabCount * MemoryLayout<Resident>.stride
    let history = Swift.max(8, Self.historyBytes(budgetBytes))
    historyPages = history * 8
    linksByteOffset = historyByteOffset + history
    let bytes = linksByteOffset + slabCount * 4
    byteCount = HeapSize.roundedUp(bytes)
    unsafe base = .allocate(byteCount: bytes, alignment: 64)
    freeCount = 0
    // SAFETY: the block was sized for slabs, directory, history and links, in this order.
    unsafe (base + historyByteOffset).initializeMemory(
      as: UInt64.self, repeating: 0, count: history / 8)
    unsafe (base + linksByteOffset).initializeMemory(
      as: UInt32.self, repeating: Self.noSlab, count: slabCount)
    unsafe (base + directoryByteOffset).initializeMemory(
      as: Resident.self, repeating: Resident(page: 0, slab: 0, rowCount: 0), count: slabCount)
    reset()
  }

  deinit { unsafe base.deallocate() }

  /// Forgets all pages, and which were resident.
  mutating func reset() {
    freeCount = 0
    firstFree = Self.noSlab
    for slab in (0..<slabCount).reversed() { release(UInt32(slab)) }
    residentCount = 0
    firstResident = 0
    for word in 0..<(historyPages / 64) { unsafe history[word] = 0 }
  }

  // MARK: - Slabs

  private var links: UnsafeMutablePointer<UInt32> {
    unsafe (base + linksByteOffset).assumingMemoryBound(to: UInt32.self)
  }

  /// The slab after one of a page; `noSlab` at the end.
  @inline(__always)
  func next(after slab: UInt32) -> UInt32 {
    assert(Int(slab) < slabCount, "slab out of range")
    // SAFETY: slabs are below `slabCount`.
    return unsafe links[Int(slab)]
  }

  /// Takes a free slab and puts it behind `previous`, unless that is `noSlab`.
  @inline(__always)
  mutating func take(after previous: UInt32) -> UInt32 {
    precondition(freeCount > 0, "no free slab")
    let slab = firstFree
    // SAFETY: slabs are below `slabCount`, here and below.
    unsafe firstFree = links[Int(slab)]
    unsafe links[Int(slab)] = Self.noSlab
    if previous != Self.noSlab { unsafe links[Int(previous)] = slab }
    freeCount -= 1
    return slab
  }

  /// Gives one slab back.
  @inline(__always)
  private mutating func release(_ slab: UInt32) {
    unsafe links[Int(slab)] = firstFree
    firstFree = slab
    freeCount += 1
  }

  /// Gives a page's slabs back.
  mutating func releaseChain(_ first: UInt32) {
    var slab = first
    while slab != Self.noSlab {
      let after = next(after: slab)
      release(slab)
      slab = after
    }
  }

  /// The number of slabs from one on.
  func chainLength(_ first: UInt32) -> Int {
    var length = 0
    var slab = first
    while slab != Self.noSlab {
      length += 1
      slab = next(after: slab)
    }
    return length
  }

  // MARK: - Rows and text

  /// Bytes of text that a page's first slab has room for.
  @inline(__always) var textByteCapacity: Int { slabBytes &- rowBytes }

  /// Where the rows of a page are that has `slab` first.
  @inline(__always)
  func rows(_ slab: UInt32) -> UnsafeMutablePointer<Page.Row> {
    assert(Int(slab) < slabCount, "slab out of range")
    // SAFETY: slabs are below `slabCount`, and the block starts with them; Swift's `Page.Row` is
    // trivial, and a slab's first `rowBytes` hold nothing else.
    return unsafe (base + Int(slab) &* slabBytes).assumingMemoryBound(to: Page.Row.self)
  }

  /// Copies a page's rows and its text, which fits, into its first slab.
  @inline(__always)
  func copy(
    _ rows: UnsafeBufferPointer<Page.Row>, text: UnsafeBufferPointer<UInt8>, to slab: UInt32
  ) {
    assert(rows.count * MemoryLayout<Page.Row>.stride <= rowBytes && text.count <= textByteCapacity)
    let start = unsafe UnsafeMutableRawPointer(self.rows(slab))
    // SAFETY: both fit, and pages lie outside the block.
    if let source = rows.baseAddress {
      unsafe start.copyMemory(
        from: source, byteCount: rows.count &* MemoryLayout<Page.Row>.stride)
    }
    if let source = text.baseAddress {
      unsafe (start + rowBytes).copyMemory(from: source, byteCount: text.count)
    }
  }

  /// Copies a text into one slab of a page.
  ///
  /// - Parameter byteOffset: In the slab.
  func copy(_ text: UnsafeBufferPointer<UInt8>, to slab: UInt32, byteOffset: Int) {
    assert(Int(slab) < slabCount && byteOffset + text.count <= slabBytes, "text outside its slab")
    // SAFETY: the slab is the page's, and pages lie outside the block.
    if let source = text.baseAddress {
      unsafe (base + (Int(slab) * slabBytes + byteOffset)).copyMemory(
        from: source, byteCount: text.count)
    }
  }

  /// The text of a row of the page that has `slab` first.
  @inline(__always)
  func text(of row: Page.Row, first slab: UInt32) -> UnsafeBufferPointer<UInt8> {
    let place = place(of: row, first: slab)
    // SAFETY: the text was copied there.
    return unsafe UnsafeBufferPointer(
      start: (base + place).assumingMemoryBound(to: UInt8.self), count: Int(row.textByteCount))
  }

  /// Where a row's text is, from the start of the block.
  @inline(__always)
  func place(of row: Page.Row, first slab: UInt32) -> Int {
    let offset = Int(row.textByteOffset)
    if offset &+ Int(row.textByteCount) <= textByteCapacity {
      return Int(slab) &* slabBytes &+ rowBytes &+ offset
    }
    var overflow = offset - textByteCapacity
    var slab = next(after: slab)
    while overflow >= slabBytes {
      overflow -= slabBytes
      slab = next(after: slab)
    }
    return Int(slab) * slabBytes + overflow
  }

  // MARK: - Directory

  private var directory: UnsafeMutablePointer<Resident> {
    unsafe (base + directoryByteOffset).assumingMemoryBound(to: Resident.self)
  }

  private func place(_ position: Int) -> Int {
    let place = firstResident + position
    return place < slabCount ? place : place - slabCount
  }

  /// The resident page in a position, in the order of page numbers.
  @inline(__always)
  func resident(at position: Int) -> Resident {
    assert(position >= 0 && position < residentCount, "resident out of range")
    // SAFETY: places are below `slabCount`.
    return unsafe directory[place(position)]
  }

  /// The position of the first resident page that is not before `page`.
  ///
  /// Resident pages are nearly always neighbours, so the first look is where the page would then be; a
  /// page that comes in is nearly always next to the first or the last.
  @inline(__always)
  func position(of page: Int) -> Int {
    if residentCount == 0 { return 0 }
    let first = resident(at: 0).page
    if page <= first { return 0 }
    if resident(at: residentCount &- 1).page < page { return residentCount }
    let guess = page &- first
    if guess < residentCount, resident(at: guess).page == page { return guess }
    var low = 0
    var high = residentCount
    while low < high {
      let middle = (low &+ high) &>> 1
      if resident(at: middle).page < page { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Inserts a page at the position of its number, moving the shorter side.
  mutating func insert(_ resident: Resident, at position: Int) {
    precondition(residentCount < slabCount, "directory full")
    if position * 2 < residentCount {
      firstResident = firstResident == 0 ? slabCount - 1 : firstResident - 1
      residentCount += 1
      // SAFETY: places are below `slabCount`, here and below.
      for index in 0..<position { unsafe directory[place(index)] = directory[place(index + 1)] }
    } else {
      residentCount += 1
      for index in stride(from: residentCount - 1, to: position, by: -1) {
        unsafe directory[place(index)] = directory[place(index - 1)]
      }
    }
    unsafe directory[place(position)] = resident
  }

  /// Removes the page in a position, moving the shorter side.
  mutating func remove(at position: Int) {
    precondition(position >= 0 && position < residentCount, "resident out of range")
    if position * 2 < residentCount {
      for index in stride(from: position, to: 0, by: -1) {
        unsafe directory[place(index)] = directory[place(index - 1)]
      }
      firstResident = place(1)
    } else {
      for index in position..<(residentCount - 1) {
        unsafe directory[place(index)] = directory[place(index + 1)]
      }
    }
    residentCount -= 1
  }

  // MARK: - History

  private var history: UnsafeMutablePointer<UInt64> {
    unsafe (base + historyByteOffset).assumingMemoryBound(to: UInt64.self)
  }

  /// Whether a page has been dropped; pages that are `historyPages` apart share a mark.
  @inline(__always)
  func wasDropped(_ page: Int) -> Bool {
    let mark = mark(of: page)
    // SAFETY: marks are below `historyPages`, 64 to a word.
    return unsafe history[mark &>> 6] &>> UInt64(mark & 63) & 1 == 1
  }

  @inline(__always)
  mutating func noteDropped(_ page: Int) {
    let mark = mark(of: page)
    // A local, since Swift 6.3.1 makes an invalid module of the property under the thread sanitizer.
    let history = unsafe self.history
    // SAFETY: see `wasDropped`.
    unsafe history[mark &>> 6] |= 1 &<< UInt64(mark & 63)
  }

  @inline(__always)
  private func mark(of page: Int) -> Int { page < historyPages ? page : page % historyPages }
}
