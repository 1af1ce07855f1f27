/// The command that prints the completion script for a shell.
struct CompletionCommand: Command {
  static let name = "completion"
  static let summary = "Prints a completion script for bash, zsh or fish"
  static let operands = "bash|zsh|fish"
  static let options: [OptionSpecification] = []
  static let common = CommonOptions.specifications.filter { $0.name == "--help" }
  static let examples = [
    "completion bash > /etc/bash_completion.d/plumbline", "completion zsh > ~/.zsh/completions/_plumbline",
    "completion fish > ~/.config/fish/completions/plumbline.fish",
  ]
  static let exits = ["0 printed, 2 a usage error."]

  private let shell: CompletionScript.Shell

  init(_ arguments: Arguments) throws(UsageError) {
    let names = CompletionScript.Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard arguments.operands.count == 1, let word = arguments.operands.first else {
      throw UsageError("completion needs the name of a shell: \(names).")
    }
    guard let shell = CompletionScript.Shell(rawValue: word) else {
      throw UsageError("completion supports \(names), not \"\(word)\".")
    }
    self.shell = shell
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    surroundings.console.write(CompletionScript(tool: surroundings.tool, commands: Plumbline.commands).text(for: shell))
    return .clean
  }
}
