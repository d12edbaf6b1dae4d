#if canImport(Glibc)
  import Glibc
#endif

/// Blocks of heap for nodes and tables, large ones on huge pages where the system has them.
///
/// A random read of a long list misses the cache of page addresses as well as that of memory; one
/// huge page stands for 512 small ones.
enum HeapBlock {
  /// Bytes of a huge page on x86-64 and on arm64 with 4 KiB pages.
  private static var hugePageBytes: Int { 2 << 20 }

  /// Allocates a block on a cache line; the caller deallocates the pointer itself.
  ///
  /// The first use of a huge page takes as long as that of all its small pages, so blocks that are
  /// added in the middle of a single operation stay on small ones.
  static func allocate(byteCount: Int, onHugePages: Bool = false) -> UnsafeMutableRawPointer {
    // The allocator's block may be larger than what was asked for.
    let advised = HeapSize.roundedUp(byteCount)
    if !onHugePages || advised < hugePageBytes {
      return .allocate(byteCount: byteCount, alignment: 64)
    }
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount, alignment: hugePageBytes)
    #if canImport(Glibc)
      // Advice: what comes of it does not matter. A part of a huge page at the end has small pages.
      _ = unsafe madvise(block, advised & ~(hugePageBytes - 1), Int32(MADV_HUGEPAGE))
    #endif
    return unsafe block
  }
}
