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
  private var files: [any DatasetMember] = []
  private var journal: ResumeJournal?
  private let partial: AtomicFile.Partial
  private let keeps: Bool
  private var cleanUp: Interrupts.CleanUp?
  private let undo: @Sendable () -> Void

  /// Opens or makes the folder.
  ///
  /// - Parameters:
  ///   - path: The folder; its parents are made too.
  ///   - names: The files that may be written in it.
  ///   - replaces: Whether a folder that holds something is taken.
  ///   - partial: Under which temporary names files are written. With `resumed` an unfinished folder is
  ///     taken too, and an error or interrupt leaves what was written for the next run.
  /// - Throws: `FormatError`: `occupied` for a folder that holds something and may not be replaced,
  ///   `unwritable` for one that cannot be made.
  init(
    path: String, names newNames: [String], replaces: Bool, partial: AtomicFile.Partial = .own
  ) throws(FormatError) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = path
    let missing = try Self.missingFolders(path)
    let entries = missing.isEmpty ? names(inFolder: path) : []
    guard let entries else {
      throw FormatError(.unwritable, "cannot read the folder '\(path)': \(systemMessage(errno))")
    }
    keeps = if case .resumed = partial { true } else { false }
    self.partial = partial
    if !replaces { try Self.check(entries, of: path, resumes: keeps) }
    isFresh = entries.isEmpty
    oldNames = (try? Manifest(readingFolder: path))?.fileNames ?? []
    if replaces { Self.removeDeadFiles(in: path) }
    let owned = isFresh && !keeps ? newNames + [Manifest.fileName] : []
    let made = keeps ? [] : missing
    undo = {
      for name in owned { Self.remove(name, in: path) }
      // One that others made or filled meanwhile holds something and stays.
      for folder in made { removeFolder(folder) }
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
    if !keeps { journal?.remove() }
    undo()
    Interrupts.remove(cleanUp)
  }

  /// Refuses a folder that holds something, unless it is an unfinished dataset that is resumed.
  private static func check(
    _ entries: [String], of path: String, resumes: Bool
  ) throws(FormatError) {
    let hasPartials = entries.contains { isPartial($0) }
    if entries.isEmpty || resumes && (hasPartials || entries.contains(Manifest.fileName)) { return }
    let advice =
      if resumes {
        "holds nothing to resume; name another folder, or replace what is there with --force"
      } else if hasPartials {
        "holds an unfinished run; continue it with --resume, or replace it with --force"
      } else {
        "is not empty; name a new folder, or replace what is there with --force"
      }
    throw FormatError(.occupied, "'\(path)' \(advice)")
  }

  /// Whether a name is that of a file that was being written.
  static func isPartial(_ name: String) -> Bool {
    name.hasSuffix(".partial") || processNumber(name) != nil
  }

  private static func processNumber(_ name: String) -> Int32? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[parts.count - 2].hasSuffix(".partial") else { return nil }
    return Int32(parts[parts.count - 1])
  }

  /// Removes temporary files and folders that no process is writing.
  private static func removeDeadFiles(in path: String) {
    for name in names(inFolder: path) ?? [] where isPartial(name) {
      let path = "\(path)/\(name)"
      if let number = processNumber(name) {
        if kill(number, 0) != 0, errno == ESRCH { removeFile(path) }
      } else if status(of: path)?.isFolder == true {
        removePages(path)
      } else if !isLocked(path) {
        removeFile(path)
      }
    }
  }

  private static func isLocked(_ path: String) -> Bool {
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
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

  /// Takes the name away from a file that a run which is resumed had given it before its last step.
  func unname(_ name: String) throws(FormatError) {
    let path = "\(path)/\(name)"
    guard keeps, status(of: path) != nil, status(of: path + ".partial") == nil else { return }
    guard unsafe rename(path, path + ".partial") == 0 else {
      throw FormatError(writing: FileError(path: path, action: "continue", code: errno))
    }
  }

  /// Starts a file.
  func file(_ name: String) throws(FormatError) -> DatasetFile {
    let file = try DatasetFile(path: "\(path)/\(name)", name: name, partial: partial)
    files.append(file)
    return file
  }

  /// Adds what is no single file.
  func add(_ member: some DatasetMember) { files.append(member) }

  /// Opens the journal of what is written; it goes when the dataset is whole.
  func openJournal(identity: SHA256) throws(FormatError) -> ResumeJournal {
    let journal = try ResumeJournal(folder: path, identity: identity, resumes: keeps)
    self.journal = journal
    return journal
  }

  /// Gives the files their names, writes the manifest, and removes files of the old dataset that the new
  /// one lacks.
  func commit(_ manifest: Manifest) throws(FormatError) {
    let text = try writing { () throws(FileError) in
      try AtomicFile(path: "\(path)/\(Manifest.fileName)", partial: partial)
    }
    try writing { () throws(FileError) in
      try text.resume(at: 0)
      try text.write(String(decoding: manifest.text, as: UTF8.self))
    }
    for file in files { try file.sync() }
    try writing { () throws(FileError) in try text.sync() }
    try Interrupts.hold { () throws(FormatError) in
      if !isFresh { removeFile("\(path)/\(Manifest.fileName)") }
      for file in files { try file.commit() }
      try writing { () throws(FileError) in try text.commit() }
      for name in oldNames where !manifest.fileNames.contains(name) {
        Self.remove(name, in: path)
      }
      Self.removeDeadFiles(in: path)
      journal?.remove()
      if let cleanUp { Interrupts.remove(cleanUp) }
      cleanUp = nil
    }
  }

  /// Removes a file, or a folder of pages, of the dataset that was there before.
  private static func remove(_ name: String, in path: String) {
    if name.hasSuffix("/") {
      removePages("\(path)/\(name)")
    } else {
      removeFile("\(path)/\(name)")
    }
  }
}
