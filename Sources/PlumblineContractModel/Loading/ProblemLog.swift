import PlumblineJSONTree

/// Collects the problems that the readers of one contract find.
final class ProblemLog {
  private(set) var problems: [Problem] = []
  /// The places that a more specific reader has checked; the format check skips them.
  private(set) var judged: Set<SourceLocation> = []
  private var seen: Set<Problem> = []
  /// The number of names that may still be compared for suggestions: if thousands are wrong, only the first get suggestions.
  private var comparisons = 250_000

  /// Adds a problem for which the contract is refused.
  ///
  /// - Parameter key: the key at the place, if the problem is about that member.
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

  /// Suppresses the format check at a place whose problem is reported at a better one.
  func judge(_ location: SourceLocation) {
    judged.insert(location)
  }

  /// Adds a problem, unless another reader has already reported it.
  func add(_ problem: Problem) {
    if seen.insert(problem).inserted { problems.append(problem) }
  }

  /// Returns the likely intended name for an unknown one, or the names that exist, as ``Spelling/suggestion(for:among:)`` does.
  func suggestion(for word: String, among candidates: [String]) -> String {
    guard comparisons > 0 else {
      return candidates.isEmpty ? "; none are defined." : "; known: \(Spelling.list(candidates))."
    }
    comparisons -= candidates.count
    return Spelling.suggestion(for: word, among: candidates)
  }

  var hasErrors: Bool { problems.contains { $0.level == .error && !$0.isServable } }
}
