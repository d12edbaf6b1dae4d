import Foundation
import Testing

@testable import ProcessSupport

/// The scripts, asked by the shells themselves where they are installed.
struct CompletionsTests {
  private static let commands = [
    Command(
      "run", summary: "Runs.",
      options: [
        Option("--suite", value: "S", choices: ["Upserts", "Merges"], "one of the suite's"),
        Option("--data", value: "DIR", "a folder"), Option("--quiet", "says 'nothing'"),
      ]),
    Command("thresholds show", summary: "Shows: all.", options: [Option("--filter", "some")]),
    Command("thresholds lint", summary: "Lints."),
    Command("shells", summary: "Names.", positionals: ["SHELL"], choices: ["bash", "zsh"]),
  ]

  private func script(_ shell: Shell) -> String {
    shell.script(program: "tool", commands: Self.commands)
  }

  /// What a shell prints for a script of its own; nil where it is not installed.
  private func output(_ shell: Shell, _ text: String) throws -> String? {
    let places = ["/bin/", "/usr/bin/", "/opt/homebrew/bin/"].map { $0 + shell.rawValue }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let process = Process()
    let pipe = Foundation.Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = (shell == .fish ? ["--no-config"] : []) + ["-c", text]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The words that bash offers after a line, the last word being the one to complete.
  private func bash(_ words: String...) throws -> [String]? {
    let list = words.map(singleQuoted).joined(separator: " ")
    let text = """
      \(script(.bash))
      COMP_WORDS=(tool \(list)); COMP_CWORD=\(words.count)
      _tool_complete; printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try output(.bash, text)?.split(separator: "\n").map(String.init)
  }

  private func fish(_ line: String) throws -> [String]? {
    let text = "\(script(.fish))\ncomplete -C \(singleQuoted(line))"
    return try output(.fish, text)?.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test func bashOffersCommandsTheirWordsOptionsAndValues() throws {
    guard let first = try bash("") else { return }
    #expect(first == ["run", "thresholds", "shells"])
    #expect(try bash("th") == ["thresholds"])
    #expect(try bash("thresholds", "") == ["show", "lint"])
    #expect(try bash("thresholds", "show", "--") == ["--filter", "--help"])
    #expect(try bash("run", "--suite", "M") == ["Merges"])
    #expect(try bash("--suite", "") == ["Upserts", "Merges"])
    #expect(try bash("--qu") == ["--quiet"])
    #expect(try bash("shells", "z") == ["zsh"])
  }

  @Test func fishOffersThemToo() throws {
    guard let first = try fish("tool ") else { return }
    #expect(Set(first) == ["run", "thresholds", "shells"])
    #expect(try fish("tool thresholds ") == ["lint", "show"])
    #expect(try fish("tool run --suite ") == ["Merges", "Upserts"])
    #expect(try fish("tool --suite U") == ["Upserts"])
    #expect(try fish("tool thresholds show --f") == ["--filter"])
    #expect(try fish("tool shells z") == ["zsh"])
  }

  @Test func zshTakesTheScriptAndOffersByIt() throws {
    // Outside of a completion, `_describe` and `compadd` are not there: stand-ins print what they get.
    let probe = """
      _describe() { print -l -- ${(P)2} }
      compadd() { shift; print -l -- $@ }
      _files() { print files }
      \(script(.zsh))
      words=(tool %WORDS%); CURRENT=%COUNT%
      _tool
      """
    func offered(_ words: String...) throws -> String? {
      let list = words.map(singleQuoted).joined(separator: " ")
      return try output(
        .zsh,
        probe.replacingOccurrences(of: "%WORDS%", with: list)
          .replacingOccurrences(of: "%COUNT%", with: "\(words.count + 1)"))
    }
    guard let first = try offered("") else { return }
    #expect(
      first.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
        "run", "thresholds", "shells",
      ])
    #expect(try offered("thresholds", "") == "show:Shows: all.\nlint:Lints.\n")
    #expect(try offered("run", "--suite", "") == "Upserts\nMerges\n")
    #expect(try offered("--data", "") == "files\n")
    #expect(try offered("run", "--")?.contains("--quiet:says 'nothing'") == true)
  }
}
