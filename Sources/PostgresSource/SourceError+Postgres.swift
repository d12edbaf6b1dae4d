public import ListSource

extension SourceError.Code {
  /// The server's password is missing or wrong.
  public static let passwordRefused: Self = "passwordRefused"
  /// The connection broke; nothing was written.
  public static let connectionLost: Self = "connectionLost"
  /// The connection broke while changes were being committed: they are there or not, all or none.
  public static let commitUnknown: Self = "commitUnknown"
  /// The server took too long.
  public static let timedOut: Self = "timedOut"
  /// A text that the store cannot hold, such as one with NUL.
  public static let textRefused: Self = "textRefused"
  /// One of the servers that hold the rows does not answer.
  public static let shardUnreachable: Self = "shardUnreachable"
  /// The dataset was removed or loaded anew since the source was opened.
  public static let datasetReplaced: Self = "datasetReplaced"
}

extension SourceError {
  /// What a failure of PostgreSQL means for a source.
  init(_ error: PostgresError) {
    let (code, advice) = Self.meaning(of: error.code)
    self.init(code, error.message + (advice.map { ": " + $0 } ?? ""), place: error.place)
  }

  private static func meaning(of code: PostgresError.Code) -> (code: Code, advice: String?) {
    switch code {
    // What the module itself says has its advice already.
    case .addressMalformed, .cannotConnect, .notInstalled, .cannotStart: (.cannotOpen, nil)
    case .passwordRefused: (.passwordRefused, nil)
    case .noAnswer: (.timedOut, nil)
    case .connectionLost: (.connectionLost, "check the server, then try again")
    case .commitUnknown: (.commitUnknown, "open the list to see whether it is there")
    case .queryCanceled:
      (.timedOut, "ask for less, or raise the statement's time limit")
    case .lockNotAvailable, .serializationFailure, .deadlock, .tooManyConnections:
      (.busy, "try again")
    case .undefinedTable, .undefinedSchema:
      (
        .datasetReplaced,
        "the dataset was removed or loaded anew: open it again and start at the head"
      )
    case .diskFull, .limitExceeded:
      (.full, "make room on the server's disk, or raise the limit, then try again")
    case .readOnlyTransaction, .insufficientPrivilege:
      (.readOnly, "open the source for writing, as a user who may write")
    case .notInEncoding:
      (.textRefused, "PostgreSQL's text holds UTF-8 without NUL: remove the bytes")
    case .programLimitExceeded: (.textTooLong, "shorten the text")
    case .outOfRange: (.idOutOfRange, "give the items smaller ids")
    case .foreignServerUnreachable, .foreignConnectionFailure, .foreignConnectionGone:
      (.shardUnreachable, "check the servers that hold the rows, then try again")
    case .dataCorrupted, .indexCorrupted, .unexpectedAnswer: (.corrupt, "load the dataset anew")
    default: (.engine, "PostgreSQL code \(code.rawValue)")
    }
  }
}

/// Runs calls of PostgreSQL and says what their failure means.
func onServer<Result>(_ body: () throws(PostgresError) -> Result) throws(SourceError) -> Result {
  do { return try body() } catch { throw SourceError(error) }
}
