/// What a parent asks of a child: one pass of one case.
///
/// It travels as words of the command line, in a fixed order, to the same executable.
struct ChildRequest: Equatable {
  /// The first word, which no command has.
  static let word = "__child"

  var pass: Pass
  var suite: String
  /// The description of the case's identity.
  var identity: String
  var options: SuiteOptions

  init(pass: Pass, of benchmarkCase: BenchmarkCase, options: SuiteOptions) {
    self.pass = pass
    suite = benchmarkCase.suite
    identity = benchmarkCase.identity.description
    self.options = options
  }

  /// The words after the executable's name.
  var words: [String] {
    [
      Self.word, pass.rawValue, suite, identity, options.profile.rawValue,
      options.items?.map(String.init).joined(separator: ",") ?? "", String(options.seed),
      options.dataFolder ?? "", options.budgetBytes.map { String($0) } ?? "",
      options.includesPeers ? "peers" : "", options.scratchFolder,
    ]
  }

  /// Reads the words; nil when they are none of ours.
  init?(words: [String]) {
    guard words.count == 11, words[0] == Self.word, let pass = Pass(rawValue: words[1]),
      let profile = Profile(rawValue: words[4]), let seed = UInt64(words[6])
    else { return nil }
    self.pass = pass
    suite = words[2]
    identity = words[3]
    options = SuiteOptions(
      profile: profile,
      items: words[5].isEmpty ? nil : words[5].split(separator: ",").compactMap { Int($0) },
      seed: seed, dataFolder: words[7].isEmpty ? nil : words[7], budgetBytes: Int(words[8]),
      includesPeers: words[9] == "peers", scratchFolder: words[10])
  }

  static func == (left: ChildRequest, right: ChildRequest) -> Bool { left.words == right.words }
}
