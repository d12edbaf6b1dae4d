public import ListCore

/// Some changes in the order of their log, with the text that they bring, in one buffer.
///
/// A batch is also a buffer: emptied by `removeAll()`, it keeps its memory.
public struct ChangeBatch: Hashable, Sendable {
  /// One change, and where its text lies in the batch.
  public struct Element: Hashable, Sendable {
    /// What changes.
    public var change: Change
    /// Where the new text lies in `ChangeBatch.text`; absent if the text stays as it is.
    public var textByteRange: Range<Int>?
  }

  /// The most changes that a source hands out at a time.
  public static let maximumCount = 100_000

  /// The changes.
  public private(set) var elements: [Element] = []
  /// The text of all changes, UTF-8, one after the other.
  public private(set) var text: [UInt8] = []

  /// Makes an empty batch.
  public init() {}

  /// Empties the batch and keeps its memory.
  public mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Appends an insert, an update, or a move that brings text.
  ///
  /// Traps if the change is a delete.
  /// - Complexity: O(bytes of the text); allocates only while the arrays grow.
  public mutating func append(_ change: Change, text utf8: Span<UInt8>) {
    precondition(change.operation != .delete, "text of a delete")
    let start = text.count
    // SAFETY: the bytes are copied while the span is borrowed.
    unsafe utf8.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    elements.append(Element(change: change, textByteRange: start..<text.count))
  }

  /// Appends a delete or a move that leaves the text as it is.
  ///
  /// Traps if the change is an insert or an update.
  public mutating func append(_ change: Change) {
    precondition(
      change.operation == .delete || change.operation == .move, "missing text of a change")
    elements.append(Element(change: change, textByteRange: nil))
  }

  /// Appends a change of another batch, with its text.
  mutating func append(_ element: Element, of text: [UInt8]) {
    guard let range = element.textByteRange else {
      elements.append(element)
      return
    }
    append(element.change, text: text.span.extracting(range))
  }
}
