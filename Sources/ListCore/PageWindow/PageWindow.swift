/// The pages round a viewport, in one block of memory that never grows.
///
/// A list screen keeps the rows near what is shown and drops those far away. Here that is a ring of
/// equal slabs, as many as a budget holds: a page's rows and their text are copied into a free slab,
/// and when none is free the page farthest from the viewport gives up its own. No step allocates, in
/// either direction or after a jump, and the text stays UTF-8 until a row is shown.
///
/// Pages are numbered from 0; page p has the rows from rank p * `rowsPerPage` on, and only the last
/// one of a list may have fewer. A page whose text exceeds a slab's share takes further slabs for the
/// text that is left, out of the same budget: nothing is ever cut off. So a budget holds fewer pages
/// of long texts, and says so in `counts`.
///
/// One owner, no lock. Not for: lists whose ranks shift under the window; drop the pages behind the
/// change, or all.
///
/// Invariants:
/// 1. The directory has the resident pages in strictly ascending order.
/// 2. Every slab is either free or in the chain of exactly one resident page.
/// 3. A resident page has `1...rowsPerPage` rows, or 0 for an empty page, and every row's text lies
///    inside one slab of the page's chain, in the first one behind the rows.
/// 4. `byteCount` is the block that was allocated, rounded up as the allocator rounds, and is at most
///    the budget.
public struct PageWindow: ~Copyable {
  /// A resident row, without its text.
  @frozen
  public struct Row: Hashable, Sendable {
    /// The item's place in the list.
    public var entry: ListEntry
    /// The item's version.
    public var version: UInt32
    /// Bytes of its text.
    public var textByteCount: Int
  }

  /// What a window has done since it was made, counted.
  @frozen
  public struct Counts: Hashable, Sendable {
    /// Pages taken in, those that were resident already not counted.
    public var admitted = 0
    /// Pages taken in that had been dropped before.
    ///
    /// Exact for lists of up to `historyPageCount` pages; beyond, pages that far apart are confused.
    public var reloaded = 0
    /// Pages that were resident already and were replaced.
    public var refreshed = 0
    /// Pages that were dropped to make room, or because the owner said so.
    public var dropped = 0
    /// Pages that were refused, for everything resident is nearer.
    public var declined = 0
    /// Slabs taken for text that did not fit in a page's first slab.
    public var overflowSlabs = 0
  }

  /// What `admit` did with a page.
  @frozen
  public enum Admission: UInt8, Hashable, Sendable {
    /// The page is resident for the first time.
    case admitted
    /// The page is resident again.
    case reloaded
    /// The page was resident and has its new content.
    case refreshed
    /// The page was refused: there is no room, and all resident pages are at least as near.
    case declined
  }

  /// Rows of a page that is not the last.
  public let rowsPerPage: Int
  /// What the window has done.
  public internal(set) var counts = Counts()
  /// The ranks that are shown.
  public private(set) var viewport = 0..<0
  /// The first and the last page that the viewport touches.
  private(set) var viewportPages = 0...0

  var arena: PageArena

  /// Makes a window of as many slabs as a budget holds.
  ///
  /// - Parameters:
  ///   - budgetBytes: Bytes of heap that the window may take, all of its parts together.
  ///   - rowsPerPage: Rows of a page, 1 or more.
  ///   - textBytesPerPage: Bytes of text that a page usually has, from 0 to 2^31; choose it so that
  ///     most pages fit.
  /// - Throws: `budgetTooSmall` if the budget does not hold two slabs.
  public init(
    budgetBytes: Int, rowsPerPage: Int, textBytesPerPage: Int
  ) throws(ListCoreError) {
    precondition(rowsPerPage > 0 && rowsPerPage <= 1 << 20, "rows per page out of range")
    precondition(
      textBytesPerPage >= 0 && textBytesPerPage <= 1 << 31, "text bytes per page out of range")
    self.rowsPerPage = rowsPerPage
    let slabBytes =
      (rowsPerPage * MemoryLayout<Page.Row>.stride + textBytesPerPage + 63) & ~63
    let slabs =
      budgetBytes <= 0 ? 0 : PageArena.slabCount(budgetBytes: budgetBytes, slabBytes: slabBytes)
    guard slabs >= 2 else {
      throw ListCoreError(
        code: .budgetTooSmall,
        description: "a budget of \(budgetBytes) bytes does not hold two pages of \(slabBytes) "
          + "bytes; give about \(slabBytes * 3 + 1024) or fewer rows per page")
    }
    arena = PageArena(
      budgetBytes: budgetBytes, slabCount: slabs, slabBytes: slabBytes, rowsPerPage: rowsPerPage)
  }

  /// Bytes of heap that the window holds from its first to its last moment; at most the budget.
  public var byteCount: Int { arena.byteCount }

  /// The most pages that can be resident: the number of slabs.
  public var pageCapacity: Int { arena.slabCount }

  /// Pages for which `Counts.reloaded` is exact.
  public var historyPageCount: Int { arena.historyPages }

  /// Pages that are resident.
  public var residentPageCount: Int { arena.residentCount }

  /// Moves the viewport; drops nothing by itself.
  ///
  /// - Parameter ranks: The ranks that are shown; empty if nothing is, with the place at its start.
  public mutating func moveViewport(to ranks: Range<Int>) {
    precondition(ranks.lowerBound >= 0, "viewport before the list")
    viewport = ranks
    let first = ranks.lowerBound / rowsPerPage
    viewportPages = first...(ranks.isEmpty ? first : (ranks.upperBound - 1) / rowsPerPage)
  }

  /// How many pages a page is away from the viewport; 0 inside.
  @inline(__always)
  func distance(of page: Int) -> Int {
    if page < viewportPages.lowerBound { return viewportPages.lowerBound &- page }
    return page > viewportPages.upperBound ? page &- viewportPages.upperBound : 0
  }
}
