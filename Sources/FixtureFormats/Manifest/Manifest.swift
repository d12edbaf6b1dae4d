import ListText
import ListFixtures

/// What a folder says about the dataset in it: `manifest.json`.
///
/// Invariants of a manifest that was read:
/// 1. File names are plain names, each stands once; `items.ndjson` and `events.ndjson` are among them.
/// 2. Counts are not negative; events are the sum of inserts, deletes, moves and updates; live is
///    items + inserts - deletes.
/// 3. The lines of `items.ndjson` and `events.ndjson` are the counts of items and events.
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
  /// The files, the manifest itself not among them.
  public var files: [File]
  /// SHA-256 over the SHA-256s of blocks of 65,536 rows, items then events.
  public var digest: SHA256

  /// Whether the rows come from a file and cannot be made again from the recipe.
  public var isImported: Bool { recipe == Self.importedRecipe }
}
