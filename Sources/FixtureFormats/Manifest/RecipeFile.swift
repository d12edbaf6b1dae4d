public import ListFixtures

/// A recipe that a user wrote.
public enum RecipeFile {
  /// Reads and checks a recipe file.
  ///
  /// - Parameter path: A file of at most `Recipe.byteLimit` bytes, no pipe.
  /// - Throws: `FormatError`: `unreadable`; `malformed` with the byte and, in its message, the
  ///   field's path and what is accepted there.
  public static func read(_ path: String) throws(FormatError) -> Recipe {
    let file = try InputFile(path: path, name: path, unpacksGzip: false)
    var bytes: [UInt8] = []
    // One byte more than is accepted tells that there are too many.
    while bytes.count <= Recipe.byteLimit {
      let chunk = try file.chunk(atMost: min(64 << 10, Recipe.byteLimit + 1 - bytes.count))
      if chunk.isEmpty { break }
      bytes += chunk
    }
    do throws(FixtureError) {
      return try Recipe(json: bytes)
    } catch {
      throw FormatError(.malformed, error.message, file: path, byteOffset: error.byteOffset)
    }
  }
}
