public import ListCore
public import ListSource

/// What a reader meets who scrolls through a whole list.
public struct ScrollOutcome: Hashable, Sendable {
  /// Pages fetched.
  public var pages = 0
  /// Rows received, repeats among them.
  public var rows = 0
  /// Items that were to be met and were not.
  public var lost = 0
  /// Rows whose item had come before.
  public var repeated = 0
  /// Whether the reader was stopped because the pages did not end.
  public var isEndless = false

  /// Makes an outcome of nothing yet.
  public init() {}
}

extension SQLiteSource {
  /// Scrolls through the whole list page by page, as the source's form asks for the next one.
  ///
  /// A page that is not full is the end, as readers take it to be.
  /// - Parameters:
  ///   - limit: Rows of a page, within `PageRequest.limits`.
  ///   - direction: `older` from the head down, `newer` from the last page up. Forms by rank go down
  ///     alone; traps otherwise.
  ///   - expected: The items that are there all the time.
  ///   - churn: Runs after every page, with the number of pages so far.
  public func scroll(
    limit: Int, _ direction: Direction = .older, expecting expected: Set<ItemID>,
    churn: (Int) throws(SourceError) -> Void = { _ in }
  ) throws(SourceError) -> ScrollOutcome {
    precondition(direction == .older || !form.isByRank, "pages by rank upwards")
    var outcome = ScrollOutcome()
    var met = Set<ItemID>()
    var page = Page()
    let most = 4 * (try count() / limit + 4)
    var place = PageRequest.Place.head
    if direction == .newer { place = .offset(max(0, try count() - limit)) }
    while true {
      try fill(&page, with: PageRequest(place, limit: limit))
      outcome.pages += 1
      outcome.rows += page.rows.count
      for row in page.rows where !met.insert(row.entry.id).inserted { outcome.repeated += 1 }
      outcome.isEndless = page.rows.count == limit && outcome.pages == most
      guard page.rows.count == limit, !outcome.isEndless,
        let last = direction == .older ? page.rows.last : page.rows.first
      else { break }
      try churn(outcome.pages)
      place = form.isByRank ? .offset(outcome.rows) : try self.place(beside: last.entry, direction)
    }
    outcome.lost = expected.subtracting(met).count
    return outcome
  }
}
