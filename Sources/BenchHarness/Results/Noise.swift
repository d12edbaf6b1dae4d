/// What else the machine did while it measured: before, during each group of cases, and after.
///
/// What a system does not tell is nil: macOS has no steal, no pressure and no run delay.
public struct Noise: Equatable, Sendable {
  /// Shares over a stretch of time.
  public struct Shares: Equatable, Sendable {
    /// Of the processors' time, what the hypervisor gave to other machines, in percent.
    public var stealPercent: Double?
    /// Of the time that passed, that in which some task waited for a processor, in percent.
    public var pressurePercent: Double?
    /// Of the time in which our children wanted a processor, that in which they got none, in percent.
    public var runDelayPercent: Double?
    /// How often our children were taken off a processor that they still wanted, a second of their CPU time.
    public var switchesPerSecond: Double?

    /// Makes shares; what is not known is nil.
    public init(
      stealPercent: Double? = nil, pressurePercent: Double? = nil, runDelayPercent: Double? = nil,
      switchesPerSecond: Double? = nil
    ) {
      self.stealPercent = stealPercent
      self.pressurePercent = pressurePercent
      self.runDelayPercent = runDelayPercent
      self.switchesPerSecond = switchesPerSecond
    }
  }

  /// Shares of one group of cases.
  public struct Group: Equatable, Sendable {
    /// As in `OrderedUpserts/upsert`.
    public var name: String
    /// Its shares.
    public var shares: Shares

    /// Makes a group.
    public init(name: String, shares: Shares) {
      self.name = name
      self.shares = shares
    }
  }

  /// The machine at one time.
  public struct Moment: Equatable, Sendable {
    /// Tasks that ran or wanted to, on average over the last minute.
    public var load: Double?
    /// Of the last ten seconds, those in which some task waited for a processor, in percent.
    public var pressurePercent: Double?

    /// Makes a moment.
    public init(load: Double? = nil, pressurePercent: Double? = nil) {
      self.load = load
      self.pressurePercent = pressurePercent
    }
  }

  /// Processors that were there.
  public var processors: Int
  /// What sets the processors' frequency, as `performance`; nil where nothing is known to.
  public var governor: String?
  /// Before the first process run.
  public var before: Moment
  /// All groups together.
  public var during: Shares
  /// Each group.
  public var groups: [Group]
  /// After the last process run.
  public var after: Moment

  /// Makes a record.
  public init(
    processors: Int, governor: String?, before: Moment, during: Shares, groups: [Group],
    after: Moment
  ) {
    self.processors = processors
    self.governor = governor
    self.before = before
    self.during = during
    self.groups = groups
    self.after = after
  }

  /// One line for people, with what is above its limit: `noise: steal 0.1%, …`.
  public var report: String { "noise: \(line)" + (excess.map { "; \($0)" } ?? "") }

  /// What was seen, in words: `steal 0.1%, load 1.2 before and 0.8 after, 2 processors`.
  public var line: String {
    var parts: [String] = []
    func add(_ share: Double?, _ words: (String) -> String) {
      if let share { parts.append(words(threeDigits(share))) }
    }
    add(during.stealPercent) { "steal \($0)%" }
    add(during.runDelayPercent) { "our runs waited \($0)% of their time for a processor" }
    add(during.pressurePercent) { "some task did \($0)%" }
    add(during.switchesPerSecond) { "\($0) forced switches a CPU second" }
    if let first = before.load, let last = after.load {
      parts.append("load \(threeDigits(first)) before and \(threeDigits(last)) after")
    }
    parts.append(processors == 1 ? "1 processor" : "\(processors) processors")
    if let governor { parts.append("governor \(governor)") }
    return parts.joined(separator: ", ")
  }

  /// Why paired times cannot be judged, where the noise of a group is above its limit.
  public var excess: String? {
    let loud = groups.filter { $0.shares.excess != nil }
    guard let first = loud.first, let reason = first.shares.excess else { return nil }
    let more = loud.count > 1 ? " and \(loud.count - 1) more of \(groups.count) groups" : ""
    return "\(reason), in \(first.name)\(more)"
  }
}

extension Noise.Shares {
  /// The most steal under which paired times are judged, in percent.
  ///
  /// Where the kernel does not take stolen time off a thread's CPU time it counts as work. A share of s
  /// then lengthens a run by up to s, so at this share steal alone could be what the gate looks for.
  static let mostStealPercent = 5.0
  /// The most waiting under which paired times are judged, in percent.
  ///
  /// MEASURED: in six self-tests of 30 + 30 trials with 0, 2 and 4 busy loops and other builds on 2
  /// processors (load 5 to 30) runs waited 86 to 96.5% of their time, up to 98.2% in a trial, and were forced
  /// off 400 to 1,100 times a CPU second. No equal builds read beyond 0.982 to 1.025, and every slowed one was
  /// at least 1.147 by the lower end of its first interval: neither waiting, pressure nor switches foretold a
  /// wrong verdict. What noise does is widen the interval and the floor, which the gate looks at by
  /// themselves. More waiting than this was not measured.
  static let mostRunDelayPercent = 99.0

  /// Why paired times that were measured meanwhile cannot be judged; nil where they can.
  var excess: String? {
    if let stealPercent, stealPercent > Self.mostStealPercent {
      return "too noisy for paired times: the hypervisor took \(threeDigits(stealPercent))% of the "
        + "processors' time, more than \(plain(Self.mostStealPercent))%"
    }
    if let runDelayPercent, runDelayPercent > Self.mostRunDelayPercent {
      return
        "too noisy for paired times: our runs waited \(threeDigits(runDelayPercent))% of their "
        + "time for a processor, more than \(plain(Self.mostRunDelayPercent))%"
    }
    return nil
  }
}
