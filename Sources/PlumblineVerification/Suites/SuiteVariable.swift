/// A value that `--var NAME=VALUE` gives to the calls of a suite.
public struct SuiteVariable: Sendable, Hashable {
  /// Where a value comes from on a real server when nobody gives one.
  public enum Source: Sendable, Hashable {
    /// From nowhere: a call that reads makes do with its default, one that writes is skipped.
    case given
    /// From an item of a collection of the contract. A call that reads gets the key of one that the server's own list
    /// shows; one that writes gets the key of one that the run made for it, where the contract has a way to make one
    /// and to remove it. What somebody names with it may be read and edited, and is put back; it is never removed.
    case item(of: String)
    /// An item of a collection that may be changed and removed: its name begins with `removable_`. A call that writes gets
    /// one that the run made; one that somebody names with the variable may be removed as well, and stay so.
    case removable(of: String)
    /// What calls do to it can't be undone: on a real server, no call that writes makes do with its default. Giving it a
    /// value says that what the call changes may stay changed.
    case expendable
    /// Nothing has it. A call that writes gets the key of an item that the run made and removed.
    case missing
  }

  /// Where the names of variables begin that say what may be removed.
  static let removablePrefix = "removable_"

  /// A Boolean value that indicates whether what it names may be removed.
  var isRemovable: Bool {
    if case .removable = source { true } else { name.hasPrefix(Self.removablePrefix) }
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

/// A `--var` whose value isn't of the type that a call needs.
public struct VariableError: Error, Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  public var description: String { "--var \(name)=\(text): \(name) must be a whole number, such as \(name)=1042." }
}

/// A call would change something on a real server and was not told what: a default id there belongs to somebody.
public struct VariableNeeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// The variable that has to be given.
  public let name: String

  public init(name: String) {
    self.name = name
  }

  public var description: String { Self.sentence([name]) }

  /// Why a call that needs these variables is skipped.
  static func sentence(_ names: [String]) -> String {
    "needs " + names.map { "--var \($0)=…" }.joined(separator: " ") + " on a real server"
  }
}

/// A request must not be sent, or can't be made.
package struct Unsendable: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why.
  package let description: String
}

/// A call has to log in on a real server, and nobody said with what.
public struct LoginNeeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which variables of the environment would say it.
  public let description: String
}
