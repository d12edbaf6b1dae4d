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
/// what it has until every new file is written; then its manifest goes first and the new one comes last,
/// so that a folder with a manifest is never half of each.
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
    var isFresh = false
    var undo: @Sendable () -> Void = {}
    cleanUp = try Interrupts.add { () throws(FormatError) in
      let made = try Self.make(path)
      guard let entries = names(inFolder: path) else {
        throw FormatError(
          .unwritable, "cannot read the folder '\(path)': \(systemMessage(errno))")
      }
      guard entries.isEmpty || replaces else {
        throw FormatError(
          .occupied,
          "'\(path)' is not empty; name a new folder, or replace what is there with --force")
      }
      isFresh = entries.isEmpty
      let owned = isFresh ? newNames + [Manifest.fileName] : []
      undo = {
        for name in owned { removeFile("\(path)/\(name)") }
        for folder in made.reversed() { removeFolder(folder) }
      }
      return undo
    }
    self.isFresh = isFresh
    self.undo = undo
    oldNames = (try? Manifest(readingFolder: path))?.files.map(\.name) ?? []
  }

  deinit {
    guard let cleanUp else { return }
    for file in files { file.discard() }
    undo()
    Interrupts.remove(cleanUp)
  }

  /// Makes a folder and its parents; returns those that were not there.
  private static func make(_ path: String) throws(FormatError) -> [String] {
    if let found = status(of: path) {
      guard found.isFolder else {
        throw FormatError(.occupied, "'\(path)' is a file; name a folder")
      }
      return []
    }
    var made: [String] = []
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var missing: [String] = []
    while !parts.isEmpty {
      let folder = parts.joined(separator: "/")
      if folder.isEmpty || status(of: folder) != nil { break }
      missing.append(folder)
      parts.removeLast()
    }
    for folder in missing.reversed() {
      if !makeFolder(folder) {
        let reason = systemMessage(errno)
        for folder in made.reversed() { removeFolder(folder) }
        throw FormatError(.unwritable, "cannot make the folder '\(folder)': \(reason)")
      }
      made.append(folder)
    }
    return made
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
