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
