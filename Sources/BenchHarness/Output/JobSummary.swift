/// The summary of a job of GitHub Actions.
public enum JobSummary {
  /// The most bytes of a step's summary; of a larger one GitHub shows nothing at all.
  ///
  /// Source: `AttachmentSizeLimit` of actions/runner's `FileCommandManager.cs`.
  public static let byteLimit = 1 << 20

  /// What a call that came to no results says.
  public static func failure(_ line: String) -> String {
    "### bench: **no results**\n\n\(markdownText(line))\n"
  }

  /// A markdown report of at most so many bytes: what is too long ends behind a line, with a note of what
  /// was left out; what has no room even for the note is empty.
  public static func cut(_ text: String, toBytes limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = "\n</details>\n"
    let room = limit - end.utf8.count - note(lines.count).utf8.count
    if room < 0 { return "" }
    var kept: [Substring] = []
    var count = 0
    for line in lines {
      count += line.utf8.count + 1
      if count > room { break }
      kept.append(line)
    }
    let left = lines[kept.count...].count { !$0.isEmpty }
    let opened = kept.count { $0.hasPrefix("<details>") }
    let closed = kept.count { $0 == "</details>" }
    return kept.map { "\($0)\n" }.joined() + (opened > closed ? end : "") + note(left)
  }

  private static func note(_ lines: Int) -> String {
    "\n**\(lines) lines are left out here**: GitHub shows at most 1 MiB of a step. The JUnit file has every "
      + "figure, and `--also markdown=FILE` the whole report.\n"
  }
}
