import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that becomes a dataset, whole or not at all.
///
/// A folder that is new or empty is as before after an error or an interrupt. One that is replaced keeps
/// what it has until every new file is written and synced; then its manifest goes first and the new one
/// comes last, so that a folder with a manifest is never half of each. No interrupt comes in between.
final class OutputFolder {
  /// The folder's path, without a slash at its end.
  let path: String
  /// The files of the dataset that was there before.
  private let oldNames: [String]
  private let isFresh: Bool
  private var files: [DatasetFile] = []
  private var cleanUp: Interrupts.CleanUp?
  private let undo: @Sendable () -> Void

  /// Opens or makes the folder.
  ///
  /// - Parameters:
  ///   - path: The folder; its parents are made too.
  ///   - names: The files that may be written in it.
  ///   - replaces: Whether a folder that holds something is taken.
  /// - Throws: `FormatError`: `occupied` for a folder that holds something and may not be replaced,
  ///   `unwritable` for one that cannot be made.
  init(path: String, names newNames: [String], replaces: Bool) throws(FormatError) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = path
    let missing = try Self.missingFolders(path)
    let entries = missing.isEmpty ? names(inFolder: path) : []
    guard let entries else {
      throw FormatError(.unwritable, "cannot read the folder '\(path)': \(systemMessage(errno))")
    }
    guard entries.isEmpty || replaces else {
      throw FormatError(
        .occupied,
        "'\(path)' is not empty; name a new folder, or replace what is there with --force")
    }
    isFresh = entries.isEmpty
    oldNames = (try? Manifest(readingFolder: path))?.files.map(\.name) ?? []
    let owned = isFresh ? newNames + [Manifest.fileName] : []
    undo = {
      for name in owned { removeFile("\(path)/\(name)") }
      // One that others made or filled meanwhile holds something and stays.
      for folder in missing { removeFolder(folder) }
    }
    cleanUp = Interrupts.add(undo)
    try Interrupts.hold { () throws(FormatError) in
      for folder in missing.reversed() where !makeFolder(folder) {
        throw FormatError(
          .unwritable, "cannot make the folder '\(folder)': \(systemMessage(errno))")
      }
    }
  }

  deinit {
    guard let cleanUp else { return }
    for file in files { file.discard() }
    undo()
    Interrupts.remove(cleanUp)
  }

  /// The folder and its parents, from the inside out, as far as they are not there.
  private static func missingFolders(_ path: String) throws(FormatError) -> [String] {
    if let found = status(of: path) {
      guard found.isFolder else {
        throw FormatError(.occupied, "'\(path)' is a file; name a folder")
      }
      return []
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    var missing: [String] = []
    while !parts.isEmpty {
      let folder = parts.joined(separator: "/")
      if folder.isEmpty || status(of: folder) != nil { break }
      missing.append(folder)
      parts.removeLast()
    }
    return missing
  }

  /// Starts a file.
  func file(_ name: String) throws(FormatError) -> DatasetFile {
    let file = try DatasetFile(path: "\(path)/\(name)", name: name)
    files.append(file)
    return file
  }

  /// Gives the files their names, writes the manifest, and removes files of the old dataset that the new
  /// one lacks.
  func commit(_ manifest: Manifest) throws(FormatError) {
    let text = try writing { () throws(FileError) in
      try AtomicFile(path: "\(path)/\(Manifest.fileName)")
    }
    try writing { () throws(FileError) in
      try text.write(String(decoding: manifest.text, as: UTF8.self))
    }
    for file in files { try file.sync() }
    try writing { () throws(FileError) in try text.sync() }
    try Interrupts.hold { () throws(FormatError) in
      if !isFresh { removeFile("\(path)/\(Manifest.fileName)") }
      for file in files { try file.commit() }
      try writing { () throws(FileError) in try text.commit() }
      for name in oldNames where !manifest.files.contains(where: { $0.name == name }) {
        removeFile("\(path)/\(name)")
      }
      if let cleanUp { Interrupts.remove(cleanUp) }
      cleanUp = nil
    }
  }
}
