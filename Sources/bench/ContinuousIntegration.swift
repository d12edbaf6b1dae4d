import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `check --ci` writes for a CI system beside the results: a JUnit file and, in GitHub Actions, the job's
/// summary and annotations.
struct ContinuousIntegration {
  private let isStrict: Bool
  /// Whether standard output is for people, so that annotations may stand there.
  private let printsText: Bool
  private let junit: AtomicFile?
  /// Why there is no JUnit file.
  private let refusal: String?

  /// Opens the JUnit file; that it cannot be made is said here and costs no results.
  ///
  /// - Returns: nil without `--ci`.
  /// - Throws: `UsageError` for `--junit` without `--ci`.
  init?(_ arguments: Arguments, _ call: Call) throws(UsageError) {
    guard arguments.has("--ci") else {
      if arguments.has("--junit") {
        throw UsageError("--junit goes with --ci; without it, --also junit=FILE writes the file")
      }
      return nil
    }
    isStrict = call.isStrict
    printsText = call.format == .text || call.output != nil
    do {
      junit = try Self.junitFile(arguments.value("--junit"))
      refusal = nil
    } catch {
      junit = nil
      refusal = "\(error)"
    }
    if let refusal { writeToStandardError("bench: no JUnit file: \(refusal)\n") }
  }

  private static func junitFile(_ path: String?) throws -> AtomicFile {
    if let path {
      guard isFreeOrFile(path) else {
        throw EnvironmentError("--junit takes a file; '\(path)' is none")
      }
      return try AtomicFile(path: path)
    }
    let folder = (packageFolder().map { "\($0)/" } ?? "") + ".build"
    for path in [folder, "\(folder)/bench"] where mkdir(path, 0o755) != 0 && errno != EEXIST {
      throw FileError(path: path, action: "make", code: errno)
    }
    return try AtomicFile(path: "\(folder)/bench/junit.xml")
  }

  /// Writes everything, as far as it can be written.
  ///
  /// - Returns: Whether all of it was; what was not is said on standard error, a line each.
  func write(_ report: Report) -> Bool {
    write(
      junit: report.text(as: .junit, isStrict: isStrict), summary: report.markdown,
      annotations: report.annotations(isStrict: isStrict, folder: Self.packageBelowWorkspace()))
  }

  /// Says in the same places why there are no results, so that none of an earlier run are taken for these.
  func write(failure: some Any) {
    let line = "\(failure)"
    _ = write(
      junit: Report.junit(failure: line), summary: JobSummary.failure(line),
      annotations: Report.annotation(failure: line))
  }

  private func write(junit text: String, summary: String, annotations: String) -> Bool {
    var isWhole = refusal == nil
    func attempt(_ what: String, _ write: () throws -> Void) {
      do { try write() } catch {
        isWhole = false
        writeToStandardError("bench: no \(what): \(error)\n")
      }
    }
    if let junit {
      attempt("JUnit file") {
        try junit.write(text)
        try junit.commit()
      }
    }
    if let path = Self.variable("GITHUB_STEP_SUMMARY") {
      attempt("job summary") { try Self.append(summary, to: path) }
    }
    if Self.variable("GITHUB_ACTIONS") != nil, !annotations.isEmpty {
      // GitHub reads them on both.
      if printsText {
        attempt("annotations") { try writeToStandardOutput(annotations) }
      } else {
        writeToStandardError(annotations)
      }
    }
    return isWhole
  }

  /// Appends a summary, cut to what the step's summary still has room for.
  ///
  /// - Throws: `FileError`; the file is then as long as before.
  private static func append(_ summary: String, to path: String) throws(FileError) {
    // Not blocking: a pipe that nobody reads is refused.
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw FileError(path: path, action: "open", code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError(path: path, action: "look at", code: errno)
    }
    let size = Int(status.st_size)
    let text = JobSummary.cut(summary, toBytes: JobSummary.byteLimit - 1 - size)
    if text.isEmpty {
      writeToStandardError(
        "bench: the job summary is full without ours (\(size) bytes); give bench a step of its own\n"
      )
      return
    }
    let failure: FileError? = Array(text.utf8).withUnsafeBytes { bytes in
      do throws(FileError) {
        try writeAll(bytes, to: descriptor, path: path)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    ftruncate(descriptor, off_t(size))
    throw failure
  }

  /// Where the package is below the folder that GitHub's paths begin at: empty, or with a slash at its end.
  private static func packageBelowWorkspace() -> String {
    guard let workspace = variable("GITHUB_WORKSPACE"), let folder = Program.sourceFolder,
      folder.hasPrefix("\(workspace)/")
    else { return "" }
    return String(folder.dropFirst(workspace.count + 1)) + "/"
  }

  /// A variable of the environment that is not empty.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Program {
  /// The folder with this program's sources, as the compiler saw it; nil where that is no whole path.
  static let sourceFolder: String? = {
    let file = #filePath
    let own = "/Sources/bench/ContinuousIntegration.swift"
    guard file.hasPrefix("/"), file.hasSuffix(own) else { return nil }
    return String(file.dropLast(own.count))
  }()
}
