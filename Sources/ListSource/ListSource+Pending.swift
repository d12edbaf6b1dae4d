public import ListCore

/// What not every source answers yet.
extension ListSource {
  private func pending() -> SourceError { SourceError(.engine, "not there yet") }

  public func fill(_ page: inout Page, round window: WindowRequest) throws(SourceError)
    -> AnchorPlace
  {
    throw pending()
  }
  public func entry(of id: ItemID) throws(SourceError) -> ListEntry? { throw pending() }
  public func total(_ kind: TotalKind) throws(SourceError) -> Total { throw pending() }
  public func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 { throw pending() }
}
