public import ListCore

/// A window of loaded rows, and the row in it that stays where it is on the screen while rows around
/// it come, go and change their heights.
///
/// **The window** holds the snapshot's rows from `firstRank` on, `rowCount` of them. Afterwards it
/// holds what stands between the places of its first and last row; what stands ahead of all when it
/// starts at the head, and behind all when it ends at the tail. Hidden rows have no height.
///
/// **The anchor** keeps `top`, the distance of its upper edge from the viewport's. When it is
/// deleted, moved or hidden, the next row below takes over where that row is on the screen; where
/// there is none, the next one above; where there is none either, the anchor is lost. All heights
/// are the rows' compact ones, in 1/64 pt, and y counts from the top of the window's first row.
public struct AnchoredWindow: Sendable {
  /// How many rows are loaded on each side of the anchor.
  public static let reach = 200
  /// The viewport's height: 844 pt.
  public static let viewportHeight = 844 * 64
  /// Where the anchor's upper edge is at first, unless the window's ends keep it from there: 100 pt.
  public static let firstTop = 100 * 64

  private struct Row {
    var place: ListPlace
    var item: FixtureItem
    var height: Int
  }

  /// Where everything is after some changes.
  public struct State: Equatable, Sendable {
    /// The number of the last change.
    public var sequence: Int
    /// The anchor.
    public var id: ItemID
    /// Its upper edge in the content.
    public var y: Int
    /// Its upper edge below the viewport's.
    public var top: Int
    /// The height of all rows.
    public var contentHeight: Int

    /// Where the viewport's upper edge must be in the content: `y - top`, kept within the content.
    public var scrollY: Int {
      max(0, min(y - top, contentHeight - AnchoredWindow.viewportHeight))
    }
  }

  /// The rank of the window's first row in the snapshot.
  public let firstRank: Int
  /// How many rows the window has at first.
  public let rowCount: Int

  private let first: FirstEvents
  private let lower: ListPlace?
  private let upper: ListPlace?
  private var rows: [Row]
  private var sequence = 0
  private var anchor: (id: ItemID, top: Int)?
  /// The last change that wrote an item's content.
  private var writes: [ItemID: Int] = [:]

  /// Loads a window.
  ///
  /// - Parameters:
  ///   - first: The first changes of the list.
  ///   - anchorRank: The rank in the snapshot of the anchor; if that row is hidden, the next one
  ///     takes its place as if it had been deleted.
  public init(_ first: FirstEvents, anchorRank: Int) {
    let list = first.list
    precondition(anchorRank >= 0 && anchorRank < list.itemCount, "rank out of range")
    let ranks = max(0, anchorRank - Self.reach)..<min(list.itemCount, anchorRank + Self.reach)
    let heights = RowHeights.ofItems(ranks, of: list)
    var rows: [Row] = []
    list.forEachItem(ranks) { item in
      rows.append(
        Row(place: item.place(in: list.recipe.order), item: item, height: heights[rows.count]))
    }
    self.first = first
    firstRank = ranks.lowerBound
    rowCount = ranks.count
    lower = ranks.lowerBound == 0 ? nil : rows.first?.place
    upper = ranks.upperBound == list.itemCount ? nil : rows.last?.place
    self.rows = rows
    let index = anchorRank - ranks.lowerBound
    anchor = (rows[index].item.entry.id, 0)
    if rows[index].item.isHidden { passAnchor(on: index) }
    if var state = state {
      state.top = Self.firstTop
      anchor?.top = state.y - state.scrollY
    }
  }

  /// Where everything is now; nil once the anchor is lost.
  public var state: State? {
    guard let anchor else { return nil }
    var state = State(sequence: sequence, id: anchor.id, y: 0, top: anchor.top, contentHeight: 0)
    for row in rows {
      if row.item.entry.id == anchor.id { state.y = state.contentHeight }
      if !row.item.isHidden { state.contentHeight += row.height }
    }
    return state
  }

  /// Applies changes until `sequence` is reached, or the last one that `FirstEvents` holds.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func advance(to sequence: Int) -> Bool {
    let start = self.sequence
    while self.sequence < min(sequence, first.count) { applyNext() }
    return self.sequence > start
  }

  private mutating func applyNext() {
    let event = first.events[sequence]
    sequence += 1
    let id = event.item.entry.id
    let operation = event.event.change.operation
    let index = rows.firstIndex { $0.item.entry.id == id }
    if operation == .insert || operation == .update { writes[id] = sequence }
    if operation == .update, let index, rows[index].place == event.place {
      if id == anchor?.id, event.item.isHidden { passAnchor(on: index) }
      rows[index].height = RowHeights.ofEvent(sequence, of: first.list)
      rows[index].item = event.item
      return
    }
    var height: Int?
    if let index {
      if id == anchor?.id { passAnchor(on: index) }
      height = rows.remove(at: index).height
    }
    guard operation == .insert || operation == .move, holds(event.place) else { return }
    rows.insert(
      Row(place: event.place, item: event.item, height: height ?? self.height(of: id)),
      at: rows.partition { $0.place < event.place })
  }

  private func holds(_ place: ListPlace) -> Bool {
    (lower.map { $0 <= place } ?? true) && (upper.map { place <= $0 } ?? true)
  }

  /// The height of an item that comes into the window: its content was written by the last insert
  /// or update, or is the snapshot's.
  private func height(of id: ItemID) -> Int {
    if let sequence = writes[id] { return RowHeights.ofEvent(sequence, of: first.list) }
    guard let rank = first.ranks[id] else { return 0 }
    return RowHeights.ofItems(rank..<rank + 1, of: first.list).first ?? 0
  }

  /// Makes the nearest visible row the anchor, where it is on the screen: the one below first.
  private mutating func passAnchor(on index: Int) {
    guard let old = anchor else { return }
    let height = rows[index].item.isHidden ? 0 : rows[index].height
    if let below = rows[(index + 1)...].firstIndex(where: { !$0.item.isHidden }) {
      anchor = (rows[below].item.entry.id, old.top + height)
    } else if let above = rows[..<index].lastIndex(where: { !$0.item.isHidden }) {
      anchor = (rows[above].item.entry.id, old.top - rows[above].height)
    } else {
      anchor = nil
    }
  }
}
