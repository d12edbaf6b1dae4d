/// A tree of a table or of an index, built from its entries in the order of their keys.
///
/// Every page is filled before the next is begun, and nothing is kept but one page per level. Every page but
/// the root has a cell, as SQLite asks for.
///
/// Source: sqlite.org/fileformat2.html, section 1.6.
final class SQLiteTree {
  private let pages: SQLitePages
  private let isTable: Bool
  private var leaf: SQLitePage
  private var lastRowID: Int64 = 0
  private var nodes: [SQLiteNodeLevel] = []
  /// Of an index: the entry behind a full leaf, which goes up when another follows.
  private var held: [UInt8] = []

  init(table pages: SQLitePages) {
    self.pages = pages
    isTable = true
    leaf = SQLitePage(.tableLeaf, byteCount: pages.pageBytes)
  }

  init(index pages: SQLitePages) {
    self.pages = pages
    isTable = false
    leaf = SQLitePage(.indexLeaf, byteCount: pages.pageBytes)
  }

  /// Appends a row; row ids ascend.
  func append(_ record: borrowing SQLiteRecord, rowID: Int64) throws(FormatError) {
    let payload = record.byteCount
    let local = localBytes(payload)
    let head =
      SQLiteVarint.byteCount(UInt64(payload))
      + SQLiteVarint.byteCount(UInt64(bitPattern: rowID))
    let cellBytes = head + local + (local < payload ? 4 : 0)
    if !leaf.fits(cellBytes) {
      let separator = Self.bytes(UInt64(bitPattern: lastRowID))
      try add(child: try closeLeaf(), separator)
    }
    let cell = unsafe leaf.take(cellBytes)
    var count = unsafe SQLiteVarint.put(UInt64(payload), at: cell)
    unsafe count += SQLiteVarint.put(UInt64(bitPattern: rowID), at: cell + count)
    if local == payload {
      unsafe record.copy(to: cell + count)
    } else {
      try unsafe spill(record, local, to: cell + count)
    }
    lastRowID = rowID
  }

  /// How many bytes of a row stay in its leaf.
  private func localBytes(_ payload: Int) -> Int {
    let most = pages.pageBytes - 35
    if payload <= most { return payload }
    let least = (pages.pageBytes - 12) * 32 / 255 - 23
    let rest = least + (payload - least) % (pages.pageBytes - 4)
    return rest <= most ? rest : least
  }

  /// Writes a record's start to its cell, and the rest to a chain of pages of its own.
  private func spill(
    _ record: borrowing SQLiteRecord, _ local: Int, to cell: UnsafeMutableRawPointer
  ) throws(FormatError) {
    let piece = pages.pageBytes - 4
    let payload = record.byteCount
    let chainCount = (payload - local + piece - 1) / piece
    // SAFETY: room for the record and the zeros that fill its last page.
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: local + chainCount * piece, alignment: 16)
    defer { unsafe bytes.deallocate() }
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: local + chainCount * piece)
    unsafe record.copy(to: bytes)
    unsafe cell.copyMemory(from: bytes, byteCount: local)
    unsafe cell.storeBytes(
      of: UInt32(pages.nextNumber).bigEndian, toByteOffset: local, as: UInt32.self)
    let page = UnsafeMutableRawPointer.allocate(byteCount: pages.pageBytes, alignment: 16)
    defer { unsafe page.deallocate() }
    for link in 0..<chainCount {
      let next = link + 1 < chainCount ? pages.number(after: pages.nextNumber) : 0
      unsafe page.storeBytes(of: UInt32(next).bigEndian, as: UInt32.self)
      unsafe (page + 4).copyMemory(from: bytes + local + link * piece, byteCount: piece)
      try unsafe pages.append(page)
    }
  }

  /// Appends an index entry; entries ascend in the index's order.
  func append(entry record: borrowing SQLiteRecord) throws(FormatError) {
    let payload = record.byteCount
    assert(payload + 5 <= SQLitePage.mostSeparatorBytes, "a record of integers")
    if !held.isEmpty {
      let separator = held
      held.removeAll(keepingCapacity: true)
      try add(child: try closeLeaf(), separator)
    }
    if leaf.fits(payload + 1, reserve: SQLitePage.mostSeparatorBytes) {
      let cell = unsafe leaf.take(payload + 1)
      unsafe cell.storeBytes(of: UInt8(payload), as: UInt8.self)
      unsafe record.copy(to: cell + 1)
    } else {
      held = [UInt8](repeating: UInt8(payload), count: payload + 1)
      unsafe held.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { unsafe record.copy(to: base + 1) }
      }
    }
  }

  /// Writes what is left, the root to the page that SQLite has made for it.
  func finish(root: Int) throws(FormatError) {
    if !held.isEmpty {
      leaf.put(held)
      held = []
    }
    guard !nodes.isEmpty else {
      leaf.close()
      return try unsafe pages.replace(leaf.base, number: root)
    }
    var last = try closeLeaf()
    for (index, node) in nodes.enumerated() {
      if let number = try node.finish(last: last, root: index == nodes.count - 1 ? root : nil) {
        last = number
      }
    }
  }

  private func closeLeaf() throws(FormatError) -> Int {
    leaf.close()
    return try unsafe pages.append(leaf.base)
  }

  /// Adds a child to the nodes above the leaves.
  private func add(child: Int, _ separator: [UInt8]) throws(FormatError) {
    var child = child
    var separator = separator
    for node in nodes {
      guard let (up, key) = try node.add(child, separator) else { return }
      child = up
      separator = key
    }
    let node = SQLiteNodeLevel(pages, isTable ? .tableNode : .indexNode)
    _ = try node.add(child, separator)
    nodes.append(node)
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 9) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe count = SQLiteVarint.put(value, at: UnsafeMutableRawPointer(base))
    }
  }
}

/// The nodes of one level of a tree.
///
/// A child that would fill the page is held until it is known whether another follows, so that no page is
/// left with a last child and no cell.
private final class SQLiteNodeLevel {
  private let pages: SQLitePages
  private var page: SQLitePage
  private var held: (child: Int, separator: [UInt8])?

  init(_ pages: SQLitePages, _ kind: SQLitePage.Kind) {
    self.pages = pages
    page = SQLitePage(kind, byteCount: pages.pageBytes)
  }

  /// Adds a child and the key that ends it; returns a page that is full, and its key.
  func add(_ child: Int, _ separator: [UInt8]) throws(FormatError) -> (Int, [UInt8])? {
    var full: (Int, [UInt8])?
    if let held {
      page.close(last: held.child)
      full = (try unsafe pages.append(page.base), held.separator)
      self.held = nil
    }
    if page.fits(4 + separator.count, reserve: SQLitePage.mostSeparatorBytes) {
      page.put(separator, child: child)
    } else {
      held = (child, separator)
    }
    return full
  }

  /// Ends the level with its last child; returns the number of its last page unless that is the root.
  func finish(last: Int, root: Int?) throws(FormatError) -> Int? {
    if let held { page.put(held.separator, child: held.child) }
    held = nil
    page.close(last: last)
    guard let root else { return try unsafe pages.append(page.base) }
    try unsafe pages.replace(page.base, number: root)
    return nil
  }
}

extension SQLitePage {
  /// Puts a cell, behind the number of its child if it has one.
  fileprivate mutating func put(_ bytes: [UInt8], child: Int? = nil) {
    let childBytes = child == nil ? 0 : 4
    let cell = unsafe take(childBytes + bytes.count)
    if let child {
      for shift in 0..<4 {
        unsafe cell.storeBytes(
          of: UInt8(truncatingIfNeeded: child >> (24 - 8 * shift)), toByteOffset: shift,
          as: UInt8.self)
      }
    }
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe (cell + childBytes).copyMemory(from: base, byteCount: bytes.count)
    }
  }
}
