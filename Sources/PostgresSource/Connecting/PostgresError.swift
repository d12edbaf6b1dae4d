/// Why PostgreSQL, or the way to it, refused.
public struct PostgresError: Error, Hashable, Sendable {
  /// What kind of failure it is: the SQLSTATE that the server gives, or a word of this module's.
  ///
  /// Open: every SQLSTATE of every version fits.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// Five characters of a SQLSTATE, or a word in lower camel case.
    public var rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of failure it is.
  public var code: Code
  /// The server's or libpq's message, on one line.
  public var message: String
  /// The statement that it is about.
  public var sql: String?
  /// The server's address, without a password.
  public var place: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, sql: String? = nil, place: String) {
    self.code = code
    self.message = message.split(whereSeparator: \.isNewline)
      .map { String($0.drop(while: \.isWhitespace)) }.joined(separator: "; ")
    self.sql = sql
    self.place = place
  }

  /// Whether the connection is of no use any more; a new one may be.
  public var isLoss: Bool { code == .connectionLost || code == .noAnswer }
}

extension PostgresError: CustomStringConvertible {
  /// One line: place, message, code and statement.
  public var description: String {
    "\(place): \(message) (\(code.rawValue))" + (sql.map { " in " + $0 } ?? "")
  }
}

extension PostgresError.Code {
  // MARK: - This module's

  /// The address is no URL or connection string of PostgreSQL.
  public static let addressMalformed = Self(rawValue: "addressMalformed")
  /// No server answers there, or it lets nobody in.
  public static let cannotConnect = Self(rawValue: "cannotConnect")
  /// The password is missing or wrong.
  public static let passwordRefused = Self(rawValue: "passwordRefused")
  /// The connection broke; what it was to do may have happened.
  public static let connectionLost = Self(rawValue: "connectionLost")
  /// The server gave no answer in time; the connection was given up.
  public static let noAnswer = Self(rawValue: "noAnswer")
  /// The connection broke while a transaction was being committed.
  public static let commitUnknown = Self(rawValue: "commitUnknown")
  /// An answer has not the form that was asked for.
  public static let unexpectedAnswer = Self(rawValue: "unexpectedAnswer")
  /// PostgreSQL's programs are not on this machine.
  public static let notInstalled = Self(rawValue: "notInstalled")
  /// A private cluster did not start.
  public static let cannotStart = Self(rawValue: "cannotStart")

  // MARK: - SQLSTATEs (PostgreSQL's appendix A)

  /// A foreign server cannot be reached.
  public static let foreignServerUnreachable = Self(rawValue: "08001")
  /// The connection to a foreign server broke.
  public static let foreignConnectionFailure = Self(rawValue: "08006")
  /// The connection to a foreign server is not there any more.
  public static let foreignConnectionGone = Self(rawValue: "08003")
  /// A value is out of its type's range.
  public static let outOfRange = Self(rawValue: "22003")
  /// Bytes that are no text of the encoding, such as NUL.
  public static let notInEncoding = Self(rawValue: "22021")
  /// A unique index has the value already.
  public static let uniqueViolation = Self(rawValue: "23505")
  /// The transaction may only read.
  public static let readOnlyTransaction = Self(rawValue: "25006")
  /// Two transactions got in each other's way.
  public static let serializationFailure = Self(rawValue: "40001")
  /// Two transactions waited for each other.
  public static let deadlock = Self(rawValue: "40P01")
  /// The role may not do it.
  public static let insufficientPrivilege = Self(rawValue: "42501")
  /// A table that is not there.
  public static let undefinedTable = Self(rawValue: "42P01")
  /// A schema that is not there.
  public static let undefinedSchema = Self(rawValue: "3F000")
  /// A schema that is there already.
  public static let duplicateSchema = Self(rawValue: "42P06")
  /// The disk is full.
  public static let diskFull = Self(rawValue: "53100")
  /// The server's memory is exhausted.
  public static let outOfMemory = Self(rawValue: "53200")
  /// The server has its most connections.
  public static let tooManyConnections = Self(rawValue: "53300")
  /// A limit of the server's settings, such as that on temporary files.
  public static let limitExceeded = Self(rawValue: "53400")
  /// More than PostgreSQL can hold or take at once.
  public static let programLimitExceeded = Self(rawValue: "54000")
  /// A lock did not come in time.
  public static let lockNotAvailable = Self(rawValue: "55P03")
  /// The statement took too long, or somebody cancelled it.
  public static let queryCanceled = Self(rawValue: "57014")
  /// An administrator ended the session.
  public static let adminShutdown = Self(rawValue: "57P01")
  /// A row or a page of the database is damaged.
  public static let dataCorrupted = Self(rawValue: "XX001")
  /// An index is damaged.
  public static let indexCorrupted = Self(rawValue: "XX002")
}
