#if canImport(ListFixtures)
  import ListCore
  import ListFixtures
  import ListSource

  /// The rows and the changes of a generated list, with the titles as text: what `fixtures generate` writes,
  /// as a source takes it.
  package struct EventStream: Sendable {
    /// The rows before the changes, in the list's order.
    package let rows: [ModelRow]
    private let list: GeneratedList
    private var applied = 0

    /// Generates a list.
    ///
    /// - Throws: `FixtureError`.
    package init(
      recipe: Recipe = .timeline, items: Int, events: Int, seed: UInt64
    ) throws(FixtureError) {
      list = try GeneratedList(recipe: recipe, itemCount: items, eventCount: events, seed: seed)
      var rows: [ModelRow] = []
      for entry in list.entries(atRanks: 0..<items) {
        rows.append(
          ModelRow(entry: entry, text: Self.title(of: entry.id, version: 1, in: list)))
      }
      self.rows = rows
    }

    /// The next changes; fewer than asked at the stream's end.
    package mutating func next(_ count: Int) -> ChangeBatch {
      var batch = ChangeBatch()
      let end = min(list.eventCount, applied + count)
      guard applied < end else { return batch }
      list.forEachChange(applied + 1..<end + 1) { change in
        let bringsText = change.operation == .insert || change.operation == .update
        batch.append(
          ModelChange(
            change,
            text: bringsText ? Self.title(of: change.id, version: change.version, in: list) : nil))
      }
      applied = end
      return batch
    }

    private static func title(
      of id: ItemID, version: UInt32, in list: GeneratedList
    ) -> [UInt8] {
      var buffer = RowBuffer()
      list.appendTitle(of: id, version: version, to: &buffer)
      return buffer.withBytes { Array($0) }
    }
  }
#endif
