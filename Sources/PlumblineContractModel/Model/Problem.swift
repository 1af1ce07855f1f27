import PlumblineJSONTree

/// A problem in a file, with its location, a description, and a suggestion.
package struct Problem: Error, Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The severity, which determines whether the file can still be used.
  package enum Level: String, Sendable, Hashable {
    /// The file can't be used.
    case error
    /// The file can be used but should be reviewed.
    case warning
  }

  package let location: SourceLocation
  package private(set) var level: Level
  /// The problem and the suggested correction, in full sentences.
  package let message: String
  /// A Boolean value that indicates whether a mock can be served despite the problem.
  package private(set) var isServable: Bool
  /// A hash of the affected part that identifies the same problem in two documents. It is ignored when problems are
  /// compared.
  package var subject: Int?
  /// A Boolean value that indicates whether the affected part is left out of a document. It is ignored when problems
  /// are compared.
  package var isOmission = false
  /// A Boolean value that indicates whether the problem is about an unknown member. Unknown members are ignored.
  package var isUnread = false
  /// The key at the location, if the problem is about that member. In YAML, an object begins at the location of its
  /// first key, so the location alone is ambiguous. The key is ignored when problems are compared.
  package var key: String?
  /// The affected parts, if clients know each of them by name. They are ignored when problems are compared.
  package var parts: [UnheldPart] = []
  /// The path from the root of the file to the affected value. Only the contract loader sets it, for files that have
  /// errors and weren't translated. It is ignored when problems are compared.
  package var keyPath: JSONPointer?

  package init(_ location: SourceLocation, _ message: String, level: Level = .error, isServable: Bool = false) {
    self.location = location
    self.level = level
    self.message = message
    self.isServable = isServable
  }

  /// The problem as reported by `serve`. It is a warning if the mock can be served despite it.
  package var whenServed: Problem {
    guard isServable, level == .error else { return self }
    var warning = self
    warning.level = .warning
    return warning
  }

  /// The problem with the affected part marked as left out, so that a mock can be served.
  package var servable: Problem {
    var servable = self
    servable.isServable = true
    servable.isOmission = true
    return servable
  }

  package static func == (left: Problem, right: Problem) -> Bool {
    left.location == right.location && left.level == right.level && left.message == right.message
      && left.isServable == right.isServable
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(location)
    hasher.combine(message)
  }

  package static func < (left: Problem, right: Problem) -> Bool {
    (left.location, left.message) < (right.location, right.message)
  }

  /// The problem in the compiler-style form `file:line:column: message`. The message of a warning is prefixed with
  /// `warning:`.
  package var description: String {
    level == .error ? "\(location): \(message)" : "\(location): warning: \(message)"
  }
}

extension Problem {
  /// The content of a problem, without its location in the file.
  fileprivate struct Saying: Hashable {
    let file: String
    let level: Problem.Level
    let message: String
    let isServable: Bool

    init(_ problem: Problem) {
      file = problem.location.file
      level = problem.level
      message = problem.message
      isServable = problem.isServable
    }
  }
}

extension [Problem] {
  /// Returns the problems, with identical ones in the same file merged. A merged problem lists the other lines, or the
  /// number of occurrences within a line.
  package func gathered() -> [Problem] {
    let groups = Dictionary(grouping: self, by: Problem.Saying.init)
    return groups.values.map { group in
      let sorted = group.sorted()
      guard sorted.count > 1 else { return sorted[0] }
      var first = Problem(
        sorted[0].location, "\(sorted[0].message) (\(Self.places(sorted)).)", level: sorted[0].level,
        isServable: sorted[0].isServable)
      first.subject = sorted[0].subject
      first.isOmission = sorted[0].isOmission
      first.isUnread = sorted[0].isUnread
      first.key = sorted[0].key
      first.parts = sorted.flatMap(\.parts)
      return first
    }.sorted()
  }

  /// Returns a phrase that lists the locations of identical problems after the first one.
  private static func places(_ sorted: [Problem]) -> String {
    var lines: [Int] = []
    for problem in sorted where problem.location.line != (lines.last ?? sorted[0].location.line) {
      lines.append(problem.location.line)
    }
    // A document may consist of a single line.
    if lines.isEmpty { return "\(sorted.count) times in this line" }
    let texts = lines.map { "\($0)" }
    let listed = texts.count > 4 ? [String](texts.prefix(3)) + ["\(texts.count - 3) more"] : texts
    return listed.count == 1 ? "Also at line \(listed[0])" : "Also at lines \(Spelling.list(listed, joining: "and"))"
  }
}

/// A contract's confidence in a statement.
package enum Standing: String, Sendable, Hashable, CaseIterable {
  /// The source states it.
  case documented
  /// The source states it with some doubt.
  case unconfirmed
  /// The source implies it, and the details are an assumption.
  case assumed
}
