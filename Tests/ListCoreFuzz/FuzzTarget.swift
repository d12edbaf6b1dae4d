/// A structure of `ListCore` that is driven by bytes and compared with a model at every step.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case orderedIndex = "OrderedIndex"
  /// From so many items on that batches plan ahead and the table of ids grows bit by bit.
  case largeIndex = "OrderedIndex-large"
  #if DEBUG
    /// The index's tree with leaves of 4 and of 2 entries: deep, with few items.
    case smallTree = "OrderedIndex-small"
  #endif
  case itemStore = "ItemStore"
  case pageMerge = "PageMerge"
  case union = "PageMerge-union"
  case pageWindow = "PageWindow"
  /// With the anchor of a scroll position; in debug builds also with small nodes.
  case rowLayout = "RowLayout"
  case fixedRowLayout = "FixedRowLayout"
  case rowPool = "RowPool"

  /// Runs the operations that an input stands for; traps where an invariant does not hold.
  ///
  /// - Returns: How many operations there were, those of batches counted one by one.
  /// - Throws: The first difference from the model.
  @discardableResult
  package func run(_ bytes: [UInt8]) throws(FuzzFinding) -> Int {
    switch self {
    case .orderedIndex: try drive(OrderedIndexFuzz.self, bytes)
    case .largeIndex: try drive(LargeIndexFuzz.self, bytes)
    #if DEBUG
      case .smallTree:
        try (bytes.first ?? 0) & 1 == 0
          ? drive(SmallTreeFuzz<LeavesOfFour>.self, bytes)
          : drive(SmallTreeFuzz<LeavesOfTwo>.self, bytes)
    #endif
    case .itemStore: try drive(ItemStoreFuzz.self, bytes)
    case .pageMerge: try drive(PageMergeFuzz.self, bytes)
    case .union: try drive(UnionFuzz.self, bytes)
    case .pageWindow: try drive(PageWindowFuzz.self, bytes)
    case .rowLayout: try drive(RowLayoutFuzz.self, bytes)
    case .fixedRowLayout: try drive(FixedRowLayoutFuzz.self, bytes)
    case .rowPool: try drive(RowPoolFuzz.self, bytes)
    }
  }

  private func drive<Body: FuzzBody & ~Copyable>(
    _ type: Body.Type, _ bytes: [UInt8]
  ) throws(FuzzFinding) -> Int {
    var input = FuzzInput(bytes)
    guard var body = Body(&input) else { return 0 }
    var operations = 0
    var unchecked = 0
    do {
      while !input.isEmpty {
        try body.step(&input)
        operations += 1
        unchecked += 1
        // So often that a check costs an operation no more than comparing some 16 elements.
        if unchecked >= 8 + body.size / 16 {
          try body.check()
          unchecked = 0
        }
      }
      try body.check()
    } catch {
      throw FuzzFinding("\(rawValue), operation \(operations): \(error.description)")
    }
    return operations + body.batched
  }
}

/// A structure and its model.
protocol FuzzBody: ~Copyable {
  /// Makes the structure as the first bytes say; nil if they make none.
  init?(_ input: inout FuzzInput)
  /// How many elements a check compares.
  var size: Int { get }
  /// What the steps of batches and runs have done beyond one operation each.
  var batched: Int { get }
  /// Does one operation to both, and compares what it returns and some of what can be read.
  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding)
  /// Compares all that can be read, and checks the invariants.
  mutating func check() throws(FuzzFinding)
}

extension FuzzBody where Self: ~Copyable {
  var batched: Int { 0 }
}

/// A difference between a structure and its model.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws if a structure gives something else than its model.
@inline(__always)
func expect<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
) throws(FuzzFinding) {
  if found != expected { throw FuzzFinding("\(what()): \(found), not \(expected)") }
}
