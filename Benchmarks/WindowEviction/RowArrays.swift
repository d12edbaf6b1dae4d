import ListCore
import Peers

/// A run of neighbouring pages, where one comes in at either end and the farthest goes.
struct PageRun {
  let limit: Int
  private(set) var pages = 0..<0

  init(limit: Int) { self.limit = limit }

  /// Where a page comes in, which belongs to the run from then on; nil if it did before.
  mutating func take(_ page: Int) -> PeerPlace? {
    if pages.contains(page) { return nil }
    if page == pages.upperBound, !pages.isEmpty {
      pages = max(pages.lowerBound, page + 1 - limit)..<page + 1
      return .after
    }
    if page == pages.lowerBound - 1, !pages.isEmpty {
      pages = page..<min(pages.upperBound, page + limit)
      return .before
    }
    pages = page..<page + 1
    return .jump
  }
}

/// A deque of arrays of rows, in a ring: what an app keeps that scrolls both ways.
///
/// The goal of 0.06 is stated beside this one. It comes from the note on structures, step W5, where
/// the deque of `[Row]` with a `String` a row took 7.0 us a step, a deque of pages in C++ 3.4 us and a
/// slab in C++ 0.23 us.
struct DequeOfRowArrays: ScrolledPages {
  private var run: PageRun
  private var ring: [[AppRow]]
  private var first = 0
  private(set) var pageCount = 0

  init(pageLimit: Int) {
    run = PageRun(limit: pageLimit)
    ring = Array(repeating: [], count: pageLimit)
  }

  func show(_ page: Int) -> Bool { run.pages.contains(page) }

  mutating func admit(_ content: borrowing Page, as page: Int) -> UInt64 {
    switch run.take(page) {
    case .before:
      first = first == 0 ? ring.count - 1 : first - 1
      pageCount = min(pageCount + 1, ring.count)
      return put(AppRow.rows(of: content), at: 0)
    case .jump:
      for position in 0..<pageCount { ring[place(position)] = [] }
      pageCount = 1
      return put(AppRow.rows(of: content), at: 0)
    default:
      if pageCount == ring.count { first = place(1) } else { pageCount += 1 }
      return put(AppRow.rows(of: content), at: pageCount - 1)
    }
  }

  private mutating func put(_ rows: [AppRow], at position: Int) -> UInt64 {
    let place = place(position)
    ring[place] = rows
    return AppRow.checksum(of: ring[place])
  }

  func visibleSum(of page: Int) -> UInt64 {
    AppRow.visibleSum(of: ring[place(page - run.pages.lowerBound)])
  }

  private func place(_ position: Int) -> Int {
    let place = first + position
    return place < ring.count ? place : place - ring.count
  }
}

/// An array of arrays of rows, `[[Row]]`: what one writes first.
struct ArrayOfRowArrays: ScrolledPages {
  private var run: PageRun
  private var pages: [[AppRow]] = []

  init(pageLimit: Int) { run = PageRun(limit: pageLimit) }

  var pageCount: Int { pages.count }

  func show(_ page: Int) -> Bool { run.pages.contains(page) }

  mutating func admit(_ content: borrowing Page, as page: Int) -> UInt64 {
    let rows = AppRow.rows(of: content)
    switch run.take(page) {
    case .before:
      if pages.count == run.limit { pages.removeLast() }
      pages.insert(rows, at: 0)
    case .jump:
      pages = [rows]
    default:
      if pages.count == run.limit { pages.removeFirst() }
      pages.append(rows)
    }
    return AppRow.checksum(of: pages[page - run.pages.lowerBound])
  }

  func visibleSum(of page: Int) -> UInt64 {
    AppRow.visibleSum(of: pages[page - run.pages.lowerBound])
  }
}
