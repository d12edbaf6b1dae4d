import ProcessSupport

/// What a file of a dataset, or a file that is imported, has wrong with it.
///
/// The place is as exact as it is known: a file, a line of it from 1, a byte of the file from 0.
public struct FormatError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers tell apart; others may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A file or folder that cannot be opened or read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A file or folder that cannot be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// A reader that closed its end of our pipe; no failure of ours.
    public static let closedPipe = Code(rawValue: "closedPipe")
    /// An output folder that holds something already.
    public static let occupied = Code(rawValue: "occupied")
    /// A mapping that names a column which the file lacks.
    public static let unmapped = Code(rawValue: "unmapped")
    /// Bytes that are not what the format asks for.
    public static let malformed = Code(rawValue: "malformed")
    /// Well-formed data that contradict the manifest, the recipe or each other.
    public static let mismatch = Code(rawValue: "mismatch")
    /// Data that the format which was asked for cannot hold.
    public static let unrepresentable = Code(rawValue: "unrepresentable")
  }

  /// What kind of failure it is.
  public var code: Code
  /// One line: what is wrong, and what to do where that is not plain.
  public var message: String
  /// The file, as the caller named it or as the manifest does.
  public var file: String?
  /// The line of the file, from 1.
  public var line: Int?
  /// The byte of the file, from 0; of a compressed file, the byte after decompression.
  public var byteOffset: Int?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, file: String? = nil, line: Int? = nil, byteOffset: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.byteOffset = byteOffset
  }

  /// An error about a file that could not be written, or a pipe whose reader has gone.
  init(writing error: FileError) {
    self.init(error.isClosedPipe ? .closedPipe : .unwritable, error.description)
  }

  /// One line: the place, then what is wrong.
  public var description: String {
    var place: [String] = []
    if let file { place.append(file) }
    if let line { place.append("line \(line)") }
    if let byteOffset { place.append("byte \(byteOffset)") }
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}

/// Turns a failure to write into the error of this module.
func writing<Result>(
  _ body: () throws(FileError) -> Result
) throws(FormatError) -> Result {
  do {
    return try body()
  } catch {
    throw FormatError(writing: error)
  }
}
