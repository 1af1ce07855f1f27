/// A formatter for the output of `--help`.
struct Help {
  /// The maximum width. Longer lines are hard to read.
  static let widest = 100

  /// The name of the executable.
  let tool: String
  /// The maximum number of columns in a line.
  var width = widest

  /// The help for the whole tool.
  var overview: String {
    let column = Self.column(Plumbline.commands.map { $0.name })
    let groups = Plumbline.groups.map { group in
      "\(group.title):\n" + table(group.commands.map { ($0.name, $0.summary) }, column: column)
    }
    return """
      \(tool) \(Plumbline.version): \(Self.tagline)

      Usage: \(tool) COMMAND [ARGUMENTS] [OPTIONS]

      \(groups.joined(separator: "\n\n"))

      "\(tool) COMMAND --help" lists the options of a command.
      To start, run "\(tool) verify": it tests this folder's clients against their mock.
      """
  }

  /// A one-line description of the tool for the help and the manual page.
  static let tagline = "mocks an API from its contract, and verifies clients and servers against it"

  /// Returns the help of one command.
  func text(for command: any Command.Type) -> String {
    let own = command.options.map(Self.row)
    let common = command.common.map(Self.row)
    let choice = command.choice.map { $0.wrapped(at: width).joined(separator: "\n") + "\n\n" } ?? ""
    let usage = [tool, command.name, command.operands, "[OPTIONS]"].filter { !$0.isEmpty }
    var text = """
      \(("\(tool) \(command.name): " + command.summary).wrapped(at: width).joined(separator: "\n"))

      \(choice)Usage: \(usage.joined(separator: " "))


      """
    if !own.isEmpty { text += "Options:\n\(table(own))\n\n" }
    text += "Common options:\n\(table(common))\n"
    if !command.examples.isEmpty {
      text += "\nExamples:\n" + command.examples.map { "  \(tool) \($0)" }.joined(separator: "\n") + "\n"
    }
    return text + "\nExit status: " + command.exits.joined(separator: "\n")
      + (command.exitNote.map { "\n" + $0.wrapped(at: width).joined(separator: "\n") } ?? "")
  }

  private static func row(_ option: OptionSpecification) -> (String, String) {
    (option.value.map { "\(option.name) \($0)" } ?? option.name, option.help)
  }

  /// Returns the width of a first column that fits the given strings.
  private static func column(_ texts: [String]) -> Int { min(28, (texts.map(\.count).max() ?? 0) + 2) }

  /// Returns a table of two columns. Long strings in the second column wrap with a hanging indent.
  private func table(_ rows: [(String, String)], column: Int? = nil) -> String {
    let left = column ?? Self.column(rows.map(\.0))
    return rows.map { name, help in
      let head = "  " + name.padding(to: left)
      let lines = help.wrapped(at: max(width - left - 2, 20))
      let indent = String(repeating: " ", count: left + 2)
      return head + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    count >= width ? self + "  " : self + String(repeating: " ", count: width - count)
  }

  /// Returns the string broken at spaces into lines of at most the given number of characters.
  func wrapped(at width: Int) -> [String] {
    var lines: [String] = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
