/// A call has to log in on a real server, and nobody said with what.
public struct LoginNeeded: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which variables of the environment would say it.
  public let description: String
}
