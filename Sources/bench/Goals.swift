import BenchHarness

/// What the core sets out to be beside its peers: the least that a thresholds file may ask of a ratio.
///
/// A goal is our figure over the peer's, both from one run. Moonshots are no goals. `bench thresholds lint`
/// refuses a gate that is looser, unless the file names the goal, the figure reached and what limits it.
enum Goals {
  /// The goals of a suite.
  static func of(_ suite: String) -> [RatioGoal] {
    all.filter { $0.rows.suite == suite }
  }

  private static let std = "std::set + hash"
  private static let absl = "absl::btree_set + flat_hash_map"
  private static let boost = "boost ranked + hashed"
  private static let vector = "sorted vector + hash"

  static let all: [RatioGoal] =
    goals(
      "OrderedUpserts",
      [
        ("upsert", "OrderedIndex", 10_000, std, 0.45),
        ("upsert", "OrderedIndex", 1_000_000, absl, 0.33),
        ("upsert", "OrderedIndex", 10_000_000, absl, 0.30),
        ("upsert batched", "OrderedIndex", 1_000_000, absl, 0.20),
        ("upsert batched", "OrderedIndex", 10_000_000, absl, 0.15),
        ("rank of id", "OrderedIndex", 1_000_000, boost, 0.20),
        ("rank of id", "OrderedIndex", 1_000_000, vector, 0.5),
        ("id at rank", "OrderedIndex", 1_000_000, boost, 0.08),
        ("scan", "OrderedIndex", 10_000, vector, 1.1),
        ("scan", "OrderedIndex", 1_000_000, vector, 1.1),
        ("store", "ItemStore", 1_000_000, "absl::flat_hash_map", 1.2),
      ])
    + goals(
      "OrderedUpserts", metric: "bytesPerItem",
      [
        ("upsert", "OrderedIndex", 1_000_000, absl, 0.65),
        ("upsert", "OrderedIndex", 10_000_000, absl, 0.75),
      ])
    + goals(
      "DedupeMerges",
      [
        ("page merge", "PageMerge, order alone", 10_000, absl, 0.20),
        ("page merge", "PageMerge, order alone", 1_000_000, absl, 0.20),
        ("page merge", "PageMerge", 1_000_000, "app paginator", 1.0 / 5_000),
        ("bulk merge", "PageMerge", 1_000_000, "std::set_union", 0.8),
      ])
    + goals(
      "WindowEviction",
      [
        ("window step", "PageWindow", nil, "deque of row arrays", 0.06),
        ("window step", "PageWindow", nil, "C++ page slab", 1.1),
      ])
    + goals(
      "Scrolling",
      [
        ("heights fixed", "RowLayout, fixed", 1_000_000, "Fenwick tree", 0.45),
        ("heights edited", "RowLayout", 1_000_000, "blocked sums", 0.5),
      ])

  private static func goals(
    _ suite: String, metric: String = MetricName.cpuTime,
    _ rows: [(benchmark: String, ours: String, items: Int?, peer: String, limit: Double)]
  ) -> [RatioGoal] {
    rows.map {
      RatioGoal(
        ComparedRows(
          suite: suite, benchmark: $0.benchmark, implementation: $0.ours, items: $0.items,
          peer: $0.peer, metric: metric),
        atMost: $0.limit)
    }
  }
}
