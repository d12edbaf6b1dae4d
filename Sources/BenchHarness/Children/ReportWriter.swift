#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The child's end of the report: lines of fields divided by tabs, through a pipe of their own.
///
/// `ChildReport` reads them. Lines go out as they are made, so that the parent knows the last
/// checkpoint of a child that dies. A checkpoint's line allocates nothing.
@safe
final class ReportWriter {
  /// The descriptor that the parent gives to its children.
  static let descriptor: Int32 = 3

  /// SAFETY: `capacity` bytes that live as long as the object; `append` stops at the end.
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0
  private let capacity = 1_024

  init() {
    unsafe buffer = .allocate(capacity: capacity)
  }

  deinit { unsafe buffer.deallocate() }

  func limited(residentBytes: Int) {
    send(["limited", String(residentBytes)])
  }

  func checkpoint(_ name: StaticString, liveBytes: Int) {
    count = 0
    append("checkpoint\t")
    append(name)
    append("\t")
    append(liveBytes)
    append("\n")
    unsafe writeOut(buffer.baseAddress, count)
  }

  /// Sends one line; tabs and line feeds inside a field become spaces.
  func send(_ fields: [String]) {
    var line = fields.map { field in
      String(String.UnicodeScalarView(field.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
    }.joined(separator: "\t")
    line += "\n"
    line.withUTF8 { unsafe writeOut($0.baseAddress, $0.count) }
  }

  private func append(_ text: StaticString) {
    for offset in 0..<text.utf8CodeUnitCount where count < capacity {
      // SAFETY: `offset` is below the literal's length, `count` below the capacity.
      unsafe buffer[count] = text.utf8Start[offset]
      count += 1
    }
  }

  private func append(_ number: Int) {
    if number < 0 { append("-") }
    var divisor: UInt = 1
    while number.magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0, count < capacity {
      // SAFETY: `count` is below the capacity.
      unsafe buffer[count] = UInt8(truncatingIfNeeded: number.magnitude / divisor % 10) + 48
      count += 1
      divisor /= 10
    }
  }

  private func writeOut(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    var done = 0
    while let start = unsafe start, done < count {
      let written = unsafe write(Self.descriptor, start + done, count - done)
      if written < 0 {
        if errno == EINTR { continue }
        _exit(ExitCode.failed.rawValue)  // The parent is gone.
      }
      done += written
    }
  }
}
