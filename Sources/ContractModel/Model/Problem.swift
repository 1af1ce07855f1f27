import JSONTree

/// Something wrong with a file: where, what, and what would be right.
package struct Problem: Error, Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Whether the file can be used all the same.
  package enum Level: String, Sendable, Hashable {
    /// The file is refused.
    case error
    /// The file is used; somebody should look.
    case warning
  }

  package let location: SourceLocation
  package let level: Level
  /// Full sentences: what is wrong and what would be right.
  package let message: String

  package init(_ location: SourceLocation, _ message: String, level: Level = .error) {
    self.location = location
    self.level = level
    self.message = message
  }

  package static func < (left: Problem, right: Problem) -> Bool {
    (left.location, left.message) < (right.location, right.message)
  }

  /// `file:line:column: message`, as compilers print it; a warning says so.
  package var description: String {
    level == .error ? "\(location): \(message)" : "\(location): warning: \(message)"
  }
}
