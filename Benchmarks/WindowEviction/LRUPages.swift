import ListCore

/// The usual page cache: a dictionary of pages, each an array of rows with a `String` of its own, and a
/// linked list that evicts the page used longest ago.
final class LRUPages {
  /// One row as an app models it.
  struct Row {
    var entry: ListEntry
    var version: UInt32
    var title: String
  }

  private final class Node {
    let number: Int
    var rows: [Row]
    var newer: Node?
    unowned(unsafe) var older: Node?

    init(number: Int, rows: [Row]) {
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

  /// Whether a page is resident.
  func contains(page number: Int) -> Bool { nodes[number] != nil }

  /// The rows of a page if it is resident; it becomes the newest.
  func rows(ofPage number: Int) -> [Row]? {
    guard let node = nodes[number] else { return nil }
    unlink(node)
    link(node)
    return node.rows
  }

  /// Takes a page in and evicts the oldest beyond the limit.
  func admit(_ page: Page, number: Int) {
    let rows = page.rows.map { row in
      let start = Int(row.textByteOffset)
      return Row(
        entry: row.entry, version: row.version,
        title: String(
          decoding: page.text[start..<start + Int(row.textByteCount)], as: UTF8.self))
    }
    if let node = nodes[number] {
      node.rows = rows
      unlink(node)
      link(node)
      return
    }
    let node = Node(number: number, rows: rows)
    nodes[number] = node
    link(node)
    if nodes.count > pageLimit, let victim = oldest {
      unlink(victim)
      nodes[victim.number] = nil
    }
  }

  private func link(_ node: Node) {
    node.older = newest
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private func unlink(_ node: Node) {
    if oldest === node { oldest = node.newer }
    if newest === node { newest = node.older }
    node.older?.newer = node.newer
    node.newer?.older = node.older
    node.newer = nil
    node.older = nil
  }
}
