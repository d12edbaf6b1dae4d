internal import CCrypto

/// A SHA-256 value.
public struct SHA256: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) {
    assert(bytes.count == 32, "32 bytes")
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits in lower case; nil for anything else.
  public init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// 64 hexadecimal digits in lower case.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// `sha256:` and 64 hexadecimal digits, as results and manifests print it.
  public var description: String { "sha256:\(hex)" }
}

extension SHA256 {
  /// Bytes being hashed.
  @safe struct Hasher: ~Copyable {
    private let context: OpaquePointer?

    init() {
      unsafe context = EVP_MD_CTX_new()
      start()
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    private func start() {
      let code = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
      precondition(code == 1, "a libcrypto with SHA-256 and memory for it")
    }

    /// A hasher that has seen the same bytes.
    func copy() -> Hasher {
      let copy = Hasher()
      let code = unsafe EVP_MD_CTX_copy_ex(copy.context, context)
      precondition(code == 1, "memory for libcrypto")
      return copy
    }

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      // SAFETY: libcrypto reads exactly `count` bytes from the start of the buffer.
      unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes.
    mutating func update(_ bytes: Span<UInt8>) {
      unsafe bytes.withUnsafeBytes { buffer in
        _ = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
      }
    }

    /// Adds another hash's value.
    mutating func update(_ digest: SHA256) {
      update(digest.bytes.span)
    }

    /// The hash of all bytes since the start; the hasher starts anew.
    mutating func finish() -> SHA256 {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
        // SAFETY: SHA-256 writes 32 bytes, the buffer's capacity.
        unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        count = 32
      }
      start()
      return SHA256(bytes: bytes)
    }
  }
}
