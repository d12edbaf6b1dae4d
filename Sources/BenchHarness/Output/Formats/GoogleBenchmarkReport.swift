import ListText

/// Results as google-benchmark writes them with `--benchmark_format=json`.
///
/// Source: `json_reporter.cc` and `statistics.cc` of google/benchmark 1.9.
extension Report {
  /// The text of `--format gbench`: an iteration row per process run, then their mean, median, standard
  /// deviation and coefficient of variation.
  ///
  /// Only CPU time is measured, so `real_time` is the same; `iterations` is 1, for a row is the mean of a
  /// process run. Other figures are counters. What failed has `error_occurred`, what was not run `skipped`,
  /// with a time of 0.
  func googleBenchmark(_ origin: ReportOrigin) -> String {
    var rows: [JSONValue] = []
    let families = results.grouped { result in
      var identity = result.identity
      identity.parameters = []
      return identity
    }
    for (family, (_, members)) in families.enumerated() {
      for (index, result) in members.enumerated() {
        rows += GoogleBenchmarkRows(result, family: family, index: index).rows
      }
    }
    return JSONValue.object([
      ("context", context(origin)), ("benchmarks", .array(rows)),
    ]).text
  }

  private func context(_ origin: ReportOrigin) -> JSONValue {
    let caches = origin.caches.map { cache in
      JSONValue.object([
        ("type", .string(cache.type)), ("level", .integer(Int64(cache.level))),
        ("size", .integer(Int64(cache.bytes))), ("num_sharing", .integer(Int64(cache.sharing))),
      ])
    }
    var members: [(name: String, value: JSONValue)] = [
      ("date", .string(origin.date)), ("host_name", .string(origin.host)),
      ("executable", .string(origin.executable)),
      ("num_cpus", .integer(Int64(origin.processors))),
      ("mhz_per_cpu", .integer(Int64(origin.megahertz))), ("caches", .array(caches)),
      ("load_avg", .array(origin.load.map { .real(orNull: $0) })),
      ("library_version", .string("longlist \(environment.revision ?? "of unknown revision")")),
      ("library_build_type", .string(environment.build)), ("json_schema_version", .integer(1)),
      ("os", .string(environment.system)), ("cpu", .string(environment.processor)),
      ("swift", .string(environment.swift)), ("allocator", .string(environment.allocator)),
      ("real_time_is", .string("CPU time; wall time is not measured")),
    ]
    if let noise { members.append(("noise", .string(oneLine(noise.line)))) }
    return .object(members)
  }
}

/// The rows of one result.
private struct GoogleBenchmarkRows {
  private typealias Members = [(name: String, value: JSONValue)]

  /// What a counter cannot be called, for a row has it already.
  private static let taken: Set<String> = [
    "name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions",
    "repetition_index", "threads", "aggregate_name", "aggregate_unit", "error_occurred",
    "error_message", "skipped", "skip_message", "iterations", "real_time", "cpu_time", "time_unit",
    "label", "big_o", "rms", "cpu_coefficient", "real_coefficient",
  ]

  private let result: BenchmarkResult
  private let family: Int
  private let index: Int
  /// CPU times of the process runs.
  private let times: [Double]

  init(_ result: BenchmarkResult, family: Int, index: Int) {
    self.result = result
    self.family = family
    self.index = index
    let samples = result.time?.finiteSamples ?? []
    times = samples.isEmpty ? [result.time?.figure].compactMap { $0 } : samples
  }

  var rows: [JSONValue] {
    if times.isEmpty { return [failedRow] }
    let single = times.indices.map { run in
      let kind: Members = [("repetition_index", .integer(Int64(run))), ("threads", .integer(1))]
      return row("iteration", suffix: "", kind, time: times[run]) { metric in
        metric.samples.indices.contains(run) ? metric.samples[run] : metric.figure
      }
    }
    return times.count < 2 ? single : single + aggregates
  }

  /// `Suite/benchmark/implementation/items:1000`.
  private var name: String {
    let identity = result.identity
    let names = [identity.suite, identity.benchmark, identity.implementation]
    return oneLine(
      (names + identity.parameters.map { "\($0.name):\($0.value)" }).joined(separator: "/"))
  }

  /// A result without a time: the reason is its error, or why it was skipped.
  private var failedRow: JSONValue {
    let reason = JSONValue.string(result.reasonLine ?? "it has no time")
    let isSkipped = result.verdict == .skipped
    let kind: Members = [
      ("repetition_index", .integer(0)), ("threads", .integer(1)),
      (isSkipped ? "skipped" : "error_occurred", .bool(true)),
      (isSkipped ? "skip_message" : "error_message", reason),
    ]
    return row("iteration", suffix: "", kind, time: 0, iterations: 0) { $0.figure }
  }

  private var aggregates: [JSONValue] {
    let kinds: [(name: String, unit: String, of: ([Double]) -> Double)] = [
      ("mean", "time", Self.mean), ("median", "time", Statistics.median),
      ("stddev", "time", Self.deviation),
      ("cv", "percentage", { Self.mean($0) == 0 ? 0 : Self.deviation($0) / Self.mean($0) }),
    ]
    return kinds.map { kind in
      let members: Members = [
        ("threads", .integer(1)), ("aggregate_name", .string(kind.name)),
        ("aggregate_unit", .string(kind.unit)),
      ]
      return row(
        "aggregate", suffix: "_\(kind.name)", members, time: kind.of(times),
        iterations: times.count
      ) { metric in
        let samples = metric.finiteSamples
        if samples.count > 1 { return kind.of(samples) }
        // Of a figure without runs, only what is the same in each is known.
        return metric.figure.flatMap {
          metric.unit.isExact || kind.name == "median" ? kind.of([$0]) : nil
        }
      }
    }
  }

  private func row(
    _ type: String, suffix: String, _ kind: Members, time: Double, iterations: Int = 1,
    counter: (Metric) -> Double?
  ) -> JSONValue {
    let time = JSONValue.real(time.isFinite ? time : 0)
    var members: Members = [
      ("name", .string(name + suffix)), ("family_index", .integer(Int64(family))),
      ("per_family_instance_index", .integer(Int64(index))), ("run_name", .string(name)),
      ("run_type", .string(type)), ("repetitions", .integer(Int64(max(1, times.count)))),
    ]
    members += kind
    members += [
      ("iterations", .integer(Int64(iterations))), ("real_time", time), ("cpu_time", time),
      ("time_unit", .string("ns")),
    ]
    for metric in result.metrics where metric.name != MetricName.cpuTime {
      guard let value = counter(metric), value.isFinite else { continue }
      let isTaken = Self.taken.contains(metric.name)
      members.append((isTaken ? "counter \(metric.name)" : metric.name, .real(value)))
    }
    let reason = result.reasonLine.map { ": \($0)" } ?? ""
    members.append(("label", .string(result.verdict.rawValue + reason)))
    return .object(members)
  }

  private static func mean(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 / Double(samples.count) }
  }

  /// The standard deviation of a sample; 0 of one figure.
  private static func deviation(_ samples: [Double]) -> Double {
    guard samples.count > 1 else { return 0 }
    let mean = mean(samples)
    let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(samples.count - 1)).squareRoot()
  }
}
