import Testing

@testable import ListCore

@Suite struct HeapSizeTests {
  @Test func roundingUpGivesTheClassesOfTheAllocator() {
    // jemalloc(3), the table of size classes for a quantum of 16 bytes.
    let classes =
      [
        16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896,
        1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096, 5120, 6144, 7168, 8192, 10240, 12288,
        14336, 16384, 20480, 24576, 28672, 32768, 40960,
      ]
    #expect(HeapSize.roundedUp(0) == 0)
    for (smaller, larger) in zip([0] + classes, classes) {
      #expect(HeapSize.roundedUp(smaller + 1) == larger)
      #expect(HeapSize.roundedUp(larger) == larger)
      #expect(HeapSize.roundedDown(larger) == larger)
      #expect(HeapSize.roundedDown(larger - 1) == smaller)
    }
  }
}
