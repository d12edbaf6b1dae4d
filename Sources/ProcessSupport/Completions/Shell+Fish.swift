extension CompletionWords {
  /// The script for fish: `PROGRAM completions fish | source`.
  var fish: String {
    let name = "__\(program)_command"
    var text = """
      # Completions of \(program) for fish: \(program) completions fish | source
      function \(name)
          set -l typed (commandline -opc)
          set -e typed[1]
          set -l command $typed[1]
          switch "$command"
              case \(openingWords.joined(separator: " "))
                  set command (string join ' ' -- $typed[1..2])
              case '' '-*'
                  set command \(commands[0].name)
          end
          test "$command" = "$argv[1]"
      end
      function \(name)_starts
          set -l typed (commandline -opc)
          test (count $typed) -eq 1
      end
      function \(name)_continues
          set -l typed (commandline -opc)
          test (count $typed) -eq 2 -a "$typed[2]" = "$argv[1]"
      end

      """
    for first in firstWords {
      text += "complete -c \(program) -f -n \(name)_starts -a \(first.word)"
      text += " -d \(fishQuoted(first.summary))\n"
    }
    for first in openingWords {
      for second in secondWords(of: first) {
        text += "complete -c \(program) -f -n '\(name)_continues \(first)' -a \(second.word)"
        text += " -d \(fishQuoted(second.summary))\n"
      }
    }
    for command in commands {
      let condition = fishQuoted("\(name) \"\(command.name)\"")
      if !command.choices.isEmpty {
        text += "complete -c \(program) -f -n \(condition)"
        text += " -a \(fishQuoted(command.choices.joined(separator: " ")))\n"
      }
      for option in options(of: command) {
        text += "complete -c \(program) -n \(condition) -l \(option.name.dropFirst(2))"
        if option.value != nil {
          text += option.choices.isEmpty ? " -r -F" : " -x"
        }
        if !option.choices.isEmpty {
          text += " -a \(fishQuoted(option.choices.joined(separator: " ")))"
        }
        text += " -d \(fishQuoted(option.summary))\n"
      }
    }
    return text
  }

  /// A text between single quotes, as fish reads it.
  private func fishQuoted(_ text: String) -> String {
    "'"
      + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
