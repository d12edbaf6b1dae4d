/// Why a source could not answer or write, and what to do about it.
///
/// After an error the source is usable and holds what it held before the call.
public struct SourceError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  ///
  /// Open: a source may add its own.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The code as a word, in lower camel case.
    public var rawValue: String

    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a code of a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
  }

  /// What kind of failure it is.
  public var code: Code
  /// What happened and what to do, in one sentence or two.
  public var message: String
  /// The file, statement or address that it is about.
  public var place: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, place: String? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }
}

extension SourceError: CustomStringConvertible {
  /// One line: place, message and code.
  public var description: String {
    (place.map { $0 + ": " } ?? "") + message + " (" + code.rawValue + ")"
  }
}

extension SourceError.Code {
  // MARK: - Requests

  /// A page's limit is outside `PageRequest.limits`.
  public static let limitOutOfRange: Self = "limitOutOfRange"
  /// An offset is negative.
  public static let offsetOutOfRange: Self = "offsetOutOfRange"
  /// A window's sides are negative or together more than a page's limit.
  public static let windowOutOfRange: Self = "windowOutOfRange"
  /// The cap of a total is negative.
  public static let totalOutOfRange: Self = "totalOutOfRange"
  /// An id is larger than the source can hold.
  public static let idOutOfRange: Self = "idOutOfRange"
  /// The rows of a page have more text than a page can address.
  public static let pageTooLarge: Self = "pageTooLarge"

  // MARK: - Cursors

  /// Bytes that never were a cursor of this version.
  public static let cursorMalformed: Self = "cursorMalformed"
  /// A cursor whose authenticator does not fit: changed on the way, or made with another secret.
  public static let cursorTampered: Self = "cursorTampered"
  /// An authentic cursor of another dataset.
  public static let cursorForeign: Self = "cursorForeign"
  /// An authentic cursor of another generation of this dataset.
  public static let cursorStale: Self = "cursorStale"
  /// An authentic cursor of another filter over this dataset.
  public static let cursorMismatch: Self = "cursorMismatch"

  // MARK: - Ranked feeds

  /// A feed's session has expired or had to make room (HTTP 410): start a new one at the head, and leave out
  /// what was shown already.
  public static let sessionGone: Self = "sessionGone"
  /// A request names more ids than a feed takes.
  public static let tooManyIDs: Self = "tooManyIDs"

  // MARK: - Changes and loads

  /// A change's sequence number is not the one after the last applied.
  public static let sequenceGap: Self = "sequenceGap"
  /// Changes that are asked for are kept no more: fetch the list anew.
  public static let changesGone: Self = "changesGone"
  /// A sequence number that was not reached yet: the reader's list is of another making.
  public static let sequenceAhead: Self = "sequenceAhead"
  /// A change contradicts what the source holds: an insert of what is there, a change of what is not.
  public static let changeConflict: Self = "changeConflict"
  /// A text is longer than the source can hold.
  public static let textTooLong: Self = "textTooLong"
  /// An id appears twice in a load.
  public static let duplicateID: Self = "duplicateID"

  // MARK: - Storage

  /// There is already something where the dataset should go.
  public static let alreadyExists: Self = "alreadyExists"
  /// The store cannot be opened or created.
  public static let cannotOpen: Self = "cannotOpen"
  /// The store is another program's.
  public static let foreign: Self = "foreign"
  /// The store has another version's schema.
  public static let otherVersion: Self = "otherVersion"
  /// A load into the store was not finished.
  public static let incomplete: Self = "incomplete"
  /// The store is damaged.
  public static let corrupt: Self = "corrupt"
  /// Somebody else holds the store's lock.
  public static let busy: Self = "busy"
  /// The store may only be read.
  public static let readOnly: Self = "readOnly"
  /// There is no room left.
  public static let full: Self = "full"
  /// Reading or writing failed.
  public static let inputOutput: Self = "inputOutput"
  /// Any other failure of the engine below; the message is the engine's.
  public static let engine: Self = "engine"
}
