/// The command that prints the manual page.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "Prints the manual page"
  static let operands = ""
  static let options: [OptionSpecification] = []
  static let common = CommonOptions.specifications.filter { $0.name == "--help" }
  static let examples = ["man > /usr/local/share/man/man1/plumbline.1"]
  static let exits = ["0 printed, 2 a usage error."]

  init(_ arguments: Arguments) throws(UsageError) {
    if let word = arguments.operands.first { throw UsageError("man takes no operands, not \"\(word)\".") }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    surroundings.console.write(ManualPage(tool: surroundings.tool, commands: Plumbline.commands).text)
    return .clean
  }
}
