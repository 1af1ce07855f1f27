/// One of the words after `plumbline`.
protocol Command: Sendable {
  /// The word: `verify`.
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What may follow the word, beside options: `[SERVICE…]`.
  static var operands: String { get }
  /// The options that it takes beside the common ones.
  static var options: [OptionSpecification] { get }
  /// The options that it shares with other commands.
  static var common: [OptionSpecification] { get }
  /// Runnable examples for its help.
  static var examples: [String] { get }
  /// What its exit statuses mean, in lines.
  static var exits: [String] { get }
  /// What an exit status means beside what it means everywhere; mostly nothing.
  static var exitNote: String? { get }

  init(_ arguments: Arguments) throws(UsageError)

  func run(in surroundings: Surroundings) async throws -> ExitCode
}

extension Command {
  static var common: [OptionSpecification] { CommonOptions.specifications }
  static var exits: [String] {
    [
      "0 nothing at or above the gate, 1 drift, 2 wrong usage or a wrong file, 3 server not reachable,",
      "130, 143 or 129 ended by Ctrl-C, SIGTERM or a closed terminal, after the report was written.",
    ]
  }
  static var exitNote: String? { nil }

  /// What the exit statuses of a command mean that only reads files, and writes no report when it is ended.
  static var exitsWithoutServer: [String] {
    ["0 nothing at or above the gate, 1 drift, 2 wrong usage or a wrong file."]
  }
}
