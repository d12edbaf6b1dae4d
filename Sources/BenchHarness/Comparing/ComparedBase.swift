import ListText

/// The build that results were compared with, and how.
public struct ComparedBase: Equatable, Sendable {
  /// Its executable.
  public var path: String
  /// The revision of its package, if that is known.
  public var revision: String?
  /// Pairs of process runs of each case of a list below 500,000 rows.
  public var pairs: Int

  /// Makes a record.
  public init(path: String, revision: String?, pairs: Int) {
    self.path = path
    self.revision = revision
    self.pairs = pairs
  }

  /// One line for people.
  public var line: String {
    "base: \(path)\(revision.map { ", revision \($0)" } ?? ""); "
      + "\(pairs) process runs a side, A B B A, beside this build against itself"
  }

  /// The members of its JSON.
  var members: [(String, JSONValue)] {
    [("path", .string(path)), ("pairs", .real(Double(pairs)))]
      + (revision.map { [("revision", .string($0))] } ?? [])
  }

  /// Reads it; nil when it is none.
  init?(json: JSONValue) {
    guard case .string(let path) = json["path"],
      let pairs = json["pairs"]?.real.flatMap({ Int(exactly: $0) })
    else { return nil }
    var revision: String?
    if case .string(let text) = json["revision"] { revision = text }
    self.init(path: path, revision: revision, pairs: pairs)
  }
}
