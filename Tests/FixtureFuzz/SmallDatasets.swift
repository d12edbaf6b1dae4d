import FixtureFormats
import Foundation
import ListFixtures

/// A small dataset in every format and compression, of which one file is changed at a time.
final class SmallDatasets: @unchecked Sendable {
  // Used by one thread: a fuzzer's, or a test's.
  static let shared = SmallDatasets()

  private struct Folder {
    var path: String
    var files: [(path: String, bytes: [UInt8])]
  }

  private let scratch: FuzzScratch?
  private let folders: [Folder]
  private let failure: (any Error)?

  private init() {
    do {
      let scratch = try FuzzScratch()
      var folders: [Folder] = []
      for format in FixtureFormat.allCases {
        for compression in Compression.allCases where format.isText || compression == .none {
          let path = scratch.path("\(format.rawValue)-\(compression.rawValue)")
          let list = try Recipe.timeline.list(itemCount: 40, eventCount: 60, seed: 5)
          let layout = DatasetLayout(format: format, compression: compression)
          _ = try DatasetWriter(list, jobs: 1, layout: layout).write(into: path, replaces: false)
          folders.append(Folder(path: path, files: try Self.files(in: path)))
        }
      }
      self.scratch = scratch
      self.folders = folders
      failure = nil
    } catch {
      scratch = nil
      folders = []
      failure = error
    }
  }

  private static func files(in path: String) throws -> [(path: String, bytes: [UInt8])] {
    guard let names = FileManager.default.enumerator(atPath: path) else { return [] }
    var files: [(path: String, bytes: [UInt8])] = []
    for name in names.compactMap({ $0 as? String }).sorted() {
      let file = "\(path)/\(name)"
      var isFolder = ObjCBool(false)
      _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      files.append((file, [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))))
    }
    return files
  }

  /// The canonical events of the dataset.
  var canonicalEvents: [UInt8] {
    get throws {
      if let failure { throw failure }
      return folders.flatMap(\.files).first { $0.path.hasSuffix("/events.ndjson") }?.bytes ?? []
    }
  }

  /// Changes a file as bytes say, reads its dataset in every way, and puts the file back.
  ///
  /// The first two bytes choose the folder and the file; three bytes each make a change.
  func runChanged(_ input: [UInt8]) throws {
    if let failure { throw failure }
    guard input.count >= 2 else { return }
    let folder = folders[Int(input[0]) % folders.count]
    let file = folder.files[Int(input[1]) % folder.files.count]
    var bytes = file.bytes
    for start in stride(from: 2, to: input.count - 2, by: 3) {
      let place = Int(input[start + 1]) << 5 | Int(input[start] >> 3)
      FuzzRandom.change(&bytes, kind: Int(input[start] & 7), place: place, byte: input[start + 2])
    }
    let url = URL(fileURLWithPath: file.path)
    try Data(bytes).write(to: url)
    defer { try? Data(file.bytes).write(to: url) }
    var isVerified = false
    if case .verified? = try? Verdict.of(folder: folder.path, jobs: 1) { isVerified = true }
    if isVerified != (bytes == file.bytes), !isContainer(file.path) {
      throw FixtureFuzzTarget.Finding(
        "\(file.path) \(isVerified ? "verifies though it was changed" : "does not verify")")
    }
    if let dataset = try? StoredDataset(opening: folder.path) {
      _ = try? DatasetDescription(dataset).report
    }
  }

  /// Whether a file may hold the same rows in other bytes: a manifest has room between its members.
  private func isContainer(_ path: String) -> Bool {
    path.hasSuffix("manifest.json") || path.hasSuffix(".sqlite")
  }
}
