/// The string writers of one search for a value. Creating a writer requires automata, and the same patterns recur with
/// every member, attempt, and element.
final class TextWriters {
  private struct Key: Hashable {
    let wanted: [String]
    let unwanted: [String]
    let way: Int
  }

  private var known: [Key: PatternWriter?] = [:]

  /// Returns the writer for one way to match some patterns and avoid others, or `nil` if the writer exceeds the limits
  /// on states or steps.
  ///
  /// - Parameter way: The index of the clauses among the ways.
  func writer(_ clauses: PatternClauses, _ wanted: [Pattern], _ unwanted: [Pattern], way: Int) -> PatternWriter? {
    let key = Key(wanted: wanted.map(\.text), unwanted: unwanted.map(\.text), way: way)
    if let found = known[key] { return found }
    let made = PatternWriter(clauses)
    known[key] = .some(made)
    return made
  }
}
