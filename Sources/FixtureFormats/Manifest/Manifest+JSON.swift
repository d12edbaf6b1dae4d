import ListText

extension Manifest {
  /// The text of `manifest.json`: the members of the schema in their order, two spaces per level.
  var text: [UInt8] {
    let value = JSONValue.object([
      ("schema", .integer(Int64(Self.schema))),
      ("datasetVersion", .integer(Int64(datasetVersion))),
      ("recipe", .string(recipe)),
      ("seed", Self.number(seed)),
      ("parameters", parameters),
      (
        "counts",
        .object(Self.countNames.map { ($0.name, .integer(Int64(counts[keyPath: $0.path]))) })
      ),
      ("files", .array(files.map(\.value))),
      ("digest", .string(digest.description)),
    ])
    return value.prettyText
  }

  static func number(_ number: UInt64) -> JSONValue {
    Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }

  private static var countNames: [(name: String, path: WritableKeyPath<Counts, Int>)] {
    [
      ("items", \.items), ("events", \.events), ("inserts", \.inserts), ("deletes", \.deletes),
      ("moves", \.moves), ("updates", \.updates), ("live", \.live),
    ]
  }

  /// Reads `manifest.json` of a folder.
  ///
  /// - Throws: `FormatError`: `unreadable`, or `malformed` naming the member that is wrong.
  init(readingFolder path: String) throws(FormatError) {
    let bytes = try Self.read("\(path)/\(Self.fileName)")
    try self.init(bytes.span)
  }

  /// Reads the text of a manifest.
  init(_ bytes: Span<UInt8>) throws(FormatError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes)
    } catch {
      throw FormatError(
        .malformed, error.message, file: Self.fileName, byteOffset: error.byteOffset)
    }
    let schema = try Self.integer(value["schema"], "schema", minimum: 0)
    guard schema == Self.schema else {
      throw Self.failure(
        "schema", "is \(schema), this program reads \(Self.schema); use the program that wrote it")
    }
    datasetVersion = try Self.integer(value["datasetVersion"], "datasetVersion", minimum: 0)
    recipe = try Self.string(value["recipe"], "recipe")
    seed = try Self.seed(value["seed"])
    guard let parameters = value["parameters"], case .object = parameters else {
      throw Self.failure("parameters", "must be an object")
    }
    self.parameters = parameters
    counts = Counts()
    for (name, path) in Self.countNames {
      counts[keyPath: path] = try Self.integer(value["counts"]?[name], "counts.\(name)", minimum: 0)
    }
    files = try Self.files(value["files"])
    digest = try Self.digest(value["digest"])
    try checkInvariants()
  }

  private static func read(_ path: String) throws(FormatError) -> [UInt8] {
    let file = try InputFile(path: path, name: fileName, unpacksGzip: false)
    var bytes: [UInt8] = []
    while bytes.count <= 1 << 20 {
      let chunk = try file.chunk(atMost: 64 << 10)
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    throw FormatError(.malformed, "is larger than 1 MiB; no manifest is", file: fileName)
  }

  /// Checks the invariants of a manifest by their numbers.
  private func checkInvariants() throws(FormatError) {
    for (index, file) in files.enumerated() {
      // Invariant 1.
      let isPlain =
        !file.name.isEmpty && !file.name.hasPrefix(".") && !file.name.utf8.contains(0)
        && !file.name.contains("/") && file.name != Self.fileName
      guard isPlain, !files[..<index].contains(where: { $0.name == file.name }) else {
        throw Self.failure("files", "names '\(file.name)', which no file may be called here")
      }
    }
    // Invariant 2.
    let parts = [counts.inserts, counts.deletes, counts.moves, counts.updates]
    var sum = 0
    for part in parts {
      let (next, overflow) = sum.addingReportingOverflow(part)
      sum = overflow ? Int.max : next
    }
    guard sum == counts.events else {
      throw Self.failure("counts.events", "is not the sum of inserts, deletes, moves, updates")
    }
    let (before, overflow) = counts.items.addingReportingOverflow(counts.inserts)
    guard !overflow, before - counts.deletes == counts.live else {
      throw Self.failure("counts.live", "is not items + inserts - deletes")
    }
    // Invariants 1 and 3.
    for (name, lines) in [
      (StoredDataset.itemsName, counts.items), (StoredDataset.eventsName, counts.events),
    ] {
      guard let file = files.first(where: { $0.name == name }) else {
        throw Self.failure("files", "lacks \(name)")
      }
      guard file.lines == lines else {
        throw Self.failure("files", "gives \(name) \(file.lines) lines, counts say \(lines)")
      }
    }
  }

  // MARK: - Members

  private static func failure(_ member: String, _ message: String) -> FormatError {
    FormatError(.malformed, "'\(member)' \(message)", file: fileName)
  }

  private static func integer(
    _ value: JSONValue?, _ name: String, minimum: Int
  ) throws(FormatError) -> Int {
    guard case .integer(let number)? = value, let number = Int(exactly: number), number >= minimum
    else { throw failure(name, "must be a whole number from \(minimum)") }
    return number
  }

  private static func string(_ value: JSONValue?, _ name: String) throws(FormatError) -> String {
    guard case .string(let text)? = value else { throw failure(name, "must be a string") }
    return text
  }

  private static func seed(_ value: JSONValue?) throws(FormatError) -> UInt64 {
    switch value {
    case .integer(let number)? where number >= 0: return UInt64(number)
    case .unsigned(let number)?: return number
    default: throw failure("seed", "must be a whole number from 0 to \(UInt64.max)")
    }
  }

  private static func files(_ value: JSONValue?) throws(FormatError) -> [File] {
    guard case .array(let values)? = value else { throw failure("files", "must be an array") }
    var files: [File] = []
    for value in values {
      guard let sha256 = SHA256(hex: try string(value["sha256"], "files.sha256")) else {
        throw failure("files.sha256", "must be 64 hexadecimal digits in lower case")
      }
      files.append(
        File(
          name: try string(value["name"], "files.name"),
          bytes: try integer(value["bytes"], "files.bytes", minimum: 0),
          lines: try integer(value["lines"], "files.lines", minimum: 0), sha256: sha256))
    }
    return files
  }

  private static func digest(_ value: JSONValue?) throws(FormatError) -> SHA256 {
    let text = try string(value, "digest")
    guard text.hasPrefix("sha256:"), let digest = SHA256(hex: text.dropFirst(7)) else {
      throw failure("digest", "must be 'sha256:' and 64 hexadecimal digits in lower case")
    }
    return digest
  }
}

extension Manifest.File {
  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("bytes", .integer(Int64(bytes))), ("lines", .integer(Int64(lines))),
      ("sha256", .string(sha256.hex)),
    ])
  }
}
