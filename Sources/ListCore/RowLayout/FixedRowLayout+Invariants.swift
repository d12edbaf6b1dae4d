extension FixedRowLayout {
  /// Traps unless every invariant of the layout holds.
  ///
  /// - Complexity: O(n).
  public func checkInvariants() {
    precondition(lineCount == (count + 15) / 16, "fixed layout invariant 1: lines")
    precondition(wordCount == (count + 63) / 64, "fixed layout invariant 1: words of bits")
    for number in 0..<lineCount {
      let line = line(number)
      let rows = Swift.min(16, count - number * 16)
      precondition(line[0] >= 0, "fixed layout invariant 2: first entry")
      for slot in 1..<16 {
        precondition(line[slot] >= line[slot - 1], "fixed layout invariant 2: order")
        precondition(
          slot < rows || line[slot] == line[rows - 1], "fixed layout invariant 2: behind the rows")
      }
    }
    checkParts()
    var estimated = 0
    for word in 0..<wordCount {
      let value = estimatedBits(word)
      let rows = Swift.min(64, count - word * 64)
      precondition(
        rows == 64 || value >> UInt64(rows) == 0, "fixed layout invariant 4: bit behind the rows")
      estimated += value.nonzeroBitCount
    }
    precondition(estimated == estimatedCount, "fixed layout invariant 4: count")
    precondition(count <= rowLimit, "fixed layout invariant 5: count")
  }
}
