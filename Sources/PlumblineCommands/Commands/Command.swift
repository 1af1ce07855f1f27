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
  /// What an exit status means beside what it means everywhere; mostly nothing.
  static var exitNote: String? { get }

  init(_ arguments: Arguments) throws(UsageError)

  func run(in surroundings: Surroundings) async throws -> ExitCode
}

extension Command {
  static var common: [OptionSpecification] { CommonOptions.specifications }
  static var exitNote: String? { nil }
}
