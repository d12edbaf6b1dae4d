/// What git knows of a folder; everything is nil where there is no git or no repository.
struct Git {
  var folder: String

  /// The short name of the commit, with `-dirty` when files differ from it.
  func revision() -> String? {
    output("describe", "--always", "--dirty", "--exclude=*").map(Self.firstLine)
  }

  /// The commit to compare with: where this branch left `main`, or the commit before on `main`
  /// itself.
  func comparisonBase() -> String? {
    guard let head = output("rev-parse", "HEAD").map(Self.firstLine) else { return nil }
    for main in ["origin/main", "main"] {
      if let base = output("merge-base", "HEAD", main).map(Self.firstLine), base != head {
        return base
      }
    }
    return output("rev-parse", "--verify", "--quiet", "HEAD~1").map(Self.firstLine)
  }

  /// What was changed below the folder since a commit: names relative to the folder.
  func changedFiles(since commit: String) -> [String] {
    output("diff", "--name-only", "--relative", "-z", commit, "--", ".")?
      .split(separator: "\0").map(String.init) ?? []
  }

  /// A file of the folder as it was.
  func file(_ name: String, at commit: String) -> [UInt8]? { bytes("show", "\(commit):./\(name)") }

  private static func firstLine(_ text: String) -> String {
    String(text.prefix { !$0.isNewline })
  }

  private func output(_ words: String...) -> String? {
    bytes(words).map { String(decoding: $0, as: UTF8.self) }
  }

  private func bytes(_ words: String...) -> [UInt8]? { bytes(words) }

  private func bytes(_ words: [String]) -> [UInt8]? {
    let git = Subprocess(
      words: ["git", "-C", folder] + words, environment: ChildEnvironment.variables(), channel: 1,
      timeLimitSeconds: 10)
    var result: [UInt8] = []
    let end = try? git.run(in: RunningGroup()) { bytes in
      result += bytes
      return result.count < 1 << 24
    }
    return end?.way == .exited(0) ? result : nil
  }
}
