/// A value that `--var NAME=VALUE` gives to the calls of a suite.
public struct SuiteVariable: Sendable, Hashable {
  /// As a call asks for it: `ticket_id`.
  public let name: String
  /// What it stands for, in one line: "the ticket that most calls are about".
  public let meaning: String

  public init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}
