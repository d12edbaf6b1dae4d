/// The bytes that a heap block really takes.
///
/// jemalloc rounds a request up to a size class: multiples of 16 up to 128, then four classes to each
/// doubling. Blocks whose sizes are classes waste nothing, and sums of classes are what the
/// allocator's own counters say.
///
/// Source: jemalloc(3), "Size classes".
enum HeapSize {
  /// The size class that holds `bytes`; 0 for 0.
  static func roundedUp(_ bytes: Int) -> Int {
    precondition(bytes >= 0, "heap size negative")
    if bytes <= 128 { return (bytes + 15) & ~15 }
    let spacing = 1 << (Int.bitWidth - 3 - (bytes - 1).leadingZeroBitCount)
    return (bytes + spacing - 1) & ~(spacing - 1)
  }

  /// The largest size class that is at most `bytes`; 0 below 16.
  static func roundedDown(_ bytes: Int) -> Int {
    precondition(bytes >= 0, "heap size negative")
    if bytes <= 128 { return bytes & ~15 }
    let spacing = 1 << (Int.bitWidth - 3 - bytes.leadingZeroBitCount)
    return bytes & ~(spacing - 1)
  }
}
