/// Why a row or an event of an imported file was not taken.
enum Refusal: String, CaseIterable, Error {
  case tooLong = "row too long"
  case malformed = "malformed row"
  case invalidUTF8 = "invalid UTF-8"
  case fieldNotText = "field is an object or array"
  case idMissing = "id missing"
  case keyMissing = "key missing"
  case keyNotAnInteger = "key not an integer"
  case keyNotATime = "key not a time"
  case keyOutOfRange = "key beyond 2^53 microseconds"
  case versionNotAnInteger = "version not an integer from 1"
  case duplicateID = "duplicate id"
  case timeNotReadable = "event time not readable"
  case operationUnknown = "operation unknown"
  case sequenceNotRising = "sequence not rising"
  case versionNotRising = "version not rising"
  case insertOfLive = "insert of a live id"
  case deleteOfAbsent = "delete of an absent id"
  case moveOfAbsent = "move of an absent id"
  case updateOfAbsent = "update of an absent id"

  /// One line for people.
  var explanation: String {
    switch self {
    case .tooLong: "longer than \(LineReader.maximumLineBytes) bytes"
    case .malformed: "not a JSON object, or not a CSV record of the header's length"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .fieldNotText: "a mapped field holds an object or an array"
    case .idMissing: "no id, or an empty one"
    case .keyMissing: "no key, or null"
    case .keyNotAnInteger: "the key is not written as a whole number"
    case .keyNotATime: "the key is not written as ISO 8601"
    case .keyOutOfRange: "the key lies beyond ±2^53 microseconds"
    case .versionNotAnInteger: "the version is not a whole number from 1 to \(UInt32.max)"
    case .duplicateID: "the id was there already; the first row is kept"
    case .timeNotReadable: "the event's time is not of the unit, or beyond ±2^53"
    case .operationUnknown: "the operation is none of insert, delete, move, update"
    case .sequenceNotRising: "the sequence number is not above the last one taken"
    case .versionNotRising: "the version is not above the one before"
    case .insertOfLive: "an insert of an id that is alive"
    case .deleteOfAbsent: "a delete of an id that is not alive"
    case .moveOfAbsent: "a move of an id that is not alive"
    case .updateOfAbsent: "an update of an id that is not alive"
    }
  }
}
