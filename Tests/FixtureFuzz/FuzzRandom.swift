/// Random changes of bytes from a seed.
struct FuzzRandom {
  var state: UInt64

  /// A number in `0..<bound`; `bound` is positive.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Int(word.multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Changes some bytes.
  mutating func change(_ bytes: inout [UInt8]) {
    Self.change(
      &bytes, kind: below(8), place: below(max(1, bytes.count)), byte: UInt8(below(256)))
  }

  /// Changes bytes at a place, which is taken modulo their number.
  static func change(_ bytes: inout [UInt8], kind: Int, place: Int, byte: UInt8) {
    guard !bytes.isEmpty else {
      bytes.append(byte)
      return
    }
    let place = place % bytes.count
    switch kind {
    case 0: bytes[place] ^= 1 << (byte & 7)
    case 1: bytes[place] = byte
    case 2: bytes.insert(byte, at: place)
    case 3: bytes.remove(at: place)
    case 4: bytes.removeLast(min(bytes.count, Int(byte)))
    case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + Int(byte))], at: place)
    case 6: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: "9999".utf8)
    default: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: byte & 1 == 0 ? 0 : place)
    }
  }
}
