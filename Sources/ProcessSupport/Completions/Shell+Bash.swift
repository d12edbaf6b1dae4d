extension CompletionWords {
  /// The script for bash: `eval "$(PROGRAM completions bash)"`.
  var bash: String {
    let name = "_\(program)_complete"
    var text = """
      # Completions of \(program) for bash: eval "$(\(program) completions bash)"
      \(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local first="${COMP_WORDS[1]}" command words=""
        COMPREPLY=()
        case "$first" in
        \(openingWords.joined(separator: " | "))) command="$first ${COMP_WORDS[2]}" ;;
        "" | -*) command=\(commands[0].name) ;;
        *) command="$first" ;;
        esac
        if [ "$COMP_CWORD" = 1 ] && [[ "$current" != -* ]]; then
          COMPREPLY=($(compgen -W \(singleQuoted(firstWords.map(\.word).joined(separator: " "))) -- "$current"))
          return
        fi
        if [ "$COMP_CWORD" = 2 ]; then
          case "$first" in

      """
    for first in openingWords {
      let words = secondWords(of: first).map(\.word).joined(separator: " ")
      text += """
            \(first))
              COMPREPLY=($(compgen -W \(singleQuoted(words)) -- "$current"))
              return
              ;;

        """
    }
    text += "    esac\n  fi\n  case \"$command/$previous\" in\n"
    for command in commands {
      for option in command.options where option.value != nil {
        text += "  \(singleQuoted("\(command.name)/\(option.name)"))) "
        text +=
          option.choices.isEmpty
          ? "COMPREPLY=($(compgen -f -- \"$current\")) && return ;;\n"
          : "words=\(singleQuoted(option.choices.joined(separator: " "))) ;;\n"
      }
    }
    text += "  esac\n  if [ -n \"$words\" ]; then\n"
    text += "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n    return\n  fi\n"
    text += "  case \"$command\" in\n"
    for command in commands {
      let names = options(of: command).map(\.name) + command.choices
      text += "  \(singleQuoted(command.name))) words=\(singleQuoted(names.joined(separator: " ")))"
      text += " ;;\n"
    }
    text += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F \(name) \(program)

      """
    return text
  }
}
