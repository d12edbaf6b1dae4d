internal import ListSource
internal import SQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SourceError {
  /// What a failure of SQLite means for a source on the file at `path`.
  init(_ error: SQLiteError, path: String) {
    // SQLite knows a full disk, but neither a used up quota nor a limit of the process.
    let hasNoRoom = [ENOSPC, EDQUOT, EFBIG].contains(error.systemError)
    let (code, advice) = Self.meaning(of: hasNoRoom ? .full : error.code)
    self.init(code, error.message + ": " + advice, place: path)
  }

  private static func meaning(of code: SQLiteError.Code) -> (code: Code, advice: String) {
    switch code {
    case .busy, .locked:
      (.busy, "another connection holds the file; try again, or raise the busy timeout")
    case .full:
      (.full, "make room on the disk or raise the limit of files, then try again")
    case .readOnly, .permission:
      (.readOnly, "make the file and its folder writable, or open the source for writing")
    case .cannotOpen:
      (.cannotOpen, "check that file and folder exist and may be read")
    case .notADatabase:
      (.foreign, "give the file of a dataset that was loaded by this program")
    case .corrupt:
      (.corrupt, "load the dataset anew")
    case .inputOutput:
      (.inputOutput, "check that it is a file on a sound disk, then try again")
    case .range:
      (.idOutOfRange, "give the items smaller ids")
    case .tooBig:
      (.pageTooLarge, "shorten the row's text")
    default:
      (.engine, "SQLite code \(code.rawValue)")
    }
  }
}

/// Runs calls of SQLite on the file at `path` and says what their failure means.
@inline(__always)
func onFile<Result>(
  _ path: String, _ body: () throws(SQLiteError) -> Result
) throws(SourceError) -> Result {
  do { return try body() } catch { throw SourceError(error, path: path) }
}
