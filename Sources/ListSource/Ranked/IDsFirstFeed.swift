internal import ListCore

/// The ids of the whole ranking are sent first; rows are asked for by their ids.
///
/// No state on the server. An item that is deleted or hidden by then is named in `gone`, so that the reader
/// does not wait for its row.
public struct IDsFirstFeed: RankedFeed {
  /// `idsFirst`.
  public var design: RankedDesign { .idsFirst }
  private let maximumIDs: Int

  /// Makes a feed.
  ///
  /// - Parameter maximumIDs: The most ids to send, the best ones.
  public init(maximumIDs: Int = .max) { self.maximumIDs = maximumIDs }

  /// Fills a reply with the ids of all, if none is asked for, else with the rows of those that are.
  ///
  /// - Complexity: O(n) for the ids, O(rows) for rows.
  public mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError) {
    reply.removeAll()
    try request.validate()
    if request.ids.isEmpty {
      reply.ids = list.ids(limit: maximumIDs, &work)
      return
    }
    for id in request.ids {
      work.lookups += 1
      if !list.append(id, to: &reply.page) { reply.gone.append(id) }
    }
    try reply.complete(from: list)
  }
}
