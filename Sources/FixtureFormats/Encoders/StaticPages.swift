import ListFixtures
import ListText
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pages that any file server serves as a paged API.
///
/// `items/page-000001.json` is `{"items":[…],"next":"page-000002.json","total":N}`, `next` null in the last;
/// `changes/page-000001.json` has `changes` likewise. `index.json` says where both start. Numbers and totals
/// are the whole list's, so shards' folders may be copied into one.
enum StaticPages {
  /// The rows of a page: a divisor of a chunk.
  static let rowsPerPage = 64
  static let indexName = "index.json"

  /// The name of a page, from 1.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return "page-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).json"
  }

  /// How many pages a stream has; one without rows has one too.
  static func count(of rowCount: Int) -> Int {
    max(1, (rowCount + rowsPerPage - 1) / rowsPerPage)
  }

  /// Makes the pages of a chunk.
  ///
  /// - Parameter body: Takes a page's number and bytes.
  static func forEachPage(
    _ chunk: RowProduction.Chunk, _ buffer: inout EncodedBuffer,
    _ body: (Int, UnsafeRawBufferPointer) throws(FormatError) -> Void
  ) throws(FormatError) {
    let place = chunk.place
    let rows = unsafe chunk.rows
    if place.rows.isEmpty, place.streamRowCount > 0 { return }
    var start = 0
    var first = place.rows.lowerBound
    repeat {
      let number = first / rowsPerPage + 1
      buffer.removeAll()
      buffer.append(place.stream == .items ? "{\"items\":[" : "{\"changes\":[")
      let end = min(first + rowsPerPage, place.rows.upperBound)
      for row in first..<end {
        let feed = unsafe rows.endOfLine(from: start)
        buffer.reserve(feed - start + 1)
        if row > first { buffer.put(UInt8(ascii: ",")) }
        unsafe buffer.put(UnsafeRawBufferPointer(rebasing: rows[start..<feed]))
        start = feed + 1
      }
      let next = end < place.streamRowCount ? "\"\(name(number + 1))\"" : "null"
      buffer.append("],\"next\":\(next),\"total\":\(place.streamRowCount)}\n")
      try unsafe buffer.withBytes { (bytes) throws(FormatError) in try unsafe body(number, bytes) }
      first = end
    } while first < place.rows.upperBound
  }

  /// Appends the text of `index.json`.
  static func appendIndex(_ list: any FixtureList, to target: inout EncodedBuffer) {
    let streams = RowStream.allCases.map { stream in
      let total = stream.rowCount(of: list)
      let folder = FixtureFormat.pages.fileName(of: stream)
      return (
        name: String(folder.dropLast()),
        value: JSONValue.object([
          ("first", .string(folder + name(1))), ("pages", .integer(Int64(count(of: total)))),
          ("pageSize", .integer(Int64(rowsPerPage))), ("total", .integer(Int64(total))),
        ])
      )
    }
    let text = JSONValue.object(
      [
        ("recipe", .string(list.recipe.name)), ("seed", Manifest.number(list.seed)),
        ("order", .string(list.recipe.order.rawValue)),
      ] + streams
    ).prettyText
    target.append(String(decoding: text, as: UTF8.self))
  }
}

/// A folder of pages that gets its name when the dataset is whole.
final class PagesFolder: DatasetMember {
  private let path: String
  private let partialPath: String
  private var cleanUp: Interrupts.CleanUp?

  /// - Parameter path: The folder, without a slash at its end. What a run before has left is removed.
  init(path: String) throws(FormatError) {
    let partial = path + ".partial"
    self.path = path
    partialPath = partial
    removePages(partial)
    cleanUp = Interrupts.add { removePages(partial) }
    try Interrupts.hold { () throws(FormatError) in
      guard makeFolder(partial) else {
        throw FormatError(writing: FileError(path: path, action: "create", code: errno))
      }
    }
  }

  deinit { discard() }

  /// Writes a page.
  func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(FormatError) {
    let path = "\(partialPath)/\(name)"
    let descriptor = Interrupts.hold {
      unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else {
      throw FormatError(writing: FileError(path: path, action: "create", code: errno))
    }
    defer { close(descriptor) }
    try writing { () throws(FileError) in
      try unsafe writeAll(bytes, to: descriptor, path: path)
    }
  }

  func sync() throws(FormatError) {}

  func commit() throws(FormatError) {
    removePages(path)
    guard unsafe rename(partialPath, path) == 0 else {
      throw FormatError(writing: FileError(path: path, action: "rename to", code: errno))
    }
    if let cleanUp { Interrupts.remove(cleanUp) }
    cleanUp = nil
  }

  func discard() {
    guard let cleanUp else { return }
    removePages(partialPath)
    Interrupts.remove(cleanUp)
    self.cleanUp = nil
  }
}

/// Writes both streams as pages.
final class PagesSink: RowSink {
  private let list: any FixtureList
  private let folders: [RowStream: PagesFolder]
  private let hashes: [RowStream: OutputHash]
  private let index: DatasetFile
  private var buffer = EncodedBuffer()

  init(_ list: any FixtureList, _ folder: OutputFolder, index: DatasetFile) throws(FormatError) {
    self.list = list
    self.index = index
    var folders: [RowStream: PagesFolder] = [:]
    var hashes: [RowStream: OutputHash] = [:]
    for stream in RowStream.allCases {
      let name = FixtureFormat.pages.fileName(of: stream).dropLast()
      let pages = try PagesFolder(path: "\(folder.path)/\(name)")
      folder.add(pages)
      folders[stream] = pages
      hashes[stream] = OutputHash()
    }
    self.folders = folders
    self.hashes = hashes
  }

  func take(_ chunk: RowProduction.Chunk) throws(FormatError) {
    let stream = chunk.place.stream
    try unsafe StaticPages.forEachPage(chunk, &buffer) { (number, bytes) throws(FormatError) in
      unsafe hashes[stream]?.add(bytes)
      try unsafe folders[stream]?.write(StaticPages.name(number), bytes)
    }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    let hash = OutputHash()
    try index.resume(at: 0)
    buffer.removeAll()
    StaticPages.appendIndex(list, to: &buffer)
    try unsafe buffer.withBytes { (bytes) throws(FormatError) in
      unsafe hash.add(bytes)
      try unsafe index.append(bytes)
    }
    return RowStream.allCases.compactMap { stream in
      hashes[stream]?.finish(name: FixtureFormat.pages.fileName(of: stream))
    } + [hash.finish(name: StaticPages.indexName)]
  }
}
