#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineContractModel
import PlumblineJSONTree
import PlumblineVerification
import PlumblineWorkspace

/// The command line, for executables with their own call suites.
///
/// A package that wants to verify its own client needs three lines:
///
/// ```swift
/// import PlumblineCommands
///
/// await Plumbline.main(suites: [WeatherSuite()])
/// ```
public enum Plumbline {
  /// The version of this toolkit.
  public static let version = Toolkit.version

  /// All commands in the order of the help, grouped by the user's goal.
  static let groups: [(title: String, commands: [any Command.Type])] = [
    ("Build a mock", [InitCommand.self, ServeCommand.self, ListCommand.self]),
    (
      "Verify",
      [VerifyCommand.self, CheckCommand.self, ProbeCommand.self, LintCommand.self, CoverageCommand.self]
    ),
    (
      "Gate a change",
      [DiffCommand.self, SensitivityCommand.self, WaiveCommand.self, MergeCommand.self, ExplainCommand.self]
    ),
    ("Import and export", [ImportCommand.self, RecordCommand.self, InferCommand.self, ExportCommand.self]),
    ("Maintain", [SchemaCommand.self, PingCommand.self, CompletionCommand.self, ManCommand.self]),
  ]

  /// All commands in the order of the help.
  static let commands: [any Command.Type] = groups.flatMap { $0.commands }

  /// Runs the process's command line and exits.
  ///
  /// The exit status is 0 if nothing reaches the gate, 1 for drift, 2 for a usage error or an invalid file, and 3 if a
  /// server is unreachable.
  public static func main(suites: [any CallSuite]) async -> Never {
    signal(SIGPIPE, SIG_IGN)
    let environment = EnvironmentVariables.all
    if environment[ClientHostLoop.variable] != nil { await ClientHostLoop.run(suites) }
    let words = Array(CommandLine.arguments.dropFirst())
    let surroundings = Surroundings(
      suites: suites, console: Console(environment: environment, colour: ColourChoice(words)), environment: environment,
      signals: .process, tool: Executable.name, began: time(nil),
      clients: ClientPlace(executable: Executable.path))
    let code = await run(words, in: surroundings)
    if let number = surroundings.console.outputFailure {
      surroundings.console.complain(
        "plumbline: Standard output can't be written: \(String(cString: strerror(number))).")
      exit(max(code.rawValue, ExitCode.wrong.rawValue))
    }
    exit(code.rawValue)
  }

  /// Runs a command line within the current process.
  package static func run(_ words: [String], in surroundings: Surroundings) async -> ExitCode {
    guard let folder = surroundings.folder else { return await carryOut(words, in: surroundings) }
    return await WorkingFolder.run(in: folder) { await carryOut(words, in: surroundings) }
  }

  private static func carryOut(_ words: [String], in surroundings: Surroundings) async -> ExitCode {
    do {
      return try await perform(words, in: surroundings)
    } catch let error as Unreachable {
      surroundings.console.complain("plumbline: \(error)")
      return .unreachable
    } catch {
      surroundings.console.complain("plumbline: \(error)")
      return .wrong
    }
  }

  private static func perform(_ words: [String], in surroundings: Surroundings) async throws -> ExitCode {
    let console = surroundings.console
    let help = Help(tool: surroundings.tool, width: console.isTerminal ? min(console.width, Help.widest) : Help.widest)
    guard let word = words.first else {
      // A variable in a script may have been empty by accident. Nothing was checked, so this isn't a success.
      console.complain(lines: help.overview)
      return .wrong
    }
    switch word {
    case "--version", "-v", "version":
      console.print("plumbline \(version)")
      return .clean
    case "--help", "-h", "help":
      guard words.count > 1 else {
        console.print(lines: help.overview)
        return .clean
      }
      console.print(lines: help.text(for: try command(words[1])))
      return .clean
    default:
      let command = try command(word)
      if word == command.formerName {
        complain(about: word, command.name, on: console)
      }
      let rest = words.dropFirst()
      let beforeOperandsOnly = rest.prefix { $0 != "--" }
      if beforeOperandsOnly.contains("--help") || beforeOperandsOnly.contains("-h") {
        console.print(lines: help.text(for: command))
        return .clean
      }
      let arguments = try Arguments(rest, options: command.options + command.common)
      for (old, new) in arguments.formerNames { complain(about: old, new, on: console) }
      // The console chose its colors before the command was known, so an invalid value can't be reported any earlier.
      if let text = arguments.value("--color"), ColourChoice(rawValue: text) == nil {
        throw UsageError("--color takes always, auto or never, not \"\(text)\".")
      }
      return try await command.init(arguments).run(in: surroundings)
    }
  }

  /// Prints the new name of a renamed command or option.
  private static func complain(about old: String, _ new: String, on console: Console) {
    console.complain("plumbline: \(old) is now called \(new); the old name still works")
  }

  /// Returns the command with the given name, or throws an error that suggests the most similar one.
  private static func command(_ word: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == word || $0.formerName == word }) { return command }
    let names = commands.map { $0.name } + ["--help", "--version"]
    let hint =
      Spelling.nearest(word, among: names).map { "; did you mean \($0)?" }
      ?? ". The commands are " + commands.map { $0.name }.joined(separator: ", ") + "."
    throw UsageError("Unknown command \"\(word)\"\(hint)")
  }
}
