internal import CCrypto
public import ListSource
internal import Synchronization

/// Signs cursors by HMAC-SHA-256 of libcrypto, truncated to 16 bytes.
///
/// Source: RFC 2104, section 5.
public final class HMACAuthenticator: CursorAuthenticator {
  // One context, keyed once: starting it anew is cheaper than to key another.
  private let context: Mutex<Context>

  // SAFETY: the pointer has one owner, which uses it under the lock alone.
  private struct Context: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// Makes an authenticator.
  ///
  /// Traps if the secret is empty.
  ///
  /// - Throws: `engine` if libcrypto has no HMAC-SHA-256 or no memory.
  public init(secret: [UInt8]) throws(SourceError) {
    precondition(!secret.isEmpty, "empty secret")
    let failure = SourceError(.engine, "libcrypto gives no HMAC-SHA-256: check its installation")
    guard let algorithm = EVP_MAC_fetch(nil, "HMAC", nil) else { throw failure }
    defer { EVP_MAC_free(algorithm) }
    guard let context = EVP_MAC_CTX_new(algorithm) else { throw failure }
    let isKeyed = "SHA256".withCString { name in
      var parameters = [
        OSSL_PARAM_construct_utf8_string(
          OSSL_MAC_PARAM_DIGEST, UnsafeMutablePointer(mutating: name), 0),
        OSSL_PARAM_construct_end(),
      ]
      return EVP_MAC_init(context, secret, secret.count, &parameters) == 1
    }
    guard isKeyed else {
      EVP_MAC_CTX_free(context)
      throw failure
    }
    self.context = Mutex(Context(pointer: context))
  }

  deinit {
    context.withLock { EVP_MAC_CTX_free($0.pointer) }
  }

  /// Returns the first 16 bytes of the message's HMAC.
  ///
  /// - Complexity: O(bytes of the message); the calling thread may wait for another's call.
  public func tag(of message: Span<UInt8>) throws(SourceError) -> CursorTag {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let isDone = context.withLock { context in
      message.withUnsafeBufferPointer { message in
        withUnsafeMutableBytes(of: &digest) { digest in
          var count = 0
          let context = context.pointer
          return EVP_MAC_init(context, nil, 0, nil) == 1
            && EVP_MAC_update(context, message.baseAddress, message.count) == 1
            && EVP_MAC_final(
              context, digest.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
              digest.count) == 1
            && count == digest.count
        }
      }
    }
    guard isDone else { throw SourceError(.engine, "libcrypto failed to sign a cursor: try again") }
    return CursorTag(high: UInt64(bigEndian: digest.0), low: UInt64(bigEndian: digest.1))
  }
}
