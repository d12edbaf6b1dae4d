#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the value of a column lies among the bytes that were scanned.
struct FlatValue {
  /// What is there.
  enum Form: UInt8 { case null, plain, escaped }

  /// Without quotes.
  var start = 0
  var end = 0
  /// `escaped` is a string with escapes in it.
  var form = Form.null
}

/// Finds the values of canonical rows, which this program has made itself.
///
/// Traps on a row that is not canonical; rows of others are read by `RowParser`.
@safe struct RowScanner: ~Copyable {
  // SAFETY: room for `capacity` values, all initialised; this value alone owns it.
  private let storage: UnsafeMutablePointer<FlatValue>
  private static let capacity = 64
  private let item = FlatColumn.item
  private let change = FlatColumn.change
  /// How many values the last row had.
  private(set) var count = 0

  init() {
    precondition(FlatColumn.event.count <= Self.capacity, "room for all columns")
    unsafe storage = .allocate(capacity: Self.capacity)
    unsafe storage.initialize(repeating: FlatValue(), count: Self.capacity)
  }

  deinit { unsafe storage.deallocate() }

  /// The value of a column of the last row.
  subscript(column: Int) -> FlatValue {
    @inline(__always) get {
      precondition(column >= 0 && column < count, "column out of range")
      return unsafe storage[column]
    }
  }

  /// Scans the row that starts at a byte, and returns where the next one starts.
  mutating func scan(
    _ stream: RowStream, _ bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    let end = unsafe bytes.endOfLine(from: start)
    var position = start
    switch stream {
    case .items:
      count = item.count
      unsafe scan(item, from: 0, into: 0, bytes, &position, end)
    case .events:
      count = change.count + item.count - FlatColumn.placeCount
      unsafe scan(change, from: 0, into: 0, bytes, &position, end)
      if unsafe bytes[position] == UInt8(ascii: ",") {
        unsafe skip(",\"item\":", bytes, &position, end)
        unsafe scan(
          item, from: FlatColumn.placeCount, into: change.count - FlatColumn.placeCount, bytes,
          &position, end)
      } else {
        for column in change.count..<count { unsafe storage[column] = FlatValue() }
      }
      unsafe skip("}", bytes, &position, end)
    }
    precondition(position == end, "a canonical row")
    return end + 1
  }

  @inline(__always)
  private func skip(
    _ literal: StaticString, _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) {
    let next = position + literal.utf8CodeUnitCount
    precondition(next <= end, "a canonical row")
    position = next
  }

  /// Scans values and keeps those from the column `first` on, `target` places further.
  @inline(__always)
  private mutating func scan(
    _ columns: [FlatColumn], from first: Int, into target: Int, _ bytes: UnsafeRawBufferPointer,
    _ position: inout Int, _ end: Int
  ) {
    var index = 0
    while index < columns.count {
      let column = columns[index]
      unsafe skip(column.lead, bytes, &position, end)
      if column.group > 0 {
        if unsafe isNull(bytes, position, end) {
          position += 4
          for offset in 0..<column.group { unsafe storage[target + index + offset] = FlatValue() }
          index += column.group
          continue
        }
        unsafe skip(column.inner, bytes, &position, end)
      }
      let value = unsafe value(column.kind, bytes, &position, end)
      if index >= first { unsafe storage[target + index] = value }
      unsafe skip(column.trail, bytes, &position, end)
      index += 1
    }
  }

  @inline(__always)
  private func isNull(_ bytes: UnsafeRawBufferPointer, _ position: Int, _ end: Int) -> Bool {
    unsafe position + 4 <= end && bytes[position] == UInt8(ascii: "n")
  }

  @inline(__always)
  private func value(
    _ kind: FlatColumn.Kind, _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) -> FlatValue {
    if unsafe isNull(bytes, position, end) {
      position += 4
      return FlatValue()
    }
    if kind == .id || kind == .text { position += 1 }
    let start = position
    var form = FlatValue.Form.plain
    switch kind {
    case .id, .integer:
      while position < end, unsafe bytes[position] < UInt8(ascii: ":"),
        unsafe bytes[position] > UInt8(ascii: ",")
      { position += 1 }
    case .bool: position += unsafe bytes[position] == UInt8(ascii: "t") ? 4 : 5
    case .text: form = unsafe closeText(bytes, &position, end)
    }
    let value = FlatValue(start: start, end: position, form: form)
    if kind == .id || kind == .text { position += 1 }
    precondition(position <= end, "a canonical row")
    return value
  }

  /// Steps to the quote that ends a string, and says whether there are escapes before it.
  @inline(__always)
  private func closeText(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) -> FlatValue.Form {
    guard let base = bytes.baseAddress else { return .null }
    let start = position
    // SAFETY: position..<end lies within the buffer.
    guard let quote = unsafe memchr(base + position, 0x22, end - position) else {
      preconditionFailure("a canonical row")
    }
    position = unsafe UnsafeRawPointer(quote) - base
    if unsafe memchr(base + start, 0x5c, position - start) == nil { return .plain }
    position = start
    while position < end, unsafe bytes[position] != 0x22 {
      position += unsafe bytes[position] == 0x5c ? 2 : 1
    }
    return .escaped
  }
}

extension UnsafeRawBufferPointer {
  /// Where the line feed is that ends the line at a byte; traps when there is none.
  @inline(__always)
  func endOfLine(from start: Int) -> Int {
    precondition(start >= 0 && start < count, "a whole line")
    // SAFETY: start..<count lies within the buffer.
    guard let base = baseAddress, let feed = unsafe memchr(base + start, 0x0a, count - start)
    else { preconditionFailure("a whole line") }
    return unsafe UnsafeRawPointer(feed) - base
  }

  /// The bytes of a value.
  @inline(__always)
  func bytes(of value: FlatValue) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: self[value.start..<value.end])
  }
}

extension EncodedBuffer {
  /// Appends the text that a JSON string of a canonical row stands for.
  ///
  /// - Parameters:
  ///   - text: What lies between the quotes.
  ///   - escape: Called for every character that was escaped; appends what stands for it.
  mutating func putDecoded(
    _ text: UnsafeRawBufferPointer, _ escape: (inout EncodedBuffer, UInt32) -> Void
  ) {
    var position = 0
    while position < text.count {
      let byte = unsafe text[position]
      position += 1
      guard byte == 0x5c, position < text.count else {
        put(byte)
        continue
      }
      let letter = unsafe text[position]
      position += 1
      switch letter {
      case UInt8(ascii: "b"): escape(&self, 0x08)
      case UInt8(ascii: "f"): escape(&self, 0x0c)
      case UInt8(ascii: "n"): escape(&self, 0x0a)
      case UInt8(ascii: "r"): escape(&self, 0x0d)
      case UInt8(ascii: "t"): escape(&self, 0x09)
      case UInt8(ascii: "u"):
        // Canonical rows escape nothing above U+001F, so there are no surrogates.
        var scalar: UInt32 = 0
        for offset in 0..<4 where position + offset < text.count {
          let digit = unsafe text[position + offset]
          scalar =
            scalar &<< 4 | UInt32(digit & 15) &+ (digit >= UInt8(ascii: "A") ? 9 : 0)
        }
        position += 4
        escape(&self, scalar & 0x7f)
      default: escape(&self, UInt32(letter))
      }
    }
  }

  /// Appends the text that a JSON string of a canonical row stands for, as UTF-8.
  mutating func putDecoded(_ text: UnsafeRawBufferPointer) {
    unsafe putDecoded(text) { $0.put(UInt8(truncatingIfNeeded: $1)) }
  }
}
