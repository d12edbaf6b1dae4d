import ListFixtures
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether a folder is the dataset that it says it is.
public enum Verdict: Equatable, Sendable {
  /// It is.
  case verified(Manifest)
  /// It is not; the error names the first file, line and byte that is wrong.
  case failed(FormatError)

  /// Verifies a folder.
  ///
  /// Of a generated dataset every row is made again and compared. Of an imported one the hashes, the layout
  /// of each row, the order of the snapshot, every event's right to happen and all counts are checked.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - jobs: How many threads make rows, from 1.
  ///   - progress: Called with the number of rows seen so far, every few thousand rows.
  /// - Throws: `FormatError` with `unreadable` when there is no such folder; all else is a verdict.
  /// - Complexity: O(bytes); memory is bounded for generated datasets and proportional to the ids for
  ///   imported ones.
  public static func of(
    folder path: String, jobs: Int = 1, progress: (Int) -> Void = { _ in }
  ) throws(FormatError) -> Verdict {
    guard let folder = status(of: path) else {
      throw FormatError(.unreadable, "cannot open '\(path)': \(systemMessage(errno))")
    }
    guard folder.isFolder else {
      throw FormatError(.unreadable, "'\(path)' is a file; name the folder that holds the dataset")
    }
    do throws(FormatError) {
      let dataset = try StoredDataset(opening: path, checksSizes: false)
      try checkNames(of: dataset)
      if dataset.manifest.isImported {
        try ImportedVerification(dataset).run(progress)
      } else {
        try GeneratedVerification(dataset, jobs: jobs).run(progress)
      }
      return .verified(dataset.manifest)
    } catch {
      return .failed(error)
    }
  }

  /// Checks that the folder holds nothing that the manifest does not list; names that start with a dot
  /// are the system's.
  private static func checkNames(of dataset: StoredDataset) throws(FormatError) {
    let known =
      dataset.manifest.fileNames.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
      + [Manifest.fileName]
    for name in names(inFolder: dataset.path) ?? []
    where !known.contains(name) && !name.hasPrefix(".") {
      throw FormatError(
        .mismatch, "is not listed in the manifest; move it elsewhere, or write the dataset anew",
        file: name)
    }
  }
}
