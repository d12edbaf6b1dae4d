import ListCore

/// The usual page cache: a dictionary of pages, each an array of rows, and a linked list that evicts
/// the page used longest ago.
struct LRUPages: ScrolledPages {
  private final class Node {
    let number: Int
    var rows: [AppRow]
    var newer: Node?
    unowned(unsafe) var older: Node?

    init(number: Int, rows: [AppRow]) {
      self.number = number
      self.rows = rows
    }
  }

  private let pageLimit: Int
  private var nodes: [Int: Node] = [:]
  private var oldest: Node?
  private var newest: Node?

  /// Makes an empty cache of at most `pageLimit` pages.
  init(pageLimit: Int) {
    self.pageLimit = pageLimit
  }

  /// How many pages are resident.
  var pageCount: Int { nodes.count }

  /// Whether a page is resident; it becomes the newest.
  mutating func show(_ page: Int) -> Bool {
    guard let node = nodes[page] else { return false }
    unlink(node)
    link(node)
    return true
  }

  /// The rows of a page if it is resident.
  func rows(ofPage number: Int) -> [AppRow]? { nodes[number]?.rows }

  /// Takes a page in and evicts the oldest beyond the limit.
  mutating func admit(_ content: borrowing Page, as page: Int) -> UInt64 {
    let rows = AppRow.rows(of: content)
    if let node = nodes[page] {
      node.rows = rows
      unlink(node)
      link(node)
      return AppRow.checksum(of: node.rows)
    }
    let node = Node(number: page, rows: rows)
    nodes[page] = node
    link(node)
    if nodes.count > pageLimit, let victim = oldest {
      unlink(victim)
      nodes[victim.number] = nil
    }
    return AppRow.checksum(of: node.rows)
  }

  func visibleSum(of page: Int) -> UInt64 {
    nodes[page].map { AppRow.visibleSum(of: $0.rows) } ?? 0
  }

  private mutating func link(_ node: Node) {
    node.older = newest
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private mutating func unlink(_ node: Node) {
    if oldest === node { oldest = node.newer }
    if newest === node { newest = node.older }
    node.older?.newer = node.newer
    node.newer?.older = node.older
    node.newer = nil
    node.older = nil
  }
}
