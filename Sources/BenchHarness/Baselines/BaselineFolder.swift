import ListText
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder in which baselines are kept, a file each: `NAME.json`.
public struct BaselineFolder: Sendable {
  /// Its usual name, which git ignores.
  public static let usualName = ".benchmarkBaselines"
  /// The most bytes of a baseline's file.
  static let largestFile = 64 << 20
  private static let suffix = ".json"

  /// The folder's path; it need not exist.
  public let path: String

  /// Names a folder; nothing is read.
  public init(path: String) { self.path = path }

  /// The names of all files that may be baselines, sorted.
  ///
  /// - Throws: `EnvironmentError` when something that is no folder has its path, or it cannot be read.
  public func names() throws(EnvironmentError) -> [String] {
    guard let names = namesInFolder(path) else {
      if errno == ENOENT { return [] }
      throw EnvironmentError(
        "the baselines' folder '\(path)' cannot be read: \(systemMessage(errno)); "
          + "give another by --baselines DIR")
    }
    return names.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  /// The file of a name.
  public func file(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

  /// Reads a baseline.
  ///
  /// - Returns: nil when there is none of that name.
  /// - Throws: `BaselineError` for what is no baseline; `UsageError` for what is no name.
  public func baseline(_ name: String) throws -> Baseline? {
    try Baseline.check(name: name)
    guard isThere(name) else { return nil }
    let bytes: [UInt8]
    do { bytes = try StoredFile.read(file(of: name), limit: Self.largestFile) } catch {
      throw BaselineError(description: "'\(file(of: name))' is no baseline: \(error)")
    }
    return try Baseline(bytes, path: file(of: name))
  }

  /// One line about a name that is not there, with the nearest that is.
  public func absence(of name: String) -> String {
    let known = (try? names()) ?? []
    let hint =
      nearest(to: name, in: known).map { "did you mean '\($0)'?" }
      ?? (known.isEmpty
        ? "make it by bench baseline save NAME" : "known: \(known.joined(separator: ", "))")
    return "there is no baseline '\(name)' in \(path); \(hint)"
  }

  /// Deletes a baseline, whatever is in its file.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `UsageError` for what is no name, `FileError` when the file cannot be removed.
  public func delete(_ name: String) throws -> Bool {
    try Baseline.check(name: name)
    guard unsafe unlink(file(of: name)) != 0 else { return true }
    let code = errno
    guard code != ENOENT, code != ENOTDIR else { return false }
    throw FileError(path: file(of: name), action: "delete", code: code)
  }

  /// The newest baselines that can be read, in the order of their dates: what a history is drawn of.
  ///
  /// - Parameter limit: The most of them, at least 1.
  /// - Returns: Name, date and results; what cannot be read is left out.
  public func reports(limit: Int) -> [NamedReport] {
    precondition(limit >= 1, "a history without a place")
    let found = ((try? names()) ?? []).compactMap { name in
      (try? baseline(name)).map { NamedReport(name: name, date: $0.date, report: $0.report) }
    }
    // A date's text sorts as its time does.
    return Array(found.sorted { ($0.date, $0.name) < ($1.date, $1.name) }.suffix(limit))
  }

  /// Whether something has a baseline's path, be it a link that leads nowhere.
  func isThere(_ name: String) -> Bool {
    var status = stat()
    return unsafe lstat(file(of: name), &status) == 0
  }
}
