import BenchHarness
import FixtureFormats
import ListFixtures

/// Where a suite's list comes from: a recipe, or a dataset's folder.
public enum WorkloadSource: Sendable {
  /// `items` rows of a recipe and as many events, from a seed.
  case generated(recipe: Recipe, items: Int, seed: UInt64)
  /// What `fixtures generate` or `fixtures import` wrote, named by its folder and its digest.
  case stored(folder: String, items: Int, digest: String, isEmptyAtFirst: Bool)

  /// The lists that a suite runs on: the dataset of `--data`, else one generated list a size.
  ///
  /// - Parameters:
  ///   - options: What the caller asked for; `--items` takes the place of the profile's sizes.
  ///   - sizes: The suite's sizes for each profile.
  /// - Throws: `FormatError` when the folder of `--data` holds no valid manifest; `EnvironmentError` when
  ///   the list has no row, neither at its start nor at its end.
  public static func list(
    _ options: SuiteOptions, sizes: (Profile) -> [Int] = usualSizes
  ) throws -> [WorkloadSource] {
    if let folder = options.dataFolder {
      let dataset = try StoredDataset(opening: folder)
      let counts = dataset.manifest.counts
      guard counts.items > 0 || counts.live > 0 else {
        throw EnvironmentError(
          "the list in '\(folder)' has no row, neither before its events nor after them; "
            + "give a dataset that has some")
      }
      return [
        .stored(
          folder: folder, items: counts.items > 0 ? counts.items : counts.live,
          digest: dataset.manifest.digest.description, isEmptyAtFirst: counts.items == 0)
      ]
    }
    return (options.items ?? sizes(options.profile)).map {
      .generated(recipe: .timeline, items: $0, seed: options.seed)
    }
  }

  /// The sizes of suites that work in memory: from ten thousand rows to a million, in full to ten.
  public static func usualSizes(_ profile: Profile) -> [Int] {
    switch profile {
    case .quick: [10_000, 100_000]
    case .standard: [10_000, 100_000, 1_000_000]
    case .full: [10_000, 1_000_000, 10_000_000]
    }
  }

  /// How many rows the list has when a suite starts on it.
  public var items: Int {
    switch self {
    case .generated(_, let items, _), .stored(_, let items, _, _): items
    }
  }

  /// Rows from which a process run of any structure takes seconds.
  static let longestList = 2_000_000

  /// Whether a process run takes so long that what is slow is shortened or left out.
  public var isLongest: Bool { items >= Self.longestList }

  /// Seconds after which a process run is taken for hung; the first one makes what all need.
  public var timeLimitSeconds: Int { isLongest ? 600 : 120 }

  /// Whether the dataset starts without rows, so that its events make the list.
  public var isEmptyAtFirst: Bool {
    switch self {
    case .generated: false
    case .stored(_, _, _, let isEmptyAtFirst): isEmptyAtFirst
    }
  }

  /// Equal for equal data.
  public var fixtureKey: String {
    switch self {
    case .generated(let recipe, let items, let seed): "\(recipe.name)/\(items)/\(seed)"
    case .stored(let folder, _, _, _): folder
    }
  }

  /// `fixtureKey` as a part of a file's name.
  public var fileKey: String {
    String(
      fixtureKey.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined().suffix(80))
  }

  /// The digest of the data, which is the one that `fixtures generate` writes for the same recipe, size
  /// and seed; a stored dataset is verified first.
  ///
  /// - Throws: `FormatError` when the dataset does not verify, naming the file.
  public func fixture() throws -> String {
    switch self {
    case .generated:
      return DatasetWriter(try generatedList(), jobs: 2).digest().description
    case .stored(let folder, _, let digest, _):
      if case .failed(let error) = try FixtureFormats.Verdict.of(folder: folder, jobs: 2) {
        throw error
      }
      return digest
    }
  }

  /// The list itself, of a source that is generated.
  ///
  /// Traps for a stored one.
  public func generatedList() throws -> GeneratedList {
    guard case .generated(let recipe, let items, let seed) = self else {
      preconditionFailure("a stored dataset is not generated")
    }
    return try GeneratedList(recipe: recipe, itemCount: items, eventCount: items, seed: seed)
  }
}
