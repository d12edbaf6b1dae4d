internal import CSQLite

/// Why SQLite refused.
///
/// The connection and the statement stay usable.
public struct SQLiteError: Error, Hashable, Sendable {
  /// SQLite's primary result code.
  ///
  /// Open: every code of every version fits.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number that SQLite gives the code.
    public var rawValue: Int32

    /// Makes a code of SQLite's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// The primary result code.
  public var code: Code
  /// The extended result code; its lowest 8 bits are the primary one.
  public var extendedCode: Int32
  /// SQLite's message.
  public var message: String
  /// The statement or, when opening, the path that it is about.
  public var sql: String?
  /// The `errno` after a failure of files: that of the call of the system that failed; 0 for other errors.
  public var systemError: Int32

  /// Makes an error of an extended result code.
  public init(
    extendedCode: Int32, message: String, sql: String? = nil, systemError: Int32 = 0
  ) {
    self.code = Code(rawValue: extendedCode & 0xFF)
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.systemError = systemError
  }
}

extension SQLiteError: CustomStringConvertible {
  /// One line: message, codes and statement.
  public var description: String {
    "\(message) (SQLite \(code.rawValue), extended \(extendedCode))"
      + (sql.map { " in " + $0 } ?? "")
  }
}

extension SQLiteError.Code {
  /// Any error without a code of its own, such as an unknown table.
  public static let error = Self(rawValue: SQLITE_ERROR)
  /// The access was denied.
  public static let permission = Self(rawValue: SQLITE_PERM)
  /// Another connection holds the lock.
  public static let busy = Self(rawValue: SQLITE_BUSY)
  /// Another statement of this connection holds the lock.
  public static let locked = Self(rawValue: SQLITE_LOCKED)
  /// Memory is exhausted.
  public static let outOfMemory = Self(rawValue: SQLITE_NOMEM)
  /// The database may only be read.
  public static let readOnly = Self(rawValue: SQLITE_READONLY)
  /// Reading or writing the file failed.
  public static let inputOutput = Self(rawValue: SQLITE_IOERR)
  /// The file is damaged.
  public static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  /// The disk is full, or the database has its most pages.
  public static let full = Self(rawValue: SQLITE_FULL)
  /// The file cannot be opened.
  public static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  /// A text or blob is larger than SQLite allows.
  public static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  /// A constraint would be broken.
  public static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  /// A parameter's index or value is out of range.
  public static let range = Self(rawValue: SQLITE_RANGE)
  /// The file is not a database.
  public static let notADatabase = Self(rawValue: SQLITE_NOTADB)
}
