import ProcessSupport

/// gnuplot, run as a program.
enum Gnuplot {
  /// Seconds after which it is taken for hung.
  private static let timeLimitSeconds = 60
  /// A picture that is larger is none.
  private static let pictureLimitBytes = 1 << 24

  /// Draws pictures as SVG, all of them in one process where none fails.
  ///
  /// - Parameter scripts: One a picture; each sets its terminal and plots once.
  /// - Returns: A picture each; nil for one that gnuplot refuses.
  /// - Throws: `EnvironmentError` when there is no gnuplot; `FileError` for the scratch folder.
  static func draw(_ scripts: [String]) throws -> [String?] {
    if scripts.isEmpty { return [] }
    let scratch = try ScratchFolder()
    return try withExtendedLifetime(scratch) {
      var pictures = [String?](repeating: nil, count: scripts.count)
      var next = 0
      while next < scripts.count {
        let isWhole = try run(scripts[next...], in: scratch.path)
        let drawn = (next..<scripts.count).prefix { isFile($0, in: scratch.path) }
        // The last picture that was begun is what ended the program; those after it have another try.
        for number in isWhole ? drawn : drawn.dropLast() {
          pictures[number] = picture(number, in: scratch.path)
        }
        next = isWhole ? scripts.count : max(next + 1, drawn.endIndex)
      }
      return pictures
    }
  }

  /// Whether all were drawn.
  private static func run(_ scripts: ArraySlice<String>, in folder: String) throws -> Bool {
    let path = "\(folder)/pictures.gnuplot"
    let file = try AtomicFile(path: path)
    for (number, script) in zip(scripts.indices, scripts) {
      try file.write(
        "reset session\nset output \(quoted("\(folder)/\(number).svg"))\n\(script)\nunset output\n")
    }
    try file.commit()
    let program = Subprocess(
      words: ["gnuplot", path], environment: ChildEnvironment.variables(), channel: 1,
      timeLimitSeconds: timeLimitSeconds)
    guard let end = try? program.run(in: RunningGroup(), receive: { _ in true }),
      // A program that cannot be started ends with 127 where the system starts it in a new process.
      end.way != .exited(127)
    else { throw missing }
    return end.way == .exited(0)
  }

  private static func isFile(_ number: Int, in folder: String) -> Bool {
    (try? readFile("\(folder)/\(number).svg", limit: 1)) != nil
  }

  /// What was drawn; nil where that is no whole picture.
  private static func picture(_ number: Int, in folder: String) -> String? {
    guard let bytes = try? readFile("\(folder)/\(number).svg", limit: pictureLimitBytes) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("</svg>") ? text : nil
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
