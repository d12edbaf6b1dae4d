/// The folders of thresholds, from the one that fits best to the one for all.
///
/// Allocations and bytes hold for one toolchain and system, so a folder of thresholds may have folders for
/// them: `linux-x86_64-swift6.3`, `swift6.3`. Of the files of one name the first one counts, whole.
extension EnvironmentKey {
  /// The name of the folder that is for this platform and toolchain alone.
  public var folder: String { "\(platform)-swift\(swift)" }

  /// The folders in their order; the last is the plain one, which has no name.
  var folders: [String] { [folder, "swift\(swift)", ""] }

  /// Whether a folder's name is that of some platform and toolchain, or of some toolchain.
  static func isFolder(_ name: String) -> Bool {
    guard let word = name.split(separator: "-", omittingEmptySubsequences: false).last,
      word.hasPrefix("swift")
    else { return false }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let version = word.dropFirst(5).split(separator: ".", omittingEmptySubsequences: false)
    return (parts.count == 1 || parts.count == 3) && parts.allSatisfy { !$0.isEmpty }
      && (1...2).contains(version.count) && version.allSatisfy { Int($0) != nil }
  }
}

/// One file of thresholds and where it was found.
struct LocatedThresholds {
  /// The folder below the folder of thresholds; empty for that itself.
  var folder: String
  /// The file's name.
  var name: String
  var file: ThresholdFile
  /// Whether its keys and entries are in the order in which they are written.
  var isSorted: Bool

  /// The path below the folder of thresholds.
  var relativePath: String { folder.isEmpty ? name : "\(folder)/\(name)" }
}
