import ListFixtures

/// The folder of expected answers beside a dataset's rows: how it is written and verified.
enum ExpectedFolder {
  /// The folder's name in the dataset's.
  static let name = "expected"

  /// Writes the answers; the folder gets its name with the dataset.
  static func write(
    _ list: any FixtureList, pages: Int, into folder: OutputFolder
  ) throws(FormatError) -> Manifest.Expected {
    let inner = try PagesFolder(path: "\(folder.path)/\(name)")
    folder.add(inner)
    var files: [DatasetFile] = []
    for file in ExpectedAnswers.File.allCases {
      files.append(
        try DatasetFile(
          path: "\(folder.path)/\(name).partial/\(file.name)", name: "\(name)/\(file.name)",
          partial: .own))
    }
    try ExpectedAnswers(list, pages: pages).forEachLine { (file, line) throws(FormatError) in
      guard let index = ExpectedAnswers.File.allCases.firstIndex(of: file) else { return }
      try files[index].write(row: line)
    }
    var expected = Manifest.Expected(pages: pages, files: [])
    for file in files {
      expected.files.append(try file.finish())
      try file.sync()
      try file.commit()
    }
    return expected
  }

  /// Computes the answers again and compares.
  static func verify(
    _ list: any FixtureList, _ found: Manifest.Expected, in path: String
  ) throws(FormatError) {
    let known = ExpectedAnswers.File.allCases.map(\.name)
    for name in names(inFolder: "\(path)/\(name)") ?? []
    where !known.contains(name) && !name.hasPrefix(".") {
      throw FormatError(
        .mismatch, "is not listed in the manifest; move it elsewhere, or write the dataset anew",
        file: "\(Self.name)/\(name)")
    }
    // Any layout whose files are compared byte for byte will do.
    let layout = DatasetLayout(format: .json)
    var comparisons: [FileComparison] = []
    for file in found.files {
      comparisons.append(try FileComparison(folder: path, name: file.name, layout: layout))
    }
    var lineCounts = [Int](repeating: 0, count: comparisons.count)
    try ExpectedAnswers(list, pages: found.pages).forEachLine {
      (file, line) throws(FormatError) in
      guard let index = ExpectedAnswers.File.allCases.firstIndex(of: file) else { return }
      lineCounts[index] += 1
      try compare(line, with: comparisons[index])
    }
    for (index, comparison) in comparisons.enumerated() {
      let file = try comparison.finish()
      guard
        found.files[index]
          == Manifest.File(
            name: file.name, bytes: file.bytes, lines: lineCounts[index], sha256: file.sha256)
      else {
        throw FormatError(
          .mismatch,
          "'expected.files' does not give the bytes, lines and sha256 of \(file.name)",
          file: Manifest.fileName)
      }
    }
  }

  private static func compare(
    _ line: [UInt8], with file: FileComparison
  ) throws(FormatError) {
    let failure: FormatError? = unsafe line.withUnsafeBytes { bytes in
      do throws(FormatError) {
        try unsafe file.compare(bytes, rowCount: 1, isEvents: false)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
