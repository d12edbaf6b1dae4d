/// A line of a source file: where a benchmark is written.
public struct SourcePlace: Hashable, Sendable {
  /// The file, as the compiler names it: an absolute path.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Makes a place; by default that of the call.
  public init(file: String = #filePath, line: Int = #line) {
    self.file = file
    self.line = line
  }

  /// The file below a folder, as in `Benchmarks/Scrolling/Scrolling.swift`; the whole path when it is not.
  public func path(below folder: String?) -> String {
    guard let folder, file.hasPrefix("\(folder)/") else { return file }
    return String(file.dropFirst(folder.count + 1))
  }
}

extension SuiteReport {
  /// The same with the files of its benchmarks below a folder, as results state them.
  public func placed(below folder: String?) -> SuiteReport {
    var suite = self
    for index in suite.results.indices {
      guard let place = suite.results[index].place else { continue }
      suite.results[index].place?.file = place.path(below: folder)
    }
    return suite
  }

  /// Where the row of ours of a ratio is written.
  func place(of ratio: JudgedRatio) -> SourcePlace? {
    results.first(where: ratio.rows.isOurs)?.place
  }
}
