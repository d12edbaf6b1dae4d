extension CompletionWords {
  /// The script for zsh: `eval "$(PROGRAM completions zsh)"`, or a file `_PROGRAM` on its `fpath`.
  var zsh: String {
    let name = "_\(program)"
    var text = """
      #compdef \(program)
      # Completions of \(program) for zsh: eval "$(\(program) completions zsh)"
      \(name)() {
        local command
        local -a options
        case "${words[2]}" in
        \(openingWords.joined(separator: " | "))) command="${words[2]} ${words[3]}" ;;
        "" | -*) command=\(singleQuoted(commands[0].name)) ;;
        *) command="${words[2]}" ;;
        esac
        if (( CURRENT == 2 )) && [[ "${words[2]}" != -* ]]; then
          options=(\(firstWords.map { described($0) }.joined(separator: " ")))
          _describe command options
          return
        fi
        if (( CURRENT == 3 )); then
          case "${words[2]}" in

      """
    for first in openingWords {
      let words = secondWords(of: first).map { described($0) }.joined(separator: " ")
      text += "    \(first)) options=(\(words)); _describe command options; return ;;\n"
    }
    text += "    esac\n  fi\n  case \"$command/${words[CURRENT-1]}\" in\n"
    for command in commands {
      for option in command.options where option.value != nil {
        text += "  \(singleQuoted("\(command.name)/\(option.name)"))) "
        let choices = option.choices.map(singleQuoted).joined(separator: " ")
        text +=
          option.choices.isEmpty ? "_files; return ;;\n" : "compadd -- \(choices); return ;;\n"
      }
    }
    text += "  esac\n  case \"$command\" in\n"
    for command in commands {
      let words =
        options(of: command).map { ($0.name, $0.summary) } + command.choices.map { ($0, "") }
      text += "  \(singleQuoted(command.name))) options=("
      text += "\(words.map { described($0) }.joined(separator: " "))) ;;\n"
    }
    text += """
        esac
        [[ "${words[CURRENT]}" == -* ]] || _files
        _describe option options
      }
      if (( $+functions[compdef] )); then compdef \(name) \(program); fi

      """
    return text
  }

  /// `word:summary` in quotes, colons of the word escaped.
  private func described(_ entry: (word: String, summary: String)) -> String {
    let word = entry.word.split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "\\:")
    return singleQuoted(entry.summary.isEmpty ? word : "\(word):\(entry.summary)")
  }
}
