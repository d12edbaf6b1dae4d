import ProcessSupport

/// gnuplot, run as a program.
enum Gnuplot {
  /// Seconds after which it is taken for hung.
  private static let timeLimitSeconds = 60
  /// A picture that is larger is none.
  private static let pictureLimitBytes = 1 << 24
  /// What ends the name of the file that says that a picture is whole.
  private static let endSuffix = ".end"

  /// Draws pictures as SVG, all of them in one process where none fails.
  ///
  /// - Parameter scripts: One a picture; each sets its terminal and plots once.
  /// - Returns: A picture each; nil for one that gnuplot refuses.
  /// - Throws: `EnvironmentError` when there is no gnuplot or it hangs; `FileError` for the scratch folder.
  static func draw(_ scripts: [String]) throws -> [String?] {
    if scripts.isEmpty { return [] }
    let scratch = try ScratchFolder()
    return try withExtendedLifetime(scratch) {
      var pictures = [String?](repeating: nil, count: scripts.count)
      var next = 0
      while next < scripts.count {
        try run(scripts[next...], in: scratch.path)
        // The first one that was not ended is what ended the program; those after it have another try.
        while next < scripts.count, let picture = picture(next, in: scratch.path) {
          pictures[next] = picture
          next += 1
        }
        next += 1
      }
      return pictures
    }
  }

  private static func run(_ scripts: ArraySlice<String>, in folder: String) throws {
    let path = "\(folder)/pictures.gnuplot"
    let file = try AtomicFile(path: path)
    for (number, script) in zip(scripts.indices, scripts) {
      let name = "\(folder)/\(number)"
      try file.write(
        "reset session\nset output \(quoted("\(name).svg"))\n\(script)\nunset output\n"
          + "set print \(quoted("\(name)\(endSuffix)"))\nprint 1\nunset print\n")
    }
    try file.commit()
    let program = Subprocess(
      words: ["gnuplot", path], environment: ChildEnvironment.variables(), channel: 1,
      timeLimitSeconds: timeLimitSeconds)
    guard let end = try? program.run(in: RunningGroup(), receive: { _ in true }),
      // A program that cannot be started ends with 127 where the system starts it in a new process.
      end.way != .exited(127)
    else { throw missing }
    if end.way == .outOfTime {
      throw EnvironmentError("gnuplot was ended, for it took longer than \(timeLimitSeconds) s")
    }
  }

  /// What was drawn; nil where gnuplot did not come to the script's end.
  private static func picture(_ number: Int, in folder: String) -> String? {
    // A picture whose drawing failed is closed like a whole one, so the file beside it tells.
    guard (try? readFile("\(folder)/\(number)\(endSuffix)", limit: 1)) != nil,
      let bytes = try? readFile("\(folder)/\(number).svg", limit: pictureLimitBytes)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Why there are no pictures.
  static let missing = EnvironmentError(
    "gnuplot cannot draw here; install it (apt: gnuplot-nox, brew: gnuplot)")

  /// A text as a string of a script, taken as it is; line feeds and other controls become spaces.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> String in
      if scalar == "'" { return "''" }
      return scalar.properties.generalCategory == .control ? " " : String(scalar)
    }
    return "'\(scalars.joined())'"
  }
}
