import ListText

extension Noise {
  /// The member `noise` of results.
  var json: JSONValue {
    .sorted(
      [
        ("processors", .real(Double(processors))), ("before", before.json),
        ("after", after.json), ("during", .sorted(during.members)),
        (
          "groups",
          .array(groups.map { .sorted([("name", .string($0.name))] + $0.shares.members) })
        ),
      ] + (governor.map { [("governor", .string($0))] } ?? [])
        + (excess.map { [("excess", .string($0))] } ?? []))
  }

  /// Reads the member; nil when it is none.
  ///
  /// What is not a number counts as unknown.
  init?(json: JSONValue) {
    guard let processors = json["processors"]?.real.flatMap({ Int(exactly: $0) }),
      let before = json["before"], let after = json["after"], let during = json["during"],
      case .array(let rows) = json["groups"]
    else { return nil }
    var groups: [Group] = []
    for row in rows {
      guard case .string(let name) = row["name"] else { return nil }
      groups.append(Group(name: name, shares: Shares(json: row)))
    }
    var governor: String?
    if case .string(let name) = json["governor"] { governor = name }
    self.init(
      processors: processors, governor: governor, before: Moment(json: before),
      during: Shares(json: during), groups: groups, after: Moment(json: after))
  }
}

extension Noise.Shares {
  /// Percentages, and switches a CPU second; null for what is not known.
  fileprivate var members: [(String, JSONValue)] {
    [
      ("steal", .real(orNull: stealPercent)), ("pressure", .real(orNull: pressurePercent)),
      ("runDelay", .real(orNull: runDelayPercent)),
      ("switchesPerSecond", .real(orNull: switchesPerSecond)),
    ]
  }

  fileprivate init(json: JSONValue) {
    self.init(
      stealPercent: json["steal"]?.real, pressurePercent: json["pressure"]?.real,
      runDelayPercent: json["runDelay"]?.real, switchesPerSecond: json["switchesPerSecond"]?.real)
  }
}

extension Noise.Moment {
  fileprivate var json: JSONValue {
    .sorted([("load", .real(orNull: load)), ("pressure", .real(orNull: pressurePercent))])
  }

  fileprivate init(json: JSONValue) {
    self.init(load: json["load"]?.real, pressurePercent: json["pressure"]?.real)
  }
}
