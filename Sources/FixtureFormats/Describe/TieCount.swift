import ListCore

/// How many rows of a list share their key with a neighbour.
struct TieCount {
  private var key: SortKey?
  private var run = 0
  /// The rows in runs of two or more.
  private(set) var tiedRows = 0
  /// The longest run; 0 of an empty list.
  private(set) var largest = 0

  /// Adds the key of the next row in list order.
  mutating func add(_ next: SortKey) {
    if key == next {
      run += 1
      tiedRows += run == 2 ? 2 : 1
    } else {
      run = 1
      key = next
    }
    largest = max(largest, run)
  }
}
