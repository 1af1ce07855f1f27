/// A value that `--var NAME=VALUE` passes to the calls of a suite.
public struct SuiteVariable: Sendable, Hashable {
  /// The source of a value on a real server if the user doesn't set it.
  public enum Source: Sendable, Hashable {
    /// No source. A call that reads uses its default, and a call that writes is skipped.
    case given
    /// An item in one of the contract's collections. A call that reads gets a key from the server's own list. A call
    /// that writes gets the key of an item that the run created for it, if the contract has a way to create and remove
    /// one. An item that the user specifies may be read and edited, and is restored, but is never removed.
    case item(of: String)
    /// An item in a collection that may be changed and removed. The variable's name begins with `removable_`. A call
    /// that writes gets an item that the run created. An item that the user specifies may also be removed, permanently.
    case removable(of: String)
    /// No source, because the effect of calls on the item can't be undone. On a real server, calls that write never use
    /// the variable's default. If the user sets a value, the calls' changes may stay.
    case expendable
    /// A missing item. A call that writes gets the key of an item that the run created and removed.
    case missing
  }

  /// The permission to log in with a wrong password.
  static let lockable = SuiteVariable(
    "lockable_account", "yes, to allow one login with a wrong password, which may lock the account",
    from: .expendable)

  /// The prefix of variables whose items may be removed.
  static let removablePrefix = "removable_"

  /// A Boolean value that indicates whether the variable's item may be removed.
  var isRemovable: Bool {
    if case .removable = source { true } else { name.hasPrefix(Self.removablePrefix) }
  }

  /// The name that calls use to request the variable, such as `ticket_id`.
  public let name: String
  /// A one-line description, such as "the ticket that most calls use".
  public let meaning: String
  public let source: Source

  public init(_ name: String, _ meaning: String, from source: Source = .given) {
    self.name = name
    self.meaning = meaning
    self.source = source
  }
}

/// The error for a `--var` whose value doesn't have the type that a call needs.
public struct VariableError: Error, Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  public var description: String { "--var \(name)=\(text): \(name) must be a whole number, such as \(name)=1042." }
}

/// The error for a call that would change something on a real server, but wasn't given the item. A default id may
/// belong to another user's item.
public struct VariableNeeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// The variable that must be set.
  public let name: String

  public init(name: String) {
    self.name = name
  }

  public var description: String { Self.sentence([name]) }

  /// Returns the reason why a call that needs the given variables is skipped.
  static func sentence(_ names: [String]) -> String {
    "needs " + names.map { "--var \($0)=…" }.joined(separator: " ") + " on a real server"
  }
}

/// The error for a request that must not be sent, or can't be created.
package struct Unsendable: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as a sentence.
  package let description: String
}

/// The error for a call that must log in on a real server, but has no login in the environment.
public struct LoginNeeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence that names the environment variables to set.
  public let description: String
}
