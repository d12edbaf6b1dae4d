import BenchHarness

extension BenchmarkCase {
  /// A peer would take longer than ours at the largest sizes.
  private static let peerTimeLimitSeconds = 600

  /// The reference that a peer is to one of our cases: the same data and parameters.
  public func beside(
    _ peer: PeerKind, file: String = #filePath, line: Int = #line,
    body: @escaping @Sendable (PeerKind, Run) throws -> Void
  ) -> BenchmarkCase {
    var result = self
    result.place = SourcePlace(file: file, line: line)
    result.implementation = peer.name
    result.isReference = true
    result.isGated = false
    result.missing = peer.missing ?? leftOut(peer)
    result.budgetBytes = nil
    result.growth = nil
    result.timeLimitSeconds = Self.peerTimeLimitSeconds
    result.body = { try body(peer, $0) }
    return result
  }

  /// Why a peer is not run on the longest lists; nil where it is.
  private func leftOut(_ peer: PeerKind) -> String? {
    guard peer.name == "pb_ds + hash",
      let items = parameters.first(where: { $0.name == "items" })?.value,
      items >= WorkloadSource.longestList
    else { return nil }
    return "left out of lists of \(WorkloadSource.longestList) items and more, for it takes 1 us "
      + "an item to build; the shorter lists have it"
  }

  /// The reference that a limit of the machine is to one of our cases.
  public func beside(
    _ limit: MachineLimit, file: String = #filePath, line: Int = #line
  ) -> BenchmarkCase {
    var result = self
    result.place = SourcePlace(file: file, line: line)
    result.implementation = limit.name
    result.isReference = true
    result.isLimit = true
    result.isGated = false
    result.budgetBytes = nil
    result.growth = nil
    result.body = { try limit.measure($0) }
    return result
  }
}
