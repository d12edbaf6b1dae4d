import ListText

extension Manifest {
  /// What a manifest says of the expected answers.
  ///
  /// Invariant: `pages` is in `1...500`, and the files are those that the program writes, in its
  /// order.
  public struct Expected: Hashable, Sendable {
    /// How many pages the program fetches from the head when it is not told otherwise.
    public static let defaultPages = 50
    /// The largest number of pages.
    public static let pageLimit = 500

    /// How many pages a session from the head fetches at most.
    public var pages: Int
    /// The files, each named `expected/` and its name there.
    public var files: [File]
  }

  /// The member that tells of the answers; none where there are none.
  var expectedMembers: [(name: String, value: JSONValue)] {
    guard let expected else { return [] }
    return [
      (
        "expected",
        .object([
          ("pages", .integer(Int64(expected.pages))),
          ("files", .array(expected.files.map(\.value))),
        ])
      )
    ]
  }

  /// Reads the member that tells of the answers.
  static func expected(_ value: JSONValue?) throws(FormatError) -> Expected? {
    guard let value else { return nil }
    let pages = try integer(value["pages"], "expected.pages", minimum: 1)
    guard pages <= Expected.pageLimit else {
      throw failure("expected.pages", "must be at most \(Expected.pageLimit)")
    }
    let files = try files(value["files"])
    let names = ExpectedAnswers.File.allCases.map { "\(ExpectedFolder.name)/\($0.name)" }
    guard files.map(\.name) == names else {
      throw failure("expected.files", "must be \(names.joined(separator: ", "))")
    }
    return Expected(pages: pages, files: files)
  }
}
