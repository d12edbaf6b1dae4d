/// A shell that completes words.
public enum Shell: String, CaseIterable, Sendable {
  /// GNU bash, 3.2 or newer.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3.0 or newer.
  case fish

  /// A script that makes the shell complete a program's commands, options and their values.
  ///
  /// The same for the same commands; offers names of files where a value is none of some words.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - commands: What it takes, one or two words each; the first is what it does without a command.
  public func script(program: String, commands: [Command]) -> String {
    let words = CompletionWords(program: program, commands: commands)
    return switch self {
    case .bash: words.bash
    case .zsh: words.zsh
    case .fish: words.fish
    }
  }
}

/// What there is to complete.
struct CompletionWords {
  var program: String
  var commands: [Command]

  /// The first words of the commands, each once, in order.
  var firstWords: [(word: String, summary: String)] {
    var result: [(word: String, summary: String)] = []
    for command in commands {
      let words = command.name.split(separator: " ").map(String.init)
      if result.contains(where: { $0.word == words[0] }) { continue }
      let seconds = secondWords(of: words[0]).map(\.word)
      result.append(
        (words[0], seconds.isEmpty ? command.summary : seconds.joined(separator: ", ")))
    }
    return result
  }

  /// The words that follow a first one, as `show` follows `thresholds`; none where it stands alone.
  func secondWords(of first: String) -> [(word: String, summary: String)] {
    commands.compactMap { command in
      let words = command.name.split(separator: " ").map(String.init)
      return words.count == 2 && words[0] == first ? (words[1], command.summary) : nil
    }
  }

  /// The first words that others follow.
  var openingWords: [String] {
    firstWords.map(\.word).filter { !secondWords(of: $0).isEmpty }
  }

  /// A command's options, with the one that all have.
  func options(of command: Command) -> [Option] {
    command.options + [Option("--help", "what the command takes, with examples")]
  }
}

/// A text between single quotes, as bash and zsh read it.
func singleQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
