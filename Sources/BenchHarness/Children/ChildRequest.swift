/// The language that parent and child speak: the words of requests and the lines of answers.
enum ChildProtocol {
  /// Changes with the meaning of a word or a line, for a base of `bench compare` may be of another commit.
  ///
  /// A child that is asked in another version answers `protocol` and its own one, whatever comes after.
  static let version = "2"
}

/// What a parent asks of a child: one pass of one case.
///
/// It travels as words of the command line, in a fixed order, to the same executable or another build's.
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
    [Self.word, ChildProtocol.version, pass.rawValue, suite, identity] + options.words
  }

  /// Reads the words; nil when they are none of ours.
  init?(words: [String]) {
    guard words.count == 12, words[0] == Self.word, words[1] == ChildProtocol.version,
      let pass = Pass(rawValue: words[2]), let options = SuiteOptions(words: words[5...])
    else { return nil }
    self.pass = pass
    suite = words[3]
    identity = words[4]
    self.options = options
  }

  static func == (left: ChildRequest, right: ChildRequest) -> Bool { left.words == right.words }
}

extension SuiteOptions {
  /// The options as seven words of a request.
  var words: [String] {
    [
      profile.rawValue, items?.map(String.init).joined(separator: ",") ?? "", String(seed),
      dataFolder ?? "", budgetBytes.map { String($0) } ?? "", includesPeers ? "peers" : "",
      scratchFolder,
    ]
  }

  /// Reads seven words; nil when they are none of `words`.
  init?(words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 7, let profile = Profile(rawValue: words[0]), let seed = UInt64(words[2])
    else { return nil }
    self.init(
      profile: profile,
      items: words[1].isEmpty ? nil : words[1].split(separator: ",").compactMap { Int($0) },
      seed: seed, dataFolder: words[3].isEmpty ? nil : words[3], budgetBytes: Int(words[4]),
      includesPeers: words[5] == "peers", scratchFolder: words[6])
  }
}
