/// A value that `--var NAME=VALUE` gives to the calls of a suite.
public struct SuiteVariable: Sendable, Hashable {
  /// Where a value comes from on a real server when nobody gives one.
  public enum Source: Sendable, Hashable {
    /// From nowhere: a call that reads makes do with its default, one that writes is skipped.
    case given
    /// From an item of a collection of the contract. A call that reads gets the key of one that the server's own list
    /// shows; one that writes gets the key of one that the run made for it, where the contract has a way to make one
    /// and to remove it.
    case item(of: String)
    /// What calls do to it can't be undone: on a real server, no call that writes makes do with its default.
    case expendable
    /// Nothing has it. A call that writes gets the key of an item that the run made and removed.
    case missing
  }

  /// As a call asks for it: `ticket_id`.
  public let name: String
  /// What it stands for, in one line: "the ticket that most calls are about".
  public let meaning: String
  public let source: Source

  public init(_ name: String, _ meaning: String, from source: Source = .given) {
    self.name = name
    self.meaning = meaning
    self.source = source
  }
}
