import PlumblineJSONTree

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
  /// A Boolean value that indicates whether a mock can be served in spite of it.
  package let isServable: Bool
  /// A hash of the part that it is about, by which two documents with the same problem are compared; no part of its identity.
  package var subject: Int?
  /// A Boolean value that indicates whether the part that it is about is left out of a document; no part of its identity
  /// either.
  package var isOmission = false
  /// A Boolean value that indicates whether it is about a member that nobody knows, so that nothing reads it.
  package var isUnread = false
  /// The parts that it is about, where clients know each by its name; no part of its identity.
  package var parts: [UnheldPart] = []

  package init(_ location: SourceLocation, _ message: String, level: Level = .error, isServable: Bool = false) {
    self.location = location
    self.level = level
    self.message = message
    self.isServable = isServable
  }

  /// The problem as it is for whoever serves a mock: a warning where the mock can be served in spite of it.
  package var whenServed: Problem {
    guard isServable, level == .error else { return self }
    var warning = Problem(location, message, level: .warning, isServable: true)
    warning.subject = subject
    warning.isOmission = isOmission
    warning.isUnread = isUnread
    warning.parts = parts
    return warning
  }

  /// The same where the part that it is about is left out, so that a mock can be served.
  package var servable: Problem {
    var servable = Problem(location, message, level: level, isServable: true)
    servable.subject = subject
    servable.isOmission = true
    servable.isUnread = isUnread
    servable.parts = parts
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

  /// `file:line:column: message`, as compilers print it; a warning says so.
  package var description: String {
    level == .error ? "\(location): \(message)" : "\(location): warning: \(message)"
  }
}

extension Problem {
  /// What a problem says of a file.
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
  /// Problems of a document, those that say the same of several places of a file as one, with the lines of the others.
  package func gathered() -> [Problem] {
    let groups = Dictionary(grouping: self, by: Problem.Saying.init)
    return groups.values.map { group in
      let sorted = group.sorted()
      guard sorted.count > 1 else { return sorted[0] }
      let lines = sorted.dropFirst().map { "\($0.location.line)" }
      let listed = lines.count > 4 ? [String](lines.prefix(3)) + ["\(lines.count - 3) more"] : lines
      let words = listed.count == 1 ? "line \(listed[0])" : "lines \(Spelling.list(listed, joining: "and"))"
      var first = Problem(
        sorted[0].location, "\(sorted[0].message) (Also at \(words).)", level: sorted[0].level,
        isServable: sorted[0].isServable)
      first.subject = sorted[0].subject
      first.isOmission = sorted[0].isOmission
      first.isUnread = sorted[0].isUnread
      first.parts = sorted.flatMap(\.parts)
      return first
    }.sorted()
  }
}

/// How sure a contract is of what it says.
package enum Standing: String, Sendable, Hashable, CaseIterable {
  /// The source states it.
  case documented
  /// The source states it, and doubts that it exists.
  case unconfirmed
  /// The source implies it; the details are ours.
  case assumed
}
