/// A formatter for the manual page with man(7) macros, from the same tables as the help.
struct ManualPage {
  let tool: String
  let commands: [any Command.Type]

  var text: String {
    var lines = [
      ".TH \(Self.plain(tool.uppercased())) 1 \"\" \"\(Self.plain(tool)) \(Plumbline.version)\" \"User Commands\"",
      ".SH NAME", "\(Self.plain(tool)) \\- \(Self.plain(Help.tagline))",
      ".SH SYNOPSIS", ".B \(Self.plain(tool))", "\\fICOMMAND\\fR [\\fISERVICE\\fR...] [\\fIOPTIONS\\fR]",
      ".SH DESCRIPTION",
      "JSON contracts describe an API's endpoints, a mock server replays recorded responses, and a verifier runs the API's "
        + "clients against the mock or the real server and reports each difference from the contract.",
      ".SH COMMANDS",
    ]
    for command in commands {
      lines += [
        ".SS \"\(Self.plain("\(command.name) \(command.operands)").replacing("\"", with: "\"\""))\"",
        Self.plain(command.summary) + ".",
      ]
      if let choice = command.choice { lines.append(Self.plain(choice)) }
      for option in command.options { lines += Self.entry(option) }
      for exit in command.exits.prefix(1) where command.exits.count == 1 {
        lines += [".PP", "Exit status: " + Self.plain(exit)]
      }
      if command.exits.count > 1 {
        lines += [".PP", "Exit status: " + Self.plain(command.exits.joined(separator: " "))]
      }
      if let note = command.exitNote { lines.append(Self.plain(note)) }
      if !command.examples.isEmpty {
        lines += [".PP", ".nf"] + command.examples.map { "  " + Self.plain("\(tool) \($0)") } + [".fi"]
      }
    }
    lines.append(".SH COMMON OPTIONS")
    for option in CommonOptions.specifications { lines += Self.entry(option) }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR",
      "Disables colors when set, unless \\fB\\-\\-color\\fR is given.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(_ option: OptionSpecification) -> [String] {
    [".TP", "\\fB\(plain(option.name))\\fR" + (option.value.map { " \\fI\(plain($0))\\fR" } ?? ""), plain(option.help)]
  }

  /// Escapes a string so that roff interprets no part of it as a request.
  private static func plain(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
