import PlumblineReporting

/// The shell completion scripts, generated from the same tables as the help.
///
/// Services are completed from the folders in the current folder's `Contracts`. Files are offered for every value that
/// may be a file.
struct CompletionScript {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  let tool: String
  let commands: [any Command.Type]

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// Returns the possible words for an option's value, or an empty array if any value is possible.
  static func words(of option: OptionSpecification) -> [String] {
    switch option.name {
    case "--report": ReportFormat.allCases.map(\.rawValue)
    case "--gate": ["breaking", "warning", "notice", "none"]
    case "--color": ColourChoice.allCases.map(\.rawValue)
    // Any other duration is valid as well.
    case "--pace": ["recorded", "none"]
    default:
      option.value.map { $0.contains("|") && $0 == $0.lowercased() ? $0.split(separator: "|").map(String.init) : [] }
        ?? []
    }
  }

  /// Returns the words that can follow a command. For example, the operands `openapi|postman|pact FILE` yield the first
  /// three words.
  static func words(after command: any Command.Type) -> [String] {
    let first = command.operands.prefix { $0 != " " && $0 != "," }.filter { $0 != "[" && $0 != "]" }
    return first.contains("|") && first == first.lowercased() ? first.split(separator: "|").map(String.init) : []
  }

  func options(of command: any Command.Type) -> [OptionSpecification] { command.options + command.common }

  /// The name of a shell function, such as `_pet_shop_plumbline`.
  var function: String { "_" + String(tool.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  /// The options whose values come from a fixed list of words, by option name.
  var choices: [(name: String, words: [String])] {
    var seen: Set<String> = []
    return commands.flatMap { options(of: $0) }.compactMap { option in
      let words = Self.words(of: option)
      return words.isEmpty || !seen.insert(option.name).inserted ? nil : (option.name, words)
    }
  }

  // MARK: - zsh

  private var zsh: String {
    let names = commands.map { "    '\($0.name):\(Self.quoted($0.summary))'" }
    let tables = commands.map { command in
      let lines = options(of: command).map { option in
        let explained = "[\(Self.bracketed(option.help))]"
        guard let value = option.value else { return "        '*\(option.name)\(explained)'" }
        let words = Self.words(of: option)
        let action =
          !words.isEmpty
          ? "(\(words.joined(separator: " ")))"
          : ["--contracts", "--recordings", "--root"].contains(option.name)
            ? "_files -/" : value.contains("FILE") ? "_files" : " "
        return "        '*\(option.name)=\(explained):\(Self.bracketed(value)):\(action)'"
      }
      let words = Self.words(after: command)
      let rest = words.isEmpty ? "" : "        '1:what:(\(words.joined(separator: " ")))' \\\n"
      return "      \(command.name))\n        _arguments -s \\\n" + lines.map { $0 + " \\\n" }.joined() + rest
        + "        '*:service or file:\(function)_operands' ;;"
    }
    return """
      #compdef \(tool)
      # Completes command lines of \(tool) in zsh.
      \(function)_operands() {
        local -a services
        services=(Contracts/*(N/:t))
        (( $#services )) && compadd -a services
        _files
      }
      \(function)() {
        local -a commands
        commands=(
      \(names.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(tables.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = "\(function)" ]; then \(function) "$@"; else compdef \(function) \(tool); fi

      """
  }

  /// Returns a string for use within single quotation marks.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing(":", with: "\\:")
  }

  /// Returns a string for use within the square brackets of `_arguments`.
  private static func bracketed(_ text: String) -> String {
    quoted(text.replacing("\\", with: "").replacing("[", with: "(").replacing("]", with: ")"))
  }

  // MARK: - fish

  private var fish: String {
    func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }
    let first = commands.map {
      "complete -c \(tool) -n __fish_use_subcommand -f -a \($0.name) -d '\(escaped($0.summary))'"
    }
    let rest = commands.flatMap { command in
      let condition = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
      let words = Self.words(after: command)
      let operands = words.isEmpty ? [] : ["\(condition) -a '\(words.joined(separator: " "))'"]
      return operands
        + options(of: command).map { option in
          var line = "\(condition) -l \(option.name.dropFirst(2)) -d '\(escaped(option.help))'"
          guard option.value != nil else { return line }
          let words = Self.words(of: option)
          line += words.isEmpty ? " -r" : " -x -a '\(words.joined(separator: " "))'"
          return line
        }
    }
    return """
      # Completes command lines of \(tool) in fish.
      \(first.joined(separator: "\n"))
      complete -c \(tool) -n 'not __fish_use_subcommand; and test -d Contracts' -a '(path basename Contracts/*/)' -d service
      \(rest.joined(separator: "\n"))

      """
  }
}
