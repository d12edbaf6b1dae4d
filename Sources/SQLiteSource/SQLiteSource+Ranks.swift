internal import ListCore
internal import ListSource
internal import SQLite

extension SQLiteSource.Database {
  /// Fills an empty page with the rows from a rank down.
  func fill(_ page: inout Page, offset: Int, limit: Int) throws(SourceError) {
    switch ranks {
    case .none:
      try onFile(connection.path) { () throws(SQLiteError) in
        try byRank.bind(Int64(limit), at: 1)
        try byRank.bind(Int64(offset), at: 2)
      }
      try appendRows(of: byRank, to: &page)
    case .milestones(let milestone, let fromPlace):
      let distance = SQLiteSchema.milestoneDistance
      try reading { () throws(SourceError) in
        guard let place = try place(of: offset / distance, milestone) else { return }
        try fill(&page, from: place, skipping: offset % distance, limit: limit, fromPlace)
      }
    case .buckets(let buckets, let fromPlace):
      try reading { () throws(SourceError) in
        guard let (place, rest) = try bucket(of: offset, buckets) else { return }
        try fill(&page, from: place, skipping: rest, limit: limit, fromPlace)
      }
    }
  }

  private func fill(
    _ page: inout Page, from place: ListEntry, skipping count: Int, limit: Int,
    _ statement: Statement
  ) throws(SourceError) {
    try bind(place, limit: limit, to: statement)
    try onFile(connection.path) { () throws(SQLiteError) in
      try statement.bind(Int64(count), at: 4)
    }
    try appendRows(of: statement, to: &page)
  }

  /// The place of a milestone; nil past the end.
  private func place(
    of number: Int, _ milestone: Statement
  ) throws(SourceError) -> ListEntry? {
    let row = try onFile(connection.path) { () throws(SQLiteError) -> (Int64, Int64)? in
      try milestone.bind(Int64(number), at: 1)
      defer { milestone.reset() }
      return try milestone.step() ? (milestone.integer(at: 0), milestone.integer(at: 1)) : nil
    }
    guard let row else { return nil }
    return try entry(row.0, row.1)
  }

  /// The bucket that a rank lies in, and how many of its rows come before; nil past the end.
  ///
  /// - Complexity: O(buckets before).
  private func bucket(
    of rank: Int, _ buckets: Statement
  ) throws(SourceError) -> (place: ListEntry, rest: Int)? {
    var rest = rank
    defer { buckets.reset() }
    while try onFile(connection.path, { () throws(SQLiteError) in try buckets.step() }) {
      let count = buckets.integer(at: 2)
      guard count >= 0 else { throw damagedRanks() }
      if Int64(rest) < count {
        return (try entry(buckets.integer(at: 0), buckets.integer(at: 1)), rest)
      }
      rest -= Int(count)
    }
    return nil
  }

  private func entry(_ key: Int64, _ id: Int64) throws(SourceError) -> ListEntry {
    guard let id = UInt64(exactly: id) else { throw damagedRanks() }
    return ListEntry(key: SortKey(key), id: ItemID(id))
  }

  private func damagedRanks() -> SourceError {
    SourceError(
      .corrupt, "what finds ranks is damaged: load the dataset anew", place: connection.path)
  }
}
