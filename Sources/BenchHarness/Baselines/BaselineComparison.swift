import ListText

/// What results were held against, and how far that could go.
public struct BaselineComparison: Equatable, Sendable {
  /// The baseline's name.
  public var name: String
  /// When it was saved.
  public var date: String
  /// The revision that it was saved at, if that is known.
  public var revision: String?
  /// What was not held because the keys differ: one line that says in what; nil where all was held.
  public var limit: String?

  var json: JSONValue {
    .sorted(
      [("baseline", .string(name)), ("date", .string(date))]
        + (revision.map { [("revision", .string($0))] } ?? [])
        + (limit.map { [("limit", .string($0))] } ?? []))
  }
}

/// How far results of one environment can be held against those of another.
struct KeyLikeness: Equatable {
  /// Whether allocations and bytes can: toolchain, build, allocator and its options, system, architecture.
  var holdsMemory: Bool
  /// Whether instructions can: the same on one processor.
  var holdsInstructions: Bool
  /// Whether times can: all of the key, the system's release too.
  var holdsTime: Bool
  /// What differs, in words: `Swift 6.2, here 6.3`.
  var differences: [String]

  init(_ old: MeasuringEnvironment, _ new: MeasuringEnvironment) {
    func difference(
      _ what: String, _ part: (MeasuringEnvironment) -> String
    ) -> String? {
      part(old) == part(new) ? nil : "\(what)\(part(old)), here \(part(new))"
    }
    func kind(_ environment: MeasuringEnvironment) -> String {
      String(environment.system.prefix { $0 != " " })
    }
    let memory = [
      difference("Swift ", \.swift), difference("a build for ", \.build),
      difference("", \.allocator), difference("allocator options ", \.allocatorOptions),
      difference("", \.architecture), difference("", kind),
    ].compactMap { $0 }
    let processor = difference("", \.processor)
    let system = kind(old) == kind(new) ? difference("", \.system) : nil
    holdsMemory = memory.isEmpty
    holdsInstructions = memory.isEmpty && processor == nil
    holdsTime = memory.isEmpty && processor == nil && system == nil
    differences = memory + [processor, system].compactMap { $0 }
  }

  /// One line about what is not held; nil where all is.
  var limit: String? {
    if holdsTime { return nil }
    let what =
      holdsInstructions
      ? "CPU time is" : holdsMemory ? "instructions and CPU time are" : "only counts are"
    let end = holdsMemory ? "not held" : "held; memory, instructions and CPU time are not"
    return "\(what) \(end): the baseline has \(differences.joined(separator: "; "))"
  }

  /// Whether a metric can be held.
  func holds(_ metric: Metric) -> Bool {
    if metric.name == MetricName.instructions { return holdsInstructions }
    if metric.dependsOnEnvironment { return holdsMemory }
    return metric.unit.isExact || holdsTime
  }
}
