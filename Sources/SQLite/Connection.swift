internal import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open database file.
///
/// Not `Sendable`: one thread at a time uses a connection and its statements. It closes when it and
/// the last of its statements are gone.
@safe public final class Connection {
  // SAFETY: the handle is open as long as the object lives, and nothing unsafe is public.
  /// What may be done with the file.
  public enum Mode: Sendable, CaseIterable {
    /// Read what is there.
    case readOnly
    /// Read and write what is there.
    case readWrite
    /// Read and write; an absent file is created.
    case create
  }

  /// The file's path.
  public let path: String
  let handle: OpaquePointer

  /// The version of the SQLite library, as `3.40.1`.
  public static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Opens a file.
  ///
  /// - Parameter busyTimeoutMilliseconds: How long a call waits for another connection's lock.
  /// - Throws: `SQLiteError`. SQLite reads the file at the first statement, so a file that is no
  ///   database is found out there.
  public init(
    path: String, mode: Mode, busyTimeoutMilliseconds: Int32 = 0
  ) throws(SQLiteError) {
    let flags =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    guard !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "NUL in a path", sql: path)
    }
    var opened: OpaquePointer?
    // SAFETY: SQLite fills `opened` even on failure, unless memory is exhausted; close takes nil.
    let result = unsafe sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK, let handle = unsafe opened else {
      let message = unsafe String(cString: sqlite3_errstr(result))
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: result, message: message, sql: path)
    }
    self.path = path
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, busyTimeoutMilliseconds)
  }

  deinit {
    // SAFETY: statements hold the connection, so none is left; v2 would wait for one anyway.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows that matter, separated by semicolons.
  ///
  /// - Throws: `SQLiteError` of the first that fails; those before it have run.
  public func execute(_ sql: String) throws(SQLiteError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, sql: sql) }
  }

  /// Compiles a statement that is kept for long.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Returns the first column of the first row as an integer, or nil without a row.
  public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// Returns the lines of the plan by which SQLite would run a statement, outermost first.
  public func queryPlan(_ sql: String) throws(SQLiteError) -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
    var lines: [String] = []
    while try statement.step() { lines.append(statement.string(at: 3)) }
    return lines
  }

  /// How many rows the last insert, update or delete changed.
  public var changedRowCount: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// Whether the file can only be read through this connection.
  public var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  /// An error with the message of the last failed call.
  func error(_ result: Int32, sql: String?) -> SQLiteError {
    let lastSystemError = errno
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    // SQLite notes the number itself only when a failure comes before the commit. After a failure of
    // files it rolls back, which as a rule fails nowhere and so leaves the number as it is.
    let isOfFiles = result & 0xFF == SQLITE_IOERR || result & 0xFF == SQLITE_CANTOPEN
    return SQLiteError(
      extendedCode: result, message: message, sql: sql,
      systemError: isOfFiles ? lastSystemError : 0)
  }
}
