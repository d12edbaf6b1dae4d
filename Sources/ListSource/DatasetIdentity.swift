/// Which dataset a source holds, and which making of it.
public struct DatasetIdentity: Hashable, Sendable {
  /// The dataset's SHA-256, 32 bytes.
  public let digest: [UInt8]
  /// Rises when the dataset is made anew, so that cursors and replies of before are stale.
  public let generation: UInt64

  /// Makes an identity.
  ///
  /// Traps unless the digest has 32 bytes.
  public init(digest: [UInt8], generation: UInt64 = 1) {
    precondition(digest.count == 32, "digest without 32 bytes")
    self.digest = digest
    self.generation = generation
  }

  /// The first 8 bytes of the digest, big-endian: what a cursor carries of it.
  var shortDigest: UInt64 {
    digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
