import ListText
import ListFixtures

/// What a folder says about the dataset in it: `manifest.json`.
///
/// Invariants of a manifest that was read:
/// 1. File names are plain names, each stands once; `items.ndjson` and `events.ndjson` are among them.
/// 2. Counts are not negative; events are the sum of inserts, deletes, moves and updates; live is
///    items + inserts - deletes.
/// 3. The lines of `items.ndjson` and `events.ndjson` are the counts of items and events; of a shard, its
///    share of them, and there is a hash for each of its blocks.
/// 4. Containers are those of the layout.
public struct Manifest: Equatable, Sendable {
  /// The name of the file.
  public static let fileName = "manifest.json"
  /// The version of the manifest's own layout.
  public static let schema = 1
  /// The recipe of datasets that were imported.
  public static let importedRecipe = Recipe.importName

  /// A file of the dataset.
  public struct File: Hashable, Sendable {
    /// Its name in the folder.
    public var name: String
    /// Its size.
    public var bytes: Int
    /// How many line feeds it has.
    public var lines: Int
    /// The SHA-256 of its bytes.
    public var sha256: SHA256

    /// Makes a description of a file.
    public init(name: String, bytes: Int, lines: Int, sha256: SHA256) {
      self.name = name
      self.bytes = bytes
      self.lines = lines
      self.sha256 = sha256
    }
  }

  /// A file or folder that holds rows in another form than canonical NDJSON.
  public struct Container: Hashable, Sendable {
    /// Its name in the folder; one that ends in a slash is a folder of pages.
    public var name: String
    /// Its size; of a folder, of all its files.
    public var bytes: Int
    /// The SHA-256 of its bytes; of a folder, of its files' bytes in the order of their names.
    public var sha256: SHA256

    /// Makes a description of a container.
    public init(name: String, bytes: Int, sha256: SHA256) {
      self.name = name
      self.bytes = bytes
      self.sha256 = sha256
    }

    /// Describes a file that is there.
    init(reading path: String, name: String) throws(FormatError) {
      let input = try InputFile(path: path, name: name, unpacks: false)
      var hasher = SHA256.Hasher()
      var byteCount = 0
      while true {
        let chunk = try input.chunk(atMost: InputFile.chunkBytes)
        if chunk.isEmpty { break }
        hasher.update(chunk.span)
        byteCount += chunk.count
      }
      self.init(name: name, bytes: byteCount, sha256: hasher.finish())
    }
  }

  /// How much of everything there is.
  public struct Counts: Hashable, Sendable {
    /// The items of the snapshot.
    public var items = 0
    /// The events, of all kinds.
    public var events = 0
    /// The events that insert.
    public var inserts = 0
    /// The events that delete.
    public var deletes = 0
    /// The events that move.
    public var moves = 0
    /// The events that update.
    public var updates = 0
    /// The items that live after the last event.
    public var live = 0

    /// Makes counts of nothing.
    public init() {}
  }

  /// The version of the rules that made the rows.
  public var datasetVersion: Int
  /// The recipe, or `import`.
  public var recipe: String
  /// The seed; 0 of imports.
  public var seed: UInt64
  /// The whole recipe, on which the rows depend; of imports, where they come from.
  var parameters: JSONValue
  /// How much of everything there is.
  public var counts: Counts
  /// What is written, and how; canonical rows of the whole list unless the manifest says otherwise.
  public var layout = DatasetLayout()
  /// The canonical files, the manifest itself not among them: of other layouts what the rows are in
  /// canonical form, of a shard its part of them.
  public var files: [File]
  /// What the folder holds instead of `files` in other layouts: its bytes and hashes find damage, but are
  /// not promised from one version of a library to the next.
  public var containers: [Container] = []
  /// Of a shard, the hashes of its blocks, by which `merged` gives the digest of the whole.
  public var blocks: [RowStream: [SHA256]] = [:]
  /// The answers beside the rows, if they were written.
  public var expected: Expected?
  /// SHA-256 over the SHA-256s of blocks of 65,536 rows, items then events; of a shard, over its own.
  public var digest: SHA256

  /// The names of what the dataset's folder holds beside the manifest.
  public var fileNames: [String] {
    (layout.isCanonical ? files.map(\.name) : containers.map(\.name))
      + (expected == nil ? [] : ["\(ExpectedFolder.name)/"])
  }

  /// Whether the rows come from a file and cannot be made again from the recipe.
  public var isImported: Bool { recipe == Self.importedRecipe }
}
