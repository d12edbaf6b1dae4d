import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the two builds of a comparison: where it is started from, with what, in which folder.
final class BuildUnderTest {
  enum Role: String, CaseIterable {
    case base, head
  }

  /// A build answers with its cases within this time, or it is taken for hung.
  static let casesLimitSeconds = 10
  /// Data are made and their digests taken within this time.
  static let fixturesLimitSeconds = 600

  let role: Role
  /// The executable's real path.
  let path: String
  private let scratch: ScratchFolder
  private let links: ScratchFolder
  private let environment: [String]

  /// Makes one.
  ///
  /// It is started through a link whose path is as long as that of any other one, so that the length of a
  /// name moves no stack.
  ///
  /// Source: Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong! (2009).
  ///
  /// - Parameters:
  ///   - role: Which of the two.
  ///   - path: The executable.
  ///   - slowdownPercent: What is added to its timed regions, for tests.
  /// - Throws: `EnvironmentError` when there is no executable there; `FileError` when a folder cannot be made.
  init(_ role: Role, path: String, slowdownPercent: Int) throws {
    self.role = role
    if let problem = Self.problem(of: path) {
      throw EnvironmentError(
        "the \(role.rawValue) '\(path)' \(problem); give the path of another build's bench")
    }
    self.path = Self.realPath(path)
    scratch = try ScratchFolder()
    links = try ScratchFolder()
    let hidden = "\(TestSlowdown.variable)="
    environment =
      ChildEnvironment.variables().filter { !$0.hasPrefix(hidden) }
      + (TestSlowdown.given == nil && slowdownPercent == 0
        ? [] : [TestSlowdown.entry(percent: slowdownPercent)])
    guard unsafe symlink(self.path, executable) == 0 else {
      throw FileError(path: executable, action: "make", code: errno)
    }
  }

  private var executable: String { "\(links.path)/bench" }

  /// The path without links and dots, so that it holds in any working folder.
  private static func realPath(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return absolutePath(path) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Why a path cannot be that of a program; nil where it may be.
  private static func problem(of path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "is not there: \(systemMessage(errno))" }
    if status.st_mode & S_IFMT != S_IFREG { return "is no file" }
    return unsafe access(path, X_OK) == 0 ? nil : "is not executable"
  }

  /// What tells a file from one that was put in its place.
  var fileState: [Int] {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return [
      Int(status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
      Int(modified.tv_sec), Int(modified.tv_nsec),
    ]
  }

  /// The child that does something of it.
  func child(_ words: (SuiteOptions) -> [String], options: SuiteOptions, limitSeconds: Int)
    -> Subprocess
  {
    var options = options
    options.scratchFolder = scratch.path
    return Subprocess(
      words: [executable] + words(options), environment: environment,
      channel: ReportWriter.descriptor, timeLimitSeconds: limitSeconds)
  }

  /// Asks for its cases.
  ///
  /// - Throws: `EnvironmentError` when it is no bench, speaks another protocol or cannot measure.
  func list(
    _ detail: ListingRequest.Detail, options: SuiteOptions, filter: CaseFilter,
    in group: RunningGroup
  ) throws(EnvironmentError) -> BuildListing {
    let limit = detail == .cases ? Self.casesLimitSeconds : Self.fixturesLimitSeconds
    let child = child(
      { ListingRequest(detail, $0, filter).words }, options: options, limitSeconds: limit)
    var listing = BuildListing()
    let end: Subprocess.End
    do { end = try child.run(in: group) { listing.receive($0) } } catch {
      throw EnvironmentError(
        "the \(role.rawValue) '\(path)' cannot be run: \(systemMessage(error.code)); give the path "
          + "of another build's bench")
    }
    if let problem = listing.problem(end: end, limitSeconds: limit) {
      throw EnvironmentError("the \(role.rawValue) '\(path)' \(problem)")
    }
    return listing
  }
}

extension BuildListing {
  /// What is wrong with an answer, as words after the build's name; nil for a whole one.
  func problem(end: Subprocess.End, limitSeconds: Int) -> String? {
    let old = "\(ChildRequest.word) is for bench itself"
    if otherProtocol != nil || end.errorText.contains(old) {
      let other = otherProtocol.map { "protocol \($0)" } ?? "a protocol without a version"
      return "speaks \(other), this build protocol \(ChildProtocol.version); build both from "
        + "commits of one protocol"
    }
    if let complaint { return "cannot measure: \(complaint)" }
    switch end.way {
    case .exited(0) where isDone && build != nil: return nil
    case .outOfTime: return "did not say what it measures within \(limitSeconds) s; is it a bench?"
    case .refused: return "answers what no bench answers; give the path of another build's bench"
    case .exited, .signalled:
      let words = lastWords(of: end.errorText).map { ": \($0)" } ?? ""
      return "did not say what it measures, and ended with \(end.way.words)\(words); give the path "
        + "of another build's bench"
    }
  }
}
