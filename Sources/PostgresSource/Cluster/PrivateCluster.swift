internal import ProcessSupport
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A PostgreSQL server of this process alone: in a new temporary folder, on loopback, with a password that
/// nobody else knows.
///
/// It is stopped and its folder removed by `stop()`, with the object, and in every way out of the process, SIGKILL
/// among them. As root it runs as the user `postgres`. Commits are as durable as PostgreSQL's defaults make
/// them; the rows of a table that its own transaction created go to the disk without a log (`wal_level = minimal`).
public final class PrivateCluster: Sendable {
  /// How a cluster runs.
  public struct Options: Hashable, Sendable {
    /// The size of the server's buffers in MiB.
    public var sharedBuffersMebibytes = 128
    /// Settings of the server by name, beside or instead of this type's.
    public var settings: [String: String] = [:]
    /// The folder in which the cluster's folder is made; the server's user must reach it.
    public var parentFolder = "/tmp"

    /// Makes the options that are right for most.
    public init() {}
  }

  /// The cluster's folder.
  public let folder: String
  /// The TCP port on 127.0.0.1.
  public let port: Int
  let password: String
  let programs: PostgresPrograms
  private let watch: ClusterWatch
  private let isStopped = Mutex(false)

  /// Makes a cluster and starts it, which takes some seconds.
  ///
  /// - Throws: `notInstalled`, `cannotStart` with the last line of the server's log; nothing is left behind.
  public init(_ options: Options = Options()) throws(PostgresError) {
    let programs = try PostgresPrograms()
    let (folder, watch) = try Self.makeWatchedFolder(in: options.parentFolder, for: programs)
    let password = Self.makePassword()
    do throws(PostgresError) {
      try Self.initialize(folder, programs, password: password)
      port = try Self.start(folder, programs, options)
    } catch {
      watch.finish()
      throw error
    }
    self.folder = folder
    self.programs = programs
    self.password = password
    self.watch = watch
  }

  deinit { stop() }

  /// Whether this machine has what a cluster needs; if not, what is missing.
  public static var obstacle: PostgresError? {
    do throws(PostgresError) {
      _ = try PostgresPrograms()
      return nil
    } catch {
      return error
    }
  }

  /// What this machine lacks of a cluster that loads some modules (`postgres_fdw`); nil where it has them all.
  public static func lack(of modules: [String]) -> PostgresError? {
    do throws(PostgresError) {
      return try PostgresPrograms().lack(of: modules)
    } catch {
      return error
    }
  }

  /// The address of one of the cluster's databases, with the password.
  public func address(database: String = "postgres") -> String {
    "postgres://postgres:\(password)@127.0.0.1:\(port)/\(database)"
  }

  /// Stops the server and removes its folder; later calls do nothing.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { watch.finish() }
  }

  // MARK: - Crashes

  /// The number of the server's first process, the postmaster; nil while none runs.
  public var postmaster: Int32? {
    guard let text = Self.contents(of: folder + "/data/postmaster.pid") else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// Kills the postmaster by SIGKILL, as a crash would, and waits until all its processes are gone.
  public func crash() {
    guard let process = postmaster, process > 1 else { return }
    kill(process, SIGKILL)
    // The others notice within moments; until then they keep the shared memory, and a start is refused.
    for _ in 0..<1_000 where kill(process, 0) == 0 { usleep(10_000) }
  }

  /// Starts the server again, which recovers what was committed.
  ///
  /// - Throws: `cannotStart`.
  public func restart() throws(PostgresError) {
    for attempt in 0..<40 {
      if attempt > 0 { usleep(250_000) }
      if Self.launch(folder, programs, options: ["-p \(port)"]) { return }
    }
    throw Self.failure(folder, "the server did not start again")
  }
}

extension PrivateCluster {
  /// Makes the cluster's folder and starts to watch it: an interrupt comes before both or after both.
  static func makeWatchedFolder(
    in parent: String, for programs: PostgresPrograms
  ) throws(PostgresError) -> (String, ClusterWatch) {
    try Interrupts.hold { () throws(PostgresError) in
      let folder = try makeFolder(in: parent, for: programs)
      do throws(PostgresError) {
        return (folder, try ClusterWatch(folder: folder))
      } catch {
        _ = unsafe rmdir(folder)
        throw error
      }
    }
  }

  private static func makeFolder(
    in parent: String, for programs: PostgresPrograms
  ) throws(PostgresError) -> String {
    var template = Array((parent + "/longlist-postgres-XXXXXX").utf8CString)
    // SAFETY: the text ends with NUL and is changed in place, its length kept.
    let path: String? = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, unsafe mkdtemp(base) != nil else { return nil }
      return unsafe String(cString: base)
    }
    guard let path else {
      throw PostgresError(
        .cannotStart, "cannot make a folder: \(unsafe String(cString: strerror(errno)))",
        place: parent)
    }
    if let user = programs.user, unsafe chown(path, user.id, user.group) != 0 {
      _ = unsafe rmdir(path)
      throw PostgresError(.cannotStart, "cannot give the folder to 'postgres'", place: path)
    }
    return path
  }

  /// 128 random bits in hexadecimal.
  private static func makePassword() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let text = String(UInt32(truncatingIfNeeded: random.next()), radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  private static func initialize(
    _ folder: String, _ programs: PostgresPrograms, password: String
  ) throws(PostgresError) {
    let file = folder + "/password"
    let descriptor = unsafe open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    let line = Array((password + "\n").utf8)
    // SAFETY: the bytes outlive the call.
    let isWritten = unsafe descriptor >= 0 && write(descriptor, line, line.count) == line.count
    if let user = programs.user { _ = fchown(descriptor, user.id, user.group) }
    close(descriptor)
    guard isWritten else { throw failure(folder, "cannot write into the folder") }
    let isDone = programs.run(
      "initdb",
      [
        "-D", folder + "/data", "-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "scram-sha-256",
        "--pwfile", file, "--no-sync",
      ], log: folder + "/log")
    unsafe unlink(file)
    guard isDone else { throw failure(folder, "initdb failed") }
  }

  private static func start(
    _ folder: String, _ programs: PostgresPrograms, _ options: Options
  ) throws(PostgresError) -> Int {
    var settings = [
      // Parallel queries share files below the folder, so that a killed server leaves none in /dev/shm.
      "dynamic_shared_memory_type": "mmap", "listen_addresses": "127.0.0.1",
      "unix_socket_directories": folder,
      "shared_buffers": "\(options.sharedBuffersMebibytes)MB", "max_connections": "50",
      "wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "4GB", "jit": "off",
      "autovacuum": "off", "lc_messages": "C", "timezone": "UTC", "update_process_title": "off",
    ]
    settings.merge(options.settings) { $1 }
    let lines = settings.sorted { $0.key < $1.key }
      .map { "\($0.key) = \(PostgresConnection.literal($0.value))\n" }.joined()
    guard append(lines, to: folder + "/data/postgresql.conf") else {
      throw failure(folder, "cannot write the settings")
    }
    // Somebody may take the port between the look and the start.
    for _ in 0..<5 {
      guard let port = freePort() else { break }
      if launch(folder, programs, options: ["-p \(port)"]) { return port }
    }
    throw failure(folder, "the server did not start")
  }

  fileprivate static func launch(
    _ folder: String, _ programs: PostgresPrograms, options: [String]
  ) -> Bool {
    programs.run(
      "pg_ctl",
      [
        "-D", folder + "/data", "-w", "-t", "60", "-l", folder + "/server.log", "-o",
        options.joined(separator: " "), "start",
      ], log: folder + "/log")
  }

  /// A port of loopback that nobody has at the moment.
  private static func freePort() -> Int? {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the address is that of an Internet socket, and its size is given.
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, count) == 0
          && getsockname(descriptor, address, &count) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  private static func append(_ text: String, to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    // SAFETY: the bytes outlive the call.
    return unsafe write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func contents(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // SAFETY: each read stays within the buffer.
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An error with the last line that the programs wrote.
  fileprivate static func failure(_ folder: String, _ message: String) -> PostgresError {
    let lines = ["/server.log", "/log"].compactMap { name in
      contents(of: folder + name)?.split(separator: "\n").last.map(String.init)
    }
    return PostgresError(
      .cannotStart, message + (lines.first.map { ": " + $0 } ?? ""), place: folder)
  }
}
