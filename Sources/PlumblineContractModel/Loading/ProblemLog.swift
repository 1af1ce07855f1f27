import PlumblineJSONTree

/// A collector for the problems that the readers of a contract find.
final class ProblemLog {
  private(set) var problems: [Problem] = []
  /// The locations that a more specific reader has already checked. The format check skips them.
  private(set) var judged: Set<SourceLocation> = []
  private var seen: Set<Problem> = []
  /// The number of name comparisons left for suggestions. If thousands of names are wrong, only the first ones get
  /// suggestions.
  private var comparisons = 250_000

  /// Adds a problem that prevents the contract from loading.
  ///
  /// - Parameter key: The key at the location, if the problem is about that member.
  func error(_ location: SourceLocation, key: String? = nil, _ message: String) {
    judged.insert(location)
    var problem = Problem(location, message)
    problem.key = key
    add(problem)
  }

  /// Adds an error that doesn't prevent a mock from being served.
  func servableError(_ location: SourceLocation, _ message: String) {
    add(Problem(location, message, isServable: true))
  }

  /// Adds a problem that should be reviewed.
  func warning(_ location: SourceLocation, _ message: String) {
    add(Problem(location, message, level: .warning))
  }

  /// Suppresses the format check at a location whose problem is reported elsewhere.
  func judge(_ location: SourceLocation) {
    judged.insert(location)
  }

  /// Adds a problem, unless it has already been reported.
  func add(_ problem: Problem) {
    if seen.insert(problem).inserted { problems.append(problem) }
  }

  /// Returns a suggestion with the known name that an unknown one was probably meant to be, or with all known names.
  /// See ``Spelling/suggestion(for:among:)``.
  func suggestion(for word: String, among candidates: [String]) -> String {
    guard comparisons > 0 else {
      return candidates.isEmpty ? "; none are defined." : "; known: \(Spelling.list(candidates))."
    }
    comparisons -= candidates.count
    return Spelling.suggestion(for: word, among: candidates)
  }

  var hasErrors: Bool { problems.contains { $0.level == .error && !$0.isServable } }
}
