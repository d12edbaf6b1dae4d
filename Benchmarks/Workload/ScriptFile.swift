import BenchHarness
import Foundation
import ListCore

/// The arrays that a benchmark works on, in a file of the scratch folder.
///
/// Every process run of a benchmark needs the same script, and at ten million rows to make one takes
/// longer than to measure with it: the first child process that needs it makes it, the others read it.
/// The file is in this machine's byte order and goes with the folder.
///
/// An array is the stride of its elements and their count, a word each, and then the elements.
public enum ScriptFile {
  /// Reads a script, which is made first if its file is not there.
  ///
  /// - Parameters:
  ///   - name: The file's name, equal for equal scripts alone.
  ///   - scratchFolder: Where it is kept; empty for nowhere.
  ///   - make: Appends the arrays.
  ///   - read: Takes all of them, in the same order and of the same types.
  /// - Throws: `EnvironmentError` when the file cannot be written, or is not as it was written; what
  ///   `make` and `read` throw.
  public static func load<Script>(
    _ name: String, in scratchFolder: String, make: (inout Writer) throws -> Void,
    read: (inout Reader) throws -> Script
  ) throws -> Script {
    guard !scratchFolder.isEmpty else {
      var writer = Writer()
      try make(&writer)
      return try Self.read(writer.bytes, of: name, read)
    }
    let path = "\(scratchFolder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      // A file that is there is whole: it gets its name when all is in it. Two processes may make it.
      let building = "\(path).building-\(ProcessInfo.processInfo.processIdentifier)"
      var writer = try Writer(path: building)
      try make(&writer)
      try writer.finish(as: path)
    }
    guard
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { throw EnvironmentError.scratchFolder("cannot read '\(path)'") }
    return try Self.read(data, of: path, read)
  }

  private static func read<Script>(
    _ data: Data, of path: String, _ read: (inout Reader) throws -> Script
  ) throws -> Script {
    var reader = Reader(data: data, path: path)
    let script = try read(&reader)
    try reader.expectEnd()
    return script
  }

  // MARK: - Writing

  /// Takes the arrays of a new script, in memory or in a file.
  public struct Writer {
    fileprivate private(set) var bytes = Data()
    private var file: FileHandle?
    private var path = ""

    fileprivate init() {}

    fileprivate init(path: String) throws(EnvironmentError) {
      self.path = path
      guard FileManager.default.createFile(atPath: path, contents: nil),
        let file = FileHandle(forWritingAtPath: path)
      else { throw cannotWrite }
      self.file = file
    }

    private var cannotWrite: EnvironmentError { .scratchFolder("cannot write '\(path)'") }

    /// Appends an array.
    ///
    /// - Throws: `EnvironmentError` when the file takes no more.
    public mutating func append<Element: BitwiseCopyable>(
      _ elements: [Element]
    ) throws(EnvironmentError) {
      let header = [MemoryLayout<Element>.stride, elements.count]
      do {
        try header.withUnsafeBytes { try append($0) }
        try elements.withUnsafeBytes { try append($0) }
      } catch { throw cannotWrite }
    }

    private mutating func append(_ part: UnsafeRawBufferPointer) throws {
      guard let file else {
        bytes.append(contentsOf: part)
        return
      }
      guard let start = part.baseAddress else { return }
      // In pieces, for a system writes no more than 2 GiB at once.
      let most = 1 << 28
      for offset in stride(from: 0, to: part.count, by: most) {
        // SAFETY: the handle writes the bytes before it returns and keeps nothing.
        let piece = Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: start + offset),
          count: min(most, part.count - offset), deallocator: .none)
        try file.write(contentsOf: piece)
      }
    }

    /// Gives the file its name, which another process's equal file may have by now.
    fileprivate func finish(as finalPath: String) throws(EnvironmentError) {
      do {
        try file?.close()
      } catch { throw cannotWrite }
      guard rename(path, finalPath) == 0 else { throw cannotWrite }
    }
  }

  // MARK: - Reading

  /// Gives the arrays of a script back, in their order.
  public struct Reader {
    private let data: Data
    private let path: String
    private var byteOffset = 0

    fileprivate init(data: Data, path: String) {
      self.data = data
      self.path = path
    }

    private var isCut: EnvironmentError {
      .scratchFolder("'\(path)' is not as it was written, with \(data.count) bytes")
    }

    /// The next array, copied.
    ///
    /// - Throws: `EnvironmentError` when the file ends before it, or has an array of other elements.
    public mutating func array<Element: BitwiseCopyable>(
      of type: Element.Type = Element.self
    ) throws(EnvironmentError) -> [Element] {
      let range = try nextRange(stride: MemoryLayout<Element>.stride)
      return [Element](
        unsafeUninitializedCapacity: range.count / MemoryLayout<Element>.stride
      ) { buffer, initializedCount in
        initializedCount =
          data.copyBytes(to: buffer, from: range) / MemoryLayout<Element>.stride
      }
    }

    /// The bytes of the next array, as they are mapped.
    ///
    /// - Throws: as `array`.
    mutating func bytes<Element: BitwiseCopyable>(
      of type: Element.Type
    ) throws(EnvironmentError) -> Data {
      data[try nextRange(stride: MemoryLayout<Element>.stride)]
    }

    private mutating func nextRange(stride: Int) throws(EnvironmentError) -> Range<Int> {
      let word = MemoryLayout<Int>.size
      guard data.count - byteOffset >= 2 * word else { throw isCut }
      let (found, count) = data.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: byteOffset, as: Int.self),
          bytes.loadUnaligned(fromByteOffset: byteOffset + word, as: Int.self)
        )
      }
      let start = byteOffset + 2 * word
      guard found == stride, count >= 0, count <= (data.count - start) / stride else { throw isCut }
      byteOffset = start + count * stride
      return start..<byteOffset
    }

    fileprivate func expectEnd() throws(EnvironmentError) {
      if byteOffset != data.count { throw isCut }
    }
  }
}

// MARK: - Pages

extension ScriptFile.Writer {
  /// Appends the rows and texts of a page; its cursors are not kept.
  ///
  /// - Throws: `EnvironmentError` when the file takes no more.
  public mutating func append(_ page: borrowing Page) throws(EnvironmentError) {
    try append(page.rows)
    try append(page.text)
  }
}

extension ScriptFile.Reader {
  /// The next page.
  ///
  /// - Throws: `EnvironmentError` when the file is not as it was written.
  public mutating func page() throws(EnvironmentError) -> Page {
    var page = Page()
    page.rows = try array()
    page.text = try array()
    return page
  }
}
