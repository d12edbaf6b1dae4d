import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The build of another commit: in a worktree of git below `.build/bases`, made once.
public struct BaseBuild {
  private static let buildLimitSeconds = 3_600
  private static let gitLimitSeconds = 300

  private let revision: String
  private let package: String
  private let swift: String

  /// Names a build.
  ///
  /// - Parameters:
  ///   - revision: A commit, as git takes it.
  ///   - package: This package's folder; nil where it is not known.
  ///   - swift: The version of the compiler that this build was made by: another one builds anew.
  /// - Throws: `EnvironmentError` without a package.
  public init(revision: String, package: String?, swift: String) throws(EnvironmentError) {
    guard let package else {
      throw EnvironmentError(
        "--base-commit needs the package's folder, and there is no Package.swift above this program; "
          + "give the other build by --base BINARY")
    }
    self.revision = revision
    self.package = package
    self.swift = swift
  }

  /// Makes the build unless it is there.
  ///
  /// - Parameter progress: Where to show what runs.
  /// - Returns: The path of its bench.
  /// - Throws: `EnvironmentError` when there is no repository or no such commit, or when it does not
  ///   build; `FileError` when a folder or file cannot be made.
  public func executable(progress: Progress) throws -> String {
    defer { progress.end() }
    let (commit, prefix) = try commit()
    let bases = "\(package)/.build/bases"
    for folder in ["\(package)/.build", bases] { try makeFolder(folder) }
    let worktree = "\(bases)/\(commit)"
    // Two calls that want the same commit: the second waits, and finds it built.
    let lock = try FileLock("\(worktree).lock")
    defer { withExtendedLifetime(lock) {} }
    let folder = prefix.isEmpty ? worktree : "\(worktree)/\(prefix)"
    let executable = "\(folder)/.build/release/bench"
    let stamp = "\(worktree).swift-\(swift)"
    if unsafe access(stamp, F_OK) == 0, unsafe access(executable, X_OK) == 0 { return executable }
    progress.show("checking out \(commit.prefix(12))")
    try checkOut(commit, into: worktree)
    progress.show("building \(commit.prefix(12)) for the first time: some minutes")
    try build(folder, commit: commit)
    guard unsafe access(executable, X_OK) == 0 else {
      throw EnvironmentError("the commit \(commit.prefix(12)) builds, but makes no '\(executable)'")
    }
    try AtomicFile(path: stamp).commit()
    return executable
  }

  /// The full name of the commit, and the package's folder below the repository's.
  private func commit() throws(EnvironmentError) -> (commit: String, prefix: String) {
    guard case (.exited(0), let prefix, _) = git("rev-parse", "--show-prefix") else {
      throw EnvironmentError(
        "'\(package)' is in no git repository, so it has no commits; give the other build by "
          + "--base BINARY")
    }
    let name = "\(revision)^{commit}"
    guard !revision.isEmpty, !revision.hasPrefix("-"),
      case (.exited(0), let commit, _) = git("rev-parse", "--verify", "--quiet", name)
    else {
      throw EnvironmentError(
        "git knows no commit '\(revision)'; name one that 'git log' shows, or fetch it")
    }
    return (commit, String(prefix.prefix { $0 != "\n" }.drop { $0 == "/" }.trimmingSlash))
  }

  private func checkOut(_ commit: String, into worktree: String) throws(EnvironmentError) {
    // A folder that was removed by hand is still registered; one that was interrupted is not whole.
    _ = git("worktree", "prune")
    let isThere = unsafe access("\(worktree)/.git", F_OK) == 0
    let (way, _, errors) =
      isThere
      ? git("-C", worktree, "reset", "--hard", "--quiet", commit)
      : git("worktree", "add", "--force", "--detach", "--quiet", worktree, commit)
    guard way == .exited(0) else {
      throw EnvironmentError(
        "git cannot check out \(commit.prefix(12)) into '\(worktree)': "
          + (lastWords(of: errors) ?? "it was ended") + "; remove that folder and try again")
    }
  }

  private func build(_ folder: String, commit: String) throws {
    let words = ["swift", "build", "-c", "release", "--product", "bench", "--package-path", folder]
    let (way, output, errors) = run(words, limitSeconds: Self.buildLimitSeconds)
    if way == .exited(0) { return }
    // All that the build said stands above the line that says what to do.
    writeToStandardError(output + errors)
    let reason =
      switch way {
      case .exited: "does not build; its output stands above"
      case .outOfTime: "is not built within \(Self.buildLimitSeconds) s"
      case .signalled, .refused: "was not built: swift was ended"
      case nil: "cannot be built: there is no 'swift' on PATH"
      }
    throw EnvironmentError("the commit \(commit.prefix(12)) \(reason); choose another commit")
  }

  // MARK: - Programs

  private func git(_ words: String...) -> (Subprocess.End.Way?, String, String) {
    run(["git", "-C", package] + words, limitSeconds: Self.gitLimitSeconds)
  }

  /// Runs a program with our own environment; its group ends with an interrupt.
  ///
  /// - Returns: How it ended, nil when it could not be started; the end of its output, without a last line
  ///   feed; the end of what it said on standard error.
  private func run(
    _ words: [String], limitSeconds: Int
  ) -> (Subprocess.End.Way?, String, String) {
    let program = Subprocess(
      words: words, environment: ChildEnvironment.parentVariables(), channel: 1,
      timeLimitSeconds: limitSeconds)
    let group = RunningGroup()
    let cleanUp = Interrupts.add { group.kill() }
    defer { Interrupts.remove(cleanUp) }
    var output: [UInt8] = []
    let end = try? program.run(in: group) { bytes in
      output = Array((output + bytes).suffix(65_536))
      return true
    }
    var text = String(decoding: output, as: UTF8.self)
    if text.last == "\n" { text.removeLast() }
    return (end?.way, text, end?.errorText ?? "")
  }

  private func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw FileError(path: path, action: "make", code: errno)
  }
}

/// A lock on a file that ends with the object or the process.
private final class FileLock {
  private let descriptor: Int32

  init(_ path: String) throws(FileError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path: path, action: "open", code: errno) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit { close(descriptor) }
}

extension Substring {
  /// The text without a slash at its end.
  fileprivate var trimmingSlash: Substring { last == "/" ? dropLast() : self }
}
