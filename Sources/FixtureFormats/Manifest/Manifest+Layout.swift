extension Manifest {
  /// The members that say how the rows are written; none for canonical rows of the whole list.
  var layoutMembers: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    if layout.format != .ndjson { members.append(("format", .string(layout.format.rawValue))) }
    if layout.compression != .none {
      members.append(("compression", .string(layout.compression.rawValue)))
    }
    if !layout.shard.isWhole {
      members.append(
        (
          "shard",
          .object([
            ("number", .integer(Int64(layout.shard.number))),
            ("count", .integer(Int64(layout.shard.count))),
          ])
        ))
    }
    return members
  }

  /// Reads the members that say how the rows are written.
  static func layout(_ value: JSONValue) throws(FormatError) -> DatasetLayout {
    var format = FixtureFormat.ndjson
    var compression = Compression.none
    var shard = Shard.whole
    if let member = value["format"] {
      let word = try string(member, "format")
      guard let known = FixtureFormat(rawValue: word) else {
        throw failure("format", "is '\(word)'; it must be one of \(words(FixtureFormat.self))")
      }
      format = known
    }
    if let member = value["compression"] {
      let word = try string(member, "compression")
      guard let known = Compression(rawValue: word), format.isText || known == .none else {
        throw failure(
          "compression",
          "is '\(word)'; it must be one of \(words(Compression.self)), and none of a format that is no "
            + "text")
      }
      compression = known
    }
    if let member = value["shard"] {
      let number = try integer(member["number"], "shard.number", minimum: 1)
      let count = try integer(member["count"], "shard.count", minimum: 1)
      guard let known = Shard(number, of: count) else {
        throw failure("shard", "must be a number from 1 to a count of at most \(Shard.limit)")
      }
      shard = known
    }
    return DatasetLayout(format: format, compression: compression, shard: shard)
  }

  private static func words<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> String
  where Word.RawValue == String {
    Word.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Reads the description of what the folder holds instead of canonical files.
  static func containers(_ value: JSONValue?) throws(FormatError) -> [Container] {
    guard case .array(let values)? = value else { throw failure("containers", "must be an array") }
    var containers: [Container] = []
    for value in values {
      containers.append(
        Container(
          name: try string(value["name"], "containers.name"),
          bytes: try integer(value["bytes"], "containers.bytes", minimum: 0),
          sha256: try hash(value["sha256"], "containers.sha256")))
    }
    return containers
  }

  /// Reads the hashes of a shard's blocks.
  static func blocks(_ value: JSONValue?) throws(FormatError) -> [RowStream: [SHA256]] {
    var blocks: [RowStream: [SHA256]] = [:]
    for stream in RowStream.allCases {
      let name = "blocks.\(stream.rawValue)"
      guard case .array(let values)? = value?[stream.rawValue] else {
        throw failure(name, "must be an array")
      }
      var hashes: [SHA256] = []
      for value in values { hashes.append(try hash(value, name)) }
      blocks[stream] = hashes
    }
    return blocks
  }

  private static func hash(_ value: JSONValue?, _ name: String) throws(FormatError) -> SHA256 {
    guard let sha256 = SHA256(hex: try string(value, name)) else {
      throw failure(name, "must be 64 hexadecimal digits in lower case")
    }
    return sha256
  }
}

extension Manifest.Container {
  var value: JSONValue {
    .object([
      ("name", .string(name)), ("bytes", .integer(Int64(bytes))), ("sha256", .string(sha256.hex)),
    ])
  }
}
