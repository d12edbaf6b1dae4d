import BenchHarness
import ProcessSupport

/// A file of results in some form, made before anything runs, so that a wrong path costs no run.
struct OutputFile {
  private let format: ReportFormat
  private let file: AtomicFile
  /// Of `gab`: what is better bigger, beside the file.
  private let bigger: AtomicFile?

  /// - Throws: `FileError` when the file cannot be made; `EnvironmentError` when the path is that of a
  ///   folder, a device or a pipe.
  init(_ format: ReportFormat, path: String, option: String) throws {
    self.format = format
    file = try Self.file(path, option)
    bigger = format == .gab ? try Self.file("\(path).bigger", option) : nil
  }

  private static func file(_ path: String, _ option: String) throws -> AtomicFile {
    guard isFreeOrFile(path) else {
      throw EnvironmentError(
        "\(option) takes a file; '\(path)' is none; without it results go to standard output")
    }
    return try AtomicFile(path: path)
  }

  /// Writes the file, and the second one of `gab` where there is something in it.
  ///
  /// - Returns: A remark for the caller's reader, if there is one.
  /// - Throws: `FileError`.
  func write(_ report: Report, isStrict: Bool) throws(FileError) -> String? {
    try file.write(report.text(as: format, isStrict: isStrict))
    try file.commit()
    guard let bigger else { return nil }
    if let text = report.gabBigger {
      try bigger.write(text)
      try bigger.commit()
      return nil
    }
    bigger.discard()
    // It may be anybody's, so it stays.
    return pathExists(bigger.path)
      ? "'\(bigger.path)' is not of this run, in which nothing is better bigger" : nil
  }
}

extension Call {
  /// The forms and files of `--also FORMAT=FILE`.
  ///
  /// - Throws: `UsageError` when one is no such pair, or a file is asked for twice.
  static func also(_ arguments: Arguments) throws(UsageError) -> [(
    format: ReportFormat, path: String
  )] {
    var result: [(format: ReportFormat, path: String)] = []
    for text in arguments.all("--also") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw UsageError("--also takes FORMAT=FILE, as in junit=results.xml; got '\(text)'")
      }
      guard let format = ReportFormat(rawValue: String(parts[0])) else {
        throw .unknown(
          "format of --also", String(parts[0]), known: ReportFormat.allCases.map(\.rawValue))
      }
      result.append((format, String(parts[1])))
    }
    var taken = Set(arguments.all("--output"))
    for (_, path) in result where !taken.insert(path).inserted {
      throw UsageError("'\(path)' is asked for twice; give each form a file of its own")
    }
    return result
  }
}
