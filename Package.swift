// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Warnings are errors everywhere.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// Modules that own raw memory also mark every unsafe use.
let rawMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Abseil's libraries by name, none where it is not found.
///
/// The peers that need it are skipped then. SwiftPM remembers what this found: after Abseil came or
/// went, `swift package purge-cache` makes it look again.
let abseil: [String] = {
  let isFile = FileManager.default.fileExists(atPath:)
  let folders = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].map { "/usr/lib/" + $0 }
  guard isFile("/usr/include/absl/container/btree_set.h"),
    let folder = folders.first(where: { isFile($0 + "libabsl_raw_hash_set.so") })
  else { return [] }
  return [
    "raw_hash_set", "hash", "city", "low_level_hash", "hashtablez_sampler", "throw_delegate",
    "raw_logging_internal", "base",
  ].map { "absl_" + $0 }.filter { isFile(folder + "lib" + $0 + ".so") }
}()

/// The recipes that are part of the library, as files in Fixtures/recipes.
let recipes = [
  "timeline", "conversation", "orders", "notifications", "catalog", "ranked", "conversations",
  "tie-storm", "head-flood", "delete-under-cursor", "page-boundary", "resurrect",
  "move-across-cursor", "empty-page", "clock-skew", "id-extremes", "edit-storm", "cascade",
  "last-page-shrink", "same-millisecond", "null-keys",
]

let package = Package(
  name: "longlist",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ListCore", targets: ["ListCore"]),
    .library(name: "ListFixtures", targets: ["ListFixtures"]),
    .library(name: "ListSource", targets: ["ListSource"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "fixtures", targets: ["fixtures"]),
  ],
  traits: [
    .default(enabledTraits: ["PostgreSQL"]),
    .trait(name: "PostgreSQL", description: "Lists in PostgreSQL (libpq)"),
  ],
  targets: [
    // MARK: - C libraries
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

    // MARK: - The list
    .target(name: "ListCore", swiftSettings: rawMemory),
    .target(name: "ListText", swiftSettings: rawMemory),
    .target(
      name: "ListRecipes", path: "Fixtures/recipes", exclude: ["README.md", "recipe.schema.json"],
      resources: recipes.map { .embedInCode("\($0).json") }, swiftSettings: strict),
    .target(
      name: "ListFixtures", dependencies: ["ListCore", "ListRecipes", "ListText"],
      swiftSettings: rawMemory),
    .target(name: "ListSource", dependencies: ["ListCore"], swiftSettings: rawMemory),

    // MARK: - Files, databases, processes
    .target(name: "ProcessSupport", dependencies: ["ListText"], swiftSettings: strict),
    .target(
      name: "FixtureFormats",
      dependencies: [
        "ListCore", "ListFixtures", "ListText", "ProcessSupport", "SQLite", "CZlib", "CZstd",
        "CCrypto",
      ],
      swiftSettings: rawMemory),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: rawMemory),
    .target(
      name: "SQLiteSource", dependencies: ["ListCore", "ListSource", "SQLite", "CCrypto"],
      swiftSettings: strict),

    .target(
      name: "PostgresSource",
      dependencies: [
        "ListCore", "ListSource", "ListText", "ProcessSupport", "CCrypto",
        .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: rawMemory),

    // MARK: - Measuring
    .target(
      name: "BenchHarness", dependencies: ["ListText", "ProcessSupport", "CJemalloc"],
      swiftSettings: rawMemory),
    .target(
      name: "Workload",
      dependencies: ["BenchHarness", "FixtureFormats", "ListCore", "ListFixtures", "Peers"],
      path: "Benchmarks/Workload", swiftSettings: strict),
    .target(
      name: "OrderedUpserts", dependencies: ["BenchHarness", "ListCore", "Peers", "Workload"],
      path: "Benchmarks/OrderedUpserts", swiftSettings: strict),
    .target(
      name: "DedupeMerges", dependencies: ["BenchHarness", "ListCore", "Peers", "Workload"],
      path: "Benchmarks/DedupeMerges", swiftSettings: strict),
    .target(
      name: "WindowEviction", dependencies: ["BenchHarness", "ListCore", "Peers", "Workload"],
      path: "Benchmarks/WindowEviction", swiftSettings: strict),
    .target(
      name: "Scrolling", dependencies: ["BenchHarness", "ListCore", "Peers", "Workload"],
      path: "Benchmarks/Scrolling", swiftSettings: strict),
    .target(
      name: "BackendDepth",
      dependencies: [
        "BenchHarness", "ListCore", "ListSource", "PostgresSource", "ProcessSupport",
        "SQLiteSource", "Workload",
      ],
      path: "Benchmarks/BackendDepth", swiftSettings: strict),

    .target(
      name: "Generation",
      dependencies: ["BenchHarness", "FixtureFormats", "ListCore", "ListFixtures", "Workload"],
      path: "Benchmarks/Generation", swiftSettings: strict),

    .target(
      name: "Peers", path: "Benchmarks/Peers",
      cxxSettings: [.treatAllWarnings(as: .error)]
        + (abseil.isEmpty ? [] : [.define("PEERS_USE_ABSEIL")]),
      linkerSettings: abseil.map { .linkedLibrary($0) }),

    // MARK: - Programs
    .executableTarget(
      name: "bench",
      dependencies: [
        "BenchHarness", "ProcessSupport", "Workload", "FixtureFormats", "ListFixtures",
        "OrderedUpserts", "DedupeMerges", "WindowEviction", "BackendDepth", "Scrolling",
        "Generation",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "fixtures",
      dependencies: ["FixtureFormats", "ListFixtures", "ListText", "ProcessSupport"],
      swiftSettings: strict),

    // MARK: - Tests
    .target(
      name: "ListCoreFuzz", dependencies: ["ListCore"], path: "Tests/ListCoreFuzz",
      swiftSettings: strict),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FixtureFuzz", "ListCoreFuzz", "ListSource", "TestSupport"],
      path: "Tests/Fuzz",
      swiftSettings: strict),
    .target(
      name: "FixtureFuzz", dependencies: ["FixtureFormats", "ListFixtures"],
      path: "Tests/FixtureFuzz", swiftSettings: strict),
    .testTarget(
      name: "ListCoreTests", dependencies: ["ListCore", "ListCoreFuzz"], swiftSettings: strict),
    .testTarget(name: "ListTextTests", dependencies: ["ListText"], swiftSettings: strict),
    .testTarget(
      name: "ListFixturesTests",
      dependencies: ["ListCore", "ListFixtures", "ListRecipes", "ListText"],
      swiftSettings: strict),
    .testTarget(
      name: "FixtureFormatsTests",
      dependencies: [
        "FixtureFormats", "FixtureFuzz", "ListCore", "ListFixtures", "ListText", "ProcessSupport",
        "SQLite",
      ],
      exclude: ["decode.py"],
      swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: ["ListCore", "ListCoreFuzz", "ListFixtures", "ListSource"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "ListSourceTests",
      dependencies: ["ListCore", "ListSource", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SQLiteSourceTests",
      dependencies: [
        "ListCore", "ListFixtures", "ListSource", "SQLite", "SQLiteSource", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PostgresSourceTests",
      dependencies: [
        "ListCore", "ListFixtures", "ListSource", "ListText", "PostgresSource", "ProcessSupport",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BenchHarnessTests", dependencies: ["BenchHarness", "ListText", "ProcessSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProcessSupportTests", dependencies: ["ProcessSupport"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: [
        "BenchHarness", "FixtureFormats", "ListCore", "ListFixtures", "Workload", "OrderedUpserts",
        "DedupeMerges", "WindowEviction", "BackendDepth", "Scrolling", "Generation", "Peers",
        "ListSource", "PostgresSource",
      ],
      swiftSettings: strict),
    .testTarget(name: "PeersTests", dependencies: ["Peers"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: ["bench", "fixtures", "PostgresSource", "ProcessSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
