/// A command of `plumbline`.
protocol Command: Sendable {
  /// The name on the command line, such as `verify`.
  static var name: String { get }
  /// An earlier name that still runs the command, or `nil` if there is none.
  static var formerName: String? { get }
  /// A one-line description for the list of commands.
  static var summary: String { get }
  /// Advice on when to use this command and what to use instead, or `nil` if the summary makes that clear.
  static var choice: String? { get }
  /// The operands as the help shows them, such as `[SERVICE…]`.
  static var operands: String { get }
  /// The options in addition to the common ones.
  static var options: [OptionSpecification] { get }
  /// The common options that the command accepts.
  static var common: [OptionSpecification] { get }
  /// Runnable examples for the help.
  static var examples: [String] { get }
  /// The meanings of the exit statuses, one per line.
  static var exits: [String] { get }
  /// An additional meaning that an exit status has for this command, or `nil` if there is none.
  static var exitNote: String? { get }

  init(_ arguments: Arguments) throws(UsageError)

  func run(in surroundings: Surroundings) async throws -> ExitCode
}

extension Command {
  static var formerName: String? { nil }
  static var choice: String? { nil }
  static var common: [OptionSpecification] { CommonOptions.specifications }
  static var exits: [String] {
    [
      "0 nothing at or above the gate, 1 drift, 2 a usage error or an invalid file,",
      "3 server not reachable, 130, 143 or 129 ended by Ctrl-C, SIGTERM or a closed terminal,",
      "after the report was written.",
    ]
  }
  static var exitNote: String? { nil }

  /// The meanings of the exit statuses of a command that only reads files and writes no report when interrupted.
  static var exitsWithoutServer: [String] {
    ["0 nothing at or above the gate, 1 drift, 2 a usage error or an invalid file."]
  }
}
