internal import ProcessSupport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where PostgreSQL's programs are on this machine, and the user that they run as.
struct PostgresPrograms: Sendable {
  /// The folder of `initdb` and `pg_ctl`.
  let folder: String
  /// Root may not run a server: the user and group that do, absent for everybody else.
  let user: (id: uid_t, group: gid_t)?

  /// Finds them by `pg_config --bindir`, then where Debian and Homebrew have them, newest first.
  ///
  /// - Throws: `notInstalled`, `cannotStart` when root has nobody to run a server as.
  init() throws(PostgresError) {
    #if !canImport(CPostgres)
      throw PostgresError(.notInstalled, PostgresConnection.reason, place: "this program")
    #else
      (folder, user) = try Self.find()
    #endif
  }

  private static func find() throws(PostgresError) -> (String, (id: uid_t, group: gid_t)?) {
    guard let folder = Self.folders().first(where: { unsafe access($0 + "/initdb", X_OK) == 0 })
    else {
      throw PostgresError(
        .notInstalled,
        "PostgreSQL's server is not installed (no initdb): install postgresql, or give a running server's URL",
        place: "this machine")
    }
    guard geteuid() == 0 else { return (folder, nil) }
    // SAFETY: the entry is valid until the next call, and its numbers are copied at once.
    guard let entry = unsafe getpwnam("postgres") else {
      throw PostgresError(
        .cannotStart,
        "root may not run PostgreSQL and there is no user 'postgres': run as somebody else",
        place: "this machine")
    }
    return unsafe (folder, (entry.pointee.pw_uid, entry.pointee.pw_gid))
  }

  private static func folders() -> [String] {
    var folders: [String] = []
    if let named = output(of: "pg_config --bindir") { folders.append(named) }
    let found = output(
      of:
        "ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin"
    )
    folders += (found ?? "").split(separator: "\n").map(String.init).sorted { first, second in
      version(first) > version(second)
    }
    return folders
  }

  /// What is said of modules that the server has no libraries of; nil where it has, or where that is not known.
  func lack(of modules: [String]) -> PostgresError? {
    guard let libraries = Self.output(of: "'\(folder)/pg_config' --pkglibdir") else { return nil }
    let absent = modules.filter { name in
      !["so", "dylib"].contains { unsafe access("\(libraries)/\(name).\($0)", R_OK) == 0 }
    }
    if absent.isEmpty { return nil }
    return PostgresError(
      .notInstalled,
      "PostgreSQL's modules \(absent.joined(separator: ", ")) are not installed: install its contrib package",
      place: "this machine")
  }

  private static func version(_ path: String) -> Int {
    Int(path.filter(\.isNumber)) ?? 0
  }

  /// What a command of the shell prints; nil when it fails.
  private static func output(of command: String) -> String? {
    // SAFETY: the stream is open until `pclose`; each read stays within the buffer.
    guard let stream = unsafe popen(command + " 2>/dev/null", "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = unsafe fread(&buffer, 1, buffer.count, stream), count > 0 {
      bytes += buffer.prefix(count)
    }
    unsafe pclose(stream)
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
    return text.isEmpty ? nil : text
  }

  /// Runs a program of PostgreSQL to its end as the right user; its output goes to a file.
  ///
  /// - Returns: Whether it ended with exit code 0.
  func run(_ program: String, _ arguments: [String], log: String) -> Bool {
    var words = ["/bin/sh", "-c", "exec \"$@\" >>\"$0\" 2>&1", log]
    if let user {
      #if canImport(Darwin)
        words += ["/usr/bin/sudo", "-n", "-u", "#\(user.id)"]
      #else
        words += ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups"]
      #endif
    }
    words += [folder + "/" + program] + arguments
    return (try? ProgramRun.run(words, timeLimitSeconds: 120)) == .exited(0)
  }
}
