import ListText
import ListCore
import ListFixtures
import ProcessSupport

/// One attempt to import: the state of the list while the files are read.
final class ImportRun {
  /// An item that is or was alive.
  struct Item {
    var isAlive = true
    var key: Int64
    var version: UInt32
    /// Where its content lies in the spool.
    var content: Range<Int>
  }

  let importer: Importer
  let folder: OutputFolder
  let spool: Spool
  let numbersIDs: Bool
  var identities = IdentityTable()
  var items: [UInt64: Item] = [:]
  var counts = Manifest.Counts()
  var digest = RowDigest()
  var text = JSONText()
  /// Set when an id is no number though ids are kept: the attempt is then given up.
  var needsNumbers = false
  /// The fields that no file has; nil before the first file was read.
  private var absent: [ImportMapping.Field]?
  private var refusedFile: DatasetFile?
  private var refused: [Refusal: Int] = [:]
  private var recordCount = 0

  init(
    _ importer: Importer, _ path: String, _ names: [String], _ replaces: Bool, numbersIDs: Bool
  ) throws(FormatError) {
    self.importer = importer
    self.numbersIDs = numbersIDs
    folder = try OutputFolder(path: path, names: names, replaces: replaces)
    spool = try Spool(folder: folder.path)
  }

  /// Reads both files and writes the dataset.
  ///
  /// - Returns: What became of them, or nil when the ids must be numbered.
  func run(_ progress: (Int) -> Void) throws(FormatError) -> Importer.Summary? {
    let order = try readItems(progress)
    let itemRecords = recordCount
    if needsNumbers { return nil }
    var files = [try writeItems(order)]
    let events = try folder.file(StoredDataset.eventsName)
    if let path = importer.eventsPath { try readEvents(path, events, progress) }
    if needsNumbers { return nil }
    files.append(try events.finish())
    if numbersIDs { files.append(try writeOriginals()) }
    if let refusedFile { files.append(try refusedFile.finish()) }
    let manifest = Manifest(
      datasetVersion: GeneratedList.datasetVersion, recipe: Manifest.importedRecipe, seed: 0,
      parameters: parameters(order), counts: counts, files: files, digest: digest.finish())
    try folder.commit(manifest)
    return Importer.Summary(
      manifest: manifest, itemRecords: itemRecords, eventRecords: recordCount - itemRecords,
      numbersIDs: numbersIDs,
      absent: importer.mapping.words.filter { word in
        absent?.contains { $0.rawValue == word.field } ?? false
      },
      refused: refusedRules.map { ($0.rule.rawValue, $0.rule.explanation, $0.count) })
  }

  private var refusedRules: [(rule: Refusal, count: Int)] {
    Refusal.allCases.compactMap { rule in refused[rule].map { (rule, $0) } }
  }

  private func parameters(_ order: ListOrder) -> JSONValue {
    func name(_ path: String?) -> JSONValue {
      path?.split(separator: "/").last.map { .string(String($0)) } ?? .null
    }
    return .object([
      ("order", .string(order.rawValue)),
      ("items", name(importer.itemsPath)), ("events", name(importer.eventsPath)),
      ("map", .object(importer.mapping.words.map { ($0.field, .string($0.source)) })),
      ("ids", .string(numbersIDs ? "numbered" : "kept")),
      ("refused", .object(refusedRules.map { ($0.rule.rawValue, .integer(Int64($0.count))) })),
      ("origin", importer.origin.map { .string($0) } ?? .null),
    ])
  }

  // MARK: - Parts of both files

  /// Counts a record and says so now and then.
  func count(_ progress: (Int) -> Void) {
    recordCount += 1
    if recordCount % 8_192 == 0 { progress(recordCount) }
  }

  /// Notes which fields a file lacks.
  ///
  /// - Throws: `FormatError` with `unmapped` when one of them is needed: no row could be taken then.
  func note(
    _ missing: [ImportMapping.Field], needed: [ImportMapping.Field], file: String
  ) throws(FormatError) {
    absent = absent?.filter { missing.contains($0) } ?? missing
    guard !needsNumbers, let field = missing.first(where: needed.contains) else { return }
    let name = importer.mapping.sources[field]?.name ?? ""
    throw FormatError(
      .unmapped, "no row has a field '\(name)'; name the right one: --map \(field)=SOURCE",
      file: file)
  }

  /// Counts and lists a record that breaks a rule.
  func refuse(
    _ record: SourceRecord, _ rule: Refusal, file: String, id: [UInt8]?
  ) throws(FormatError) {
    refused[rule, default: 0] += 1
    let output = if let refusedFile { refusedFile } else { try folder.file(Importer.refusedName) }
    refusedFile = output
    var text = JSONText()
    text.append("{\"file\":")
    text.appendString(file.utf8)
    text.append(",\"line\":")
    text.append(record.line)
    text.append(",\"byteOffset\":")
    text.append(record.byteOffset)
    text.append(",\"rule\":")
    text.appendString(rule.rawValue.utf8)
    text.append(",\"id\":")
    text.appendString(orNull: id)
    text.append("}\n")
    try output.write(row: text.bytes)
  }

  /// The id that a record's text stands for, or nil when the text is none that was seen.
  ///
  /// Sets `needsNumbers` when ids are kept and this one cannot be.
  func knownID(_ record: SourceRecord, _ range: Range<Int>) -> UInt64? {
    let bytes = record.bytes.span
    if numbersIDs { return identities.number(of: bytes.extracting(range)) }
    let number: UInt64? = parseCanonicalInteger(bytes, range)
    guard let number, number <= RowLimits.maximumID else {
      needsNumbers = true
      return nil
    }
    return number
  }

  /// Puts content aside.
  func keep(_ content: ImportedContent) throws(FormatError) -> Range<Int> {
    let bytes = content.encoded
    let start = try spool.append(bytes)
    return start..<start + bytes.count
  }

  /// Writes the row that stands in `text` and adds it to the digest.
  func writeRow(_ file: DatasetFile) throws(FormatError) {
    text.append("\n")
    digest.update(text.bytes.span)
    digest.countRow()
    try file.write(row: text.bytes)
    text.bytes.removeAll(keepingCapacity: true)
  }

  private func writeOriginals() throws(FormatError) -> Manifest.File {
    let file = try folder.file(Importer.originalsName)
    for number in 1..<identities.count + 1 {
      var text = JSONText()
      text.append("{\"id\":\"")
      text.append(number)
      text.append("\",\"original\":")
      text.appendString(identities.id(number))
      text.append("}\n")
      try file.write(row: text.bytes)
    }
    return try file.finish()
  }
}
