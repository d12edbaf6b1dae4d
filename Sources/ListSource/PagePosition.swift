package import ListCore

/// The place of a page, its cursor read.
package enum PagePosition {
  /// From a rank down.
  case offset(Int)
  /// Beyond an entry, which need not be in the list.
  case after(ListEntry, Direction)

  /// Reads the cursor of a place.
  ///
  /// - Throws: What `CursorCodec.decode` throws.
  package init(_ place: PageRequest.Place, codec: CursorCodec) throws(SourceError) {
    switch place {
    case .head: self = .offset(0)
    case .offset(let offset): self = .offset(offset)
    case .after(let entry, let direction): self = .after(entry, direction)
    case .cursor(let cursor):
      let (entry, direction) = try codec.decode(cursor)
      self = .after(entry, direction)
    }
  }

  /// Which way the page goes from there.
  package var direction: Direction {
    switch self {
    case .offset: .older
    case .after(_, let direction): direction
    }
  }

  /// Whether no row is newer than the page's first.
  package var isHead: Bool {
    if case .offset(0) = self { true } else { false }
  }
}
