/// What an imported item, or a change of it, says besides its place in the list.
struct ImportedContent: Equatable {
  var title: [UInt8]?
  var author: [UInt8]?
  var body: [UInt8]?
  var status: [UInt8]?

  init() {}

  /// Whether nothing is said.
  var isEmpty: Bool { parts.allSatisfy { $0 == nil } }

  private var parts: [[UInt8]?] { [title, author, body, status] }

  /// Takes over what `change` says.
  mutating func merge(_ change: ImportedContent) {
    title = change.title ?? title
    author = change.author ?? author
    body = change.body ?? body
    status = change.status ?? status
  }

  /// The content as one run of bytes: four lengths (all ones: nothing is said), then the texts.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      let length = part.map { UInt32($0.count) } ?? .max
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: length >> UInt32(shift)))
      }
    }
    for part in parts { bytes += part ?? [] }
    return bytes
  }

  /// Reads what `encoded` made.
  init(encoded bytes: [UInt8]) {
    var position = 16
    var parts: [[UInt8]?] = []
    for index in 0..<4 {
      var length: UInt32 = 0
      for offset in 0..<4 { length |= UInt32(bytes[index * 4 + offset]) << UInt32(offset * 8) }
      guard length != .max else {
        parts.append(nil)
        continue
      }
      parts.append(Array(bytes[position..<position + Int(length)]))
      position += Int(length)
    }
    (title, author, body, status) = (parts[0], parts[1], parts[2], parts[3])
  }
}
