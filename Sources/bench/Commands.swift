import BenchHarness
import ProcessSupport

/// What the program can be asked for: the words, their options, their help.
enum Commands {
  static let run = Command(
    "run", summary: "Runs benchmarks and prints their figures; what bench does without a command.",
    options: selection + workload + thresholds + output,
    discussion: """
      Each case runs in processes of its own: one for memory, several for time, interleaved with those
      of its references. Exit codes: 0 pass, 1 usage or environment, 2 regression or budget exceeded,
      3 a benchmark failed or gave a wrong result, 4 better than the thresholds know, 5 a threshold is
      missing. With --thresholds, results are held against them as by 'check'. The ratio of a row is our
      CPU time over that of a reference: ours over the first one, with --peers over the strongest one
      that ran; a peer whose library is absent is skipped.

      On the server of --postgres bench makes schemas longlist_bench_RUN_*, and drops them when the run ends
      or is interrupted; what a run leaves that is killed (SIGKILL) is dropped by hand. Pages over shards
      take several servers and are skipped there; without the option bench starts private ones for them.

      Of the form gab, a file has what is better smaller, and FILE.bigger beside it what is better bigger.
      """,
    examples: [
      ("bench", "the standard profile of all suites"),
      ("bench --suite WindowEviction --budget 1MiB", "one suite, our own code under a budget"),
      ("bench --profile quick --format json --output r.json", "figures for programs"),
      ("bench --peers --suite OrderedUpserts", "ours beside the peers, with ratios"),
      ("bench --also jmh=r.jmh.json --also gab=r.gab.json", "a table, and files for other tools"),
    ])

  static let list = Command(
    "list", summary: "Lists suites, the questions they answer and their benchmarks.",
    options: selection + [profile, peers],
    examples: [("bench list --suite BackendDepth", "what one suite has")])

  static let check = Command(
    "check", summary: "Runs the quick profile and holds its exact figures against the thresholds.",
    options: selection + workload + thresholds + output + [
      Option("--ci", "also write what a CI system reads, and how the thresholds changed"),
      Option(
        "--junit", value: "FILE",
        "with --ci: the JUnit file (.build/bench/junit.xml of the package)"),
    ],
    discussion: """
      With --peers the ratios to named peers are held too, at the sizes that run: a ratio regresses when the
      lower end of its 95% interval is above the gate, twice, in fresh runs. Ratios whose rows do not run are
      skipped, and said to be.

      With --ci a JUnit file is written, the job's summary is appended to the file that GITHUB_STEP_SUMMARY
      names (cut below 1 MiB, the most that GitHub takes), and where GITHUB_ACTIONS is set the worst ten
      results are annotated at the lines of their benchmarks. What of these cannot be written ends the call
      with 1; the results are written all the same.
      """,
    examples: [
      ("bench check", "the gate, before a commit"),
      ("bench check --ci --strict", "the gate in CI; skipped and inconclusive fail too"),
      ("bench check --peers --items 10000,1000000", "the ratios to peers as well"),
    ])

  static let show = Command(
    "thresholds show", summary: "Prints the thresholds.", options: selection + thresholds)

  static let lint = Command(
    "thresholds lint",
    summary: "Finds thresholds for what does not exist, and gates that are looser than the goals.",
    options: thresholds,
    discussion: """
      A file's "ratios" hold a row of ours against a peer's in the same run: {"implementation", "items",
      "peer", "metric", "limit"}. A limit may be tighter than the product's goal, never looser, but as an
      exception: {"goal": 0.33, "value": 0.6, "why": "what was tried and what limits it"}; these are listed.
      A goal without a gate is a fault that 'thresholds update' mends.

      Files of package-benchmark are read too: TARGET.BENCHMARK.p90.json, where TARGET is a suite and
      BENCHMARK a case as in --filter, or as much of it as names one case. mallocCountTotal and instructions
      mean the same here; what means nothing here is a fault, and skipped by 'check'.
      """)

  static let update = Command(
    "thresholds update",
    summary: "Runs the quick profile, writes its exact figures as thresholds, prints old and new.",
    options: [
      Option("--why", value: "TEXT", "the reason, kept in each file that changes (required)"),
      Option("--key", "write into the folder for this platform and toolchain alone"),
      Option("--format", value: "NAME", "text or markdown, for a pull request"),
      suite, instructions,
    ] + thresholds + [quiet],
    discussion: """
      A file is written where it was found, a new one into the folder itself. Of the files of one name that in
      'linux-x86_64-swift6.3' counts (platform and toolchain), else that in 'swift6.3', else that in the folder
      itself; 'thresholds show' says which. Instructions are counted where a threshold holds them already.
      """,
    examples: [
      ("bench thresholds update --why 'Nodes hold 64 keys'", "after a change that was meant"),
      (
        "bench thresholds update --why 'Swift 6.4' --key --format markdown",
        "figures of one toolchain, and a table for the pull request"
      ),
    ])

  static let plot = Command(
    "plot", summary: "Draws time against size, log-log, from results in JSON, as SVG (by gnuplot).",
    positionals: ["RESULT.json"],
    options: [
      Option("--output", value: "FILE", "where the picture goes (required)"),
      Option(
        "--benchmark", value: "NAME", repeats: true,
        "a panel each (upsert, rank of id and page merge)"),
    ],
    examples: [
      ("bench plot r.json --output peers.svg", "three benchmarks beside their peers")
    ])

  /// In the order of the help.
  static let all = [
    run, list, check, compare, saveBaseline, listBaselines, showBaseline, compareBaseline,
    deleteBaseline, show, lint, update, explain, profileBenchmark, plot, selfTest, completions,
  ]

  static let compare = Command(
    "compare", summary: "Holds this build's CPU time and counts against another build's, in pairs.",
    options: [
      Option("--base", value: "BINARY", "the other build's bench"),
      Option("--base-commit", value: "REV", "build that commit in a worktree of its own, once"),
    ] + selection + workload + output,
    discussion: """
      Each case runs 12 times in both builds (8 times from 500,000 rows on, 6 from 2,000,000), A B B A, and
      in this build once more: what it reads of itself is the floor. CPU time regresses when the whole 95%
      interval of the ratio is above 1.05, twice, in fresh runs; counts, allocations and bytes when they
      differ at all. What one side lacks is missing (5). Builds of another compiler, allocator or
      configuration, and other data, are refused (1). References are compared with --peers alone.
      """,
    examples: [
      ("bench compare --base-commit main", "before a pull request"),
      ("bench compare --base old/bench --suite Scrolling", "two programs, one suite"),
    ])

  static let saveBaseline = Command(
    "baseline save", summary: "Runs benchmarks and keeps the results under a name.",
    positionals: ["NAME"],
    options: [baselines, Option("--force", "replace a baseline of that name")] + selection
      + workload + output,
    examples: [
      ("bench baseline save main", "the standard profile of all suites"),
      ("bench baseline save main --force --profile quick", "the quick one, in its place"),
    ])
  static let listBaselines = Command(
    "baseline list", summary: "Lists the baselines that are kept.", options: [baselines])
  static let showBaseline = Command(
    "baseline show", summary: "Prints a baseline's results.", positionals: ["NAME"],
    options: [baselines, format])
  static let compareBaseline = Command(
    "baseline compare", summary: "Runs benchmarks and holds them against a baseline.",
    positionals: ["NAME"], options: [baselines] + selection + workload + output,
    discussion: """
      What is not asked for is as when the baseline was saved: suites, profile, sizes, seed, data, peers.
      Counts must be equal, on any machine. Allocations and bytes must be too where toolchain, build and
      allocator are. CPU time is held where the whole machine is the same, beside a reference workload that is
      measured in turn with it in both runs: more than 25% above is inconclusive, and fails with --strict
      alone. What only one side has is missing; other data are not compared. Exit codes as 'check'.
      """,
    examples: [("bench baseline compare main", "what was saved, measured and held again")])
  static let deleteBaseline = Command(
    "baseline delete", summary: "Deletes a baseline.", positionals: ["NAME"], options: [baselines])

  static let explain = Command(
    "explain", summary: "Says in a paragraph what results mean and what to do.",
    positionals: ["RESULT.json"],
    options: [
      Option(
        "--filter", value: "REGEX", "only what matches in SUITE/benchmark/implementation/items=N")
    ],
    examples: [("bench explain r.json", "after bench check --format json --output r.json")])

  static let profileBenchmark = Command(
    "profile", summary: "Shows where one benchmark spends its instructions or takes its memory.",
    positionals: ["BENCHMARK"],
    options: [
      Option("--with", value: "TOOL", "callgrind, perf or heap (the first that is there)"),
      Option(
        "--base", value: "BINARY", "another build's bench: the functions whose counts changed"),
      suite,
    ] + workload.filter { $0.name != "--instructions" } + [
      Option("--output", value: "FILE", "write the table there, all or nothing"), quiet,
    ],
    discussion: """
      BENCHMARK picks one case, by its whole name (with its suite or without) or by a regular expression as
      --filter does, among the quick profile's. Only the measured regions count. callgrind (valgrind) counts
      instructions exactly, 50 times slower; perf samples CPU time; heap is jemalloc's own profile: who holds
      the bytes at the peak, and who took how many blocks.
      """,
    examples: [
      ("bench profile 'upsert/OrderedIndex/items=10000'", "instructions by function"),
      (
        "bench profile 'window step/PageWindow/items=10000,page=50' --with heap",
        "who holds the memory"
      ),
      ("bench profile 'scan/OrderedIndex/items=10000' --base old/bench", "what made it slower"),
    ])

  static let selfTest = Command(
    "selftest", summary: "Measures how often the gate of 'compare' errs on this machine.",
    options: [
      Option("--trials", value: "N", "trials of each kind (30)"),
      Option("--busy", value: "N", "busy loops beside every trial (0)"),
      Option("--format", value: "NAME", choices: ["text", "json"], "text or json"), quiet,
    ],
    discussion: """
      Half of the trials compare this build with itself, half with itself slowed by 20%, by the code of
      'compare'. Exit code 2 when more than 1 in 30 is a false alarm or fewer than 28 in 30 are found.
      """,
    examples: [("bench selftest --busy 2", "with two busy loops beside every trial")])

  static let completions = Command(
    "completions", summary: "Prints a shell's completion script.", positionals: ["SHELL"],
    choices: Shell.allCases.map(\.rawValue),
    discussion: """
      SHELL is bash, zsh or fish. The script offers commands, options, suites and the other words that an option
      takes.
      """,
    examples: [
      ("eval \"$(bench completions bash)\"", "in ~/.bashrc; zsh alike"),
      ("bench completions fish | source", "in ~/.config/fish/config.fish"),
    ])

  private static let baselines = Option(
    "--baselines", value: "DIR", "their folder (.benchmarkBaselines of the package)")
  private static let format = Option(
    "--format", value: "NAME", choices: ReportFormat.allCases.map(\.rawValue),
    "text, json, markdown, jmh, gbench, bmf, gab, junit or hdr")
  private static let suite = Option(
    "--suite", value: "S", repeats: true, choices: Suites.all.map(\.name), "only this suite")
  private static let profile = Option(
    "--profile", value: "NAME", choices: Profile.allCases.map(\.rawValue),
    "quick, standard or full: sizes and process runs")
  private static let peers = Option(
    "--peers", "also C++ peers (std, pb_ds, absl, Boost) and what the machine allows")
  private static let quiet = Option("--quiet", "no progress and no remarks on standard error")

  private static let selection = [
    suite,
    Option(
      "--filter", value: "REGEX", "only what matches in SUITE/benchmark/implementation/items=N"),
  ]
  private static let workload = [
    profile,
    Option("--items", value: "N,...", "list sizes instead of the profile's"),
    Option("--budget", value: "SIZE", "memory budget of our own code (bytes, KiB, MiB, GiB)"),
    Option("--seed", value: "N", "seed of the generated data (1)"),
    Option(
      "--data", value: "DIR", "run on this dataset instead of generated data of some size and seed"),
    Option(
      "--postgres", value: "URL",
      "this PostgreSQL server instead of a private one; its password is best in ~/.pgpass"),
    peers, instructions,
  ]
  private static let instructions = Option(
    "--instructions",
    "also count instructions under valgrind, at the smallest size (50 times slower)")
  private static let thresholds = [
    Option("--thresholds", value: "DIR", "their folder (Benchmarks/Thresholds of the package)")
  ]
  private static let output = [
    format,
    Option("--output", value: "FILE", "write the results there, all or nothing"),
    Option(
      "--also", value: "FORMAT=FILE", repeats: true, "write them there in another form too"),
    Option("--html", value: "FILE", "also write a report to look at: one page with charts"),
    Option("--strict", "inconclusive and skipped fail with 2"),
    quiet,
  ]

  /// The page of `bench --help`.
  static var overview: String {
    var text =
      "Measures the core of long paged lists under a memory budget, and gates regressions.\n"
    text += "\nusage: bench [COMMAND] [options]\n\ncommands:\n"
    for command in all {
      let padding = String(repeating: " ", count: 18 - command.name.count)
      text += "  \(command.name)\(padding)  \(command.summary)\n"
    }
    return text + "\n'bench COMMAND --help' has a command's options and examples.\n"
  }
}
