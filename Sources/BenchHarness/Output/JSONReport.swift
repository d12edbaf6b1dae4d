import ListText

/// Results in the project's own form.
extension Report {
  /// The text of `--format json`, schema 1.
  public var json: String { JSONValue.sorted(jsonMembers).text }

  /// The members of that object.
  var jsonMembers: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("schema", .real(1)),
      ("environment", environment.json),
      ("results", .array(results.map(\.json))),
      ("goals", .array(suites.flatMap(\.shownRatios).map(\.json))),
    ]
    if let comparison { members.append(("comparison", comparison.json)) }
    if let noise { members.append(("noise", noise.json)) }
    if let base { members.append(("base", .sorted(base.members))) }
    if !call.isEmpty { members.append(("call", .array(call.map(JSONValue.string)))) }
    return members
  }
}

extension MeasuringEnvironment {
  fileprivate var json: JSONValue {
    .sorted(
      [
        ("os", .string(system)), ("arch", .string(architecture)), ("cpu", .string(processor)),
        ("swift", .string(swift)), ("build", .string(build)), ("allocator", .string(allocator)),
        ("options", .string(allocatorOptions)),
      ] + (revision.map { [("revision", .string($0))] } ?? []))
  }
}

extension BenchmarkResult {
  fileprivate var json: JSONValue {
    .sorted(
      [
        ("suite", .string(identity.suite)), ("benchmark", .string(identity.benchmark)),
        ("implementation", .string(identity.implementation)),
        (
          "parameters",
          .object(
            identity.parameters.map { ($0.name, .real(Double($0.value))) })
        ),
        ("fixture", .string(fixture)), ("verdict", .string(verdict.rawValue)),
        ("metrics", .sorted(metrics.map { ($0.name, $0.json) })),
        ("isReference", .bool(isReference)),
      ]
        // By default what is no reference is gated.
        + (isGated == isReference ? [("isGated", .bool(isGated))] : [])
        + (place.map {
          [("source", .sorted([("file", .string($0.file)), ("line", .integer(Int64($0.line)))]))]
        } ?? [])
        + (liveCurve.isEmpty ? [] : [("liveCurve", .array(liveCurve.map(\.json)))])
        + (ratios.isEmpty ? [] : [("ratios", .sorted(ratios.map { ($0.peer, $0.ratio.json) }))])
        + reason(reasons.isEmpty ? nil : reasons.joined(separator: "; ")))
  }
}

extension JudgedRatio {
  /// One pair beside its goal and its gate; what was not measured is null.
  fileprivate var json: JSONValue {
    .sorted(
      [
        ("suite", .string(rows.suite)), ("benchmark", .string(rows.benchmark)),
        ("implementation", .string(rows.implementation)), ("peer", .string(rows.peer)),
        ("metric", .string(rows.metric)), ("items", .real(orNull: rows.items.map(Double.init))),
        ("value", .real(orNull: ratio?.value)), ("low", .real(orNull: ratio?.low)),
        ("high", .real(orNull: ratio?.high)), ("goal", .real(orNull: goal)),
        ("gate", .real(orNull: gate)), ("standing", standing.map { .string($0) } ?? .null),
        ("verdict", .string(verdict.rawValue)),
      ] + BenchHarness.reason(reason))
  }
}

extension Metric {
  fileprivate var json: JSONValue {
    .sorted(
      [
        ("unit", .string(unit.name)), ("value", .real(orNull: value)),
        ("low", .real(orNull: low)), ("high", .real(orNull: high)),
        ("verdict", .string(verdict.rawValue)),
      ] + (samples.isEmpty ? [] : [("samples", .array(finiteSamples.map { .real($0) }))])
        + (base.map { [("base", .real($0))] } ?? [])
        + (change.map { [("change", .real(orNull: $0))] } ?? [])
        + BenchHarness.reason(reason))
  }
}

extension LiveReading {
  /// `[step, bytes]`.
  fileprivate var json: JSONValue {
    .array([.integer(Int64(step)), .integer(Int64(liveBytes))])
  }
}

/// The member that says why, where there is something to say.
private func reason(_ text: String?) -> [(String, JSONValue)] {
  text.map { [("reason", .string($0))] } ?? []
}
