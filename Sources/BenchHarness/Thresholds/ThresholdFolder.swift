import ListText
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of thresholds files, read.
///
/// Besides our own files, one a benchmark, it may hold those of package-benchmark, one a case.
public struct ThresholdFolder {
  /// A fault of a file.
  public struct Problem: Equatable, Sendable {
    /// The file's path.
    public var path: String
    /// What is wrong, with the nearest valid name where a name is unknown.
    public var message: String
    /// Whether a check goes on with it: an entry for what is no longer measured, a goal without a gate, a
    /// file in no order or for another machine.
    public var isStale = false
    /// Whether the file could not be read, so that writing it anew would lose something.
    public var isUnreadable = false

    /// One line.
    public var line: String { "\(path): \(message)" }
  }

  /// The most bytes of a thresholds file.
  static let largestFile = 4 << 20

  /// The folder's path.
  public let path: String
  /// Where figures are to be held; nil for anywhere, when only the plain folder counts.
  let environment: EnvironmentKey?
  /// Our own files that could be read, of all folders.
  private(set) var all: [LocatedThresholds] = []
  /// Package-benchmark's files that could be read, of all folders.
  private(set) var foreign: [ForeignThresholds] = []
  /// What package-benchmark's files of this environment are about; filled by `resolve`.
  private(set) var resolved: [ResolvedThresholds] = []
  private(set) var unreadable: [Problem] = []
  private var places: [String: Int] = [:]

  /// Reads all `.json` files of a folder and of its folders for platforms and toolchains; what cannot be
  /// read is among the problems.
  ///
  /// - Parameter environment: Where figures are to be held: what chooses among files of one name.
  /// - Returns: nil when there is no such folder.
  public init?(path: String, environment: EnvironmentKey? = nil) {
    self.path = path
    self.environment = environment
    guard let names = namesInFolder(path) else { return nil }
    read(names, in: "")
    for name in names where !name.hasSuffix(".json") && !name.hasPrefix(".") {
      guard let inner = namesInFolder("\(path)/\(name)") else { continue }
      guard EnvironmentKey.isFolder(name) else {
        if inner.contains(where: { $0.hasSuffix(".json") }) { refuseFolder(name) }
        continue
      }
      read(inner, in: name)
    }
    // What stands first in the order of folders counts.
    for folder in chain.reversed() {
      for (index, located) in all.enumerated() where located.folder == folder {
        places[located.name] = index
      }
    }
  }

  /// The folders that count, the first one most.
  var chain: [String] { environment?.folders ?? [""] }

  /// The files that count, by name.
  var files: [String: ThresholdFile] { places.mapValues { all[$0].file } }

  /// The file that counts for a name, with its place.
  func located(_ name: String) -> LocatedThresholds? { places[name].map { all[$0] } }

  /// The path of the file that counts for a name; in the plain folder when there is none.
  func filePath(_ name: String) -> String { "\(path)/\(located(name)?.relativePath ?? name)" }

  /// Finds the cases that package-benchmark's files are about.
  ///
  /// - Parameter suites: All suites, whose quick profile has the cases.
  /// - Throws: `EnvironmentError` when a suite cannot make its cases.
  public mutating func resolve(_ suites: [Suite]) throws {
    resolved = try chosenForeign.compactMap { file in
      guard let suite = suites.first(where: { $0.name == file.target }) else { return nil }
      return try file.resolve(in: suite).value
    }
  }

  /// The cases whose instructions have a threshold, their parameters sorted by name.
  public var casesWithInstructions: Set<CaseIdentity> {
    Set(
      files.values.flatMap { file in
        file.entries.filter { $0.metrics[MetricName.instructions] != nil }.map {
          $0.identity(suite: file.suite, benchmark: file.benchmark)
        }
      })
  }

  /// Package-benchmark's files that count: of one name the one of the first folder.
  var chosenForeign: [ForeignThresholds] {
    var names = Set<String>()
    return chain.flatMap { folder in
      foreign.filter { $0.folder == folder && names.insert($0.name).inserted }
    }
  }

  private mutating func read(_ names: [String], in folder: String) {
    for name in names where name.hasSuffix(".json") {
      let relative = folder.isEmpty ? name : "\(folder)/\(name)"
      do {
        let bytes = try StoredFile.read("\(path)/\(relative)", limit: Self.largestFile)
        if name.hasSuffix(ForeignThresholds.suffix) {
          foreign.append(try ForeignThresholds(bytes, folder: folder, name: name))
        } else {
          let file = try ThresholdFile(bytes)
          let isSorted = file.hasOrder(of: bytes)
          all.append(
            LocatedThresholds(folder: folder, name: name, file: file, isSorted: isSorted))
        }
      } catch {
        unreadable.append(
          Problem(
            path: "\(path)/\(relative)", message: "\(error)", isStale: !chain.contains(folder),
            isUnreadable: true))
      }
    }
  }

  private mutating func refuseFolder(_ name: String) {
    let isVersion = !name.isEmpty && name.allSatisfy { $0.isNumber || $0 == "." }
    let hint =
      isVersion
      ? "rename it to 'swift\(name)'"
      : "such a folder is called as in 'linux-x86_64-swift6.3' or 'swift6.3'"
    unreadable.append(
      Problem(
        path: "\(path)/\(name)", message: "no file of this folder is ever read; \(hint)",
        isStale: true))
  }
}
