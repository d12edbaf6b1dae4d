import ListText

/// A baseline's file: results as `--format json` writes them, and a member `baseline` beside them.
///
/// `{"baseline": {"checksum", "date", "libraries", "name", "request", "schema": 1}, "environment", "results",
/// "schema": 1}`. So whatever reads results reads a baseline. The checksum is FNV-1a of 64 bits, 16 hexadecimal
/// digits, over the whole text as it would be written without the checksum: a program's file, nobody edits
/// it, and a damaged one is to be found out.
extension Baseline {
  static let schema: Int64 = 1

  /// The file's text.
  public var text: String {
    let sum = Self.checksum(of: json(checksum: nil))
    return json(checksum: sum).text
  }

  private func json(checksum: String?) -> JSONValue {
    let own: [(String, JSONValue)] = [
      ("schema", .integer(Self.schema)), ("name", .string(name)), ("date", .string(date)),
      ("libraries", .sorted(libraries.map { ($0.key, .string($0.value)) })),
      ("request", request.json),
    ]
    let sum = checksum.map { [("checksum", JSONValue.string($0))] } ?? []
    return .sorted(report.jsonMembers + [("baseline", .sorted(own + sum))])
  }

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: What it is called in an error.
  /// - Throws: `BaselineError` when it is none, truncated, damaged, or of another schema.
  public init(_ bytes: [UInt8], path: String) throws(BaselineError) {
    func refusal(_ reason: String) -> BaselineError {
      BaselineError(
        description: "'\(path)' is no baseline that can be read: \(reason); "
          + "save it anew by bench baseline save NAME --force, or delete it")
    }
    let json: JSONValue
    do { json = try JSONValue(text: bytes) } catch { throw refusal("\(error)") }
    guard case .object(let members) = json, case .object(let own) = json["baseline"] else {
      throw refusal("it has no 'baseline'")
    }
    guard case .integer(let schema) = json["baseline"]?["schema"] else {
      throw refusal("it has no 'schema'")
    }
    guard schema == Self.schema else {
      throw refusal("it has the schema \(schema), not \(Self.schema)")
    }
    let bare = JSONValue.object(
      members.map { member in
        guard member.name == "baseline" else { return member }
        return (member.name, .object(own.filter { $0.name != "checksum" }))
      })
    guard json["baseline"]?["checksum"] == .string(Self.checksum(of: bare)) else {
      throw refusal("its checksum does not hold, so it was changed or damaged")
    }
    guard case .string(let name) = json["baseline"]?["name"],
      case .string(let date) = json["baseline"]?["date"],
      case .object(let libraries) = json["baseline"]?["libraries"],
      let request = json["baseline"]?["request"].flatMap(Request.init(json:))
    else { throw refusal("'baseline' lacks a name, a date, libraries or the request") }
    self.name = name
    self.date = date
    self.request = request
    self.libraries = [:]
    for library in libraries {
      guard case .string(let text) = library.value else { throw refusal("a library is no text") }
      self.libraries[library.name] = text
    }
    do { report = try Report(json: bytes, name: path, advice: "save it anew") } catch {
      throw BaselineError(description: error.description)
    }
    var identities = Set<CaseIdentity>()
    for result in report.results
    where !identities.insert(result.identity.sortedByParameter).inserted {
      throw refusal("'\(result.identity)' is there twice")
    }
    for index in report.suites.indices {
      report.suites[index].library = self.libraries[report.suites[index].name]
    }
  }

  /// FNV-1a of 64 bits over the value's text, in hexadecimal.
  ///
  /// Source: Fowler, Noll and Vo, The FNV Non-Cryptographic Hash Algorithm (IETF draft).
  private static func checksum(of json: JSONValue) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in json.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Baseline.Request {
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("suites", .array(filter.suites.map { .string($0) })),
      ("profile", .string(options.profile.rawValue)), ("seed", .string(String(options.seed))),
      ("peers", .bool(options.includesPeers)),
    ]
    if let pattern = filter.pattern { members.append(("filter", .string(pattern))) }
    if let items = options.items {
      members.append(("items", .array(items.map { .integer(Int64($0)) })))
    }
    if let folder = options.dataFolder { members.append(("data", .string(folder))) }
    if let bytes = options.budgetBytes { members.append(("budget", .integer(Int64(bytes)))) }
    return .sorted(members)
  }

  /// Takes what `json` made; nil for anything else.
  init?(json: JSONValue) {
    guard case .array(let suites) = json["suites"], case .string(let word) = json["profile"],
      let profile = Profile(rawValue: word), case .string(let digits) = json["seed"],
      let seed = UInt64(digits)
    else { return nil }
    var names: [String] = []
    for suite in suites {
      guard case .string(let name) = suite else { return nil }
      names.append(name)
    }
    var options = SuiteOptions(
      profile: profile, seed: seed, includesPeers: json["peers"] == .bool(true))
    if let items = json["items"] {
      guard case .array(let sizes) = items else { return nil }
      options.items = []
      for size in sizes {
        guard case .integer(let number) = size, SuiteOptions.itemsRange.contains(Int(number)) else {
          return nil
        }
        options.items?.append(Int(number))
      }
    }
    if let budget = json["budget"] {
      guard case .integer(let bytes) = budget, bytes >= 0 else { return nil }
      options.budgetBytes = Int(bytes)
    }
    var pattern: String?
    if case .string(let text) = json["filter"] { pattern = text }
    if case .string(let folder) = json["data"] { options.dataFolder = folder }
    guard let filter = try? CaseFilter(suites: names, pattern: pattern) else { return nil }
    self.init(filter: filter, options: options)
  }
}
