/// The writers of strings that one search for a value has needed: to make one takes automata, and the same patterns are asked
/// for again with each member, each attempt and each element.
final class TextWriters {
  private struct Key: Hashable {
    let wanted: [String]
    let unwanted: [String]
    let way: Int
  }

  private var known: [Key: PatternWriter?] = [:]

  /// Returns the writer of one way to match patterns and avoid others; `nil` if it takes more states or steps than there are
  /// for it.
  ///
  /// - Parameter way: the number of these clauses among the ways.
  func writer(_ clauses: PatternClauses, _ wanted: [Pattern], _ unwanted: [Pattern], way: Int) -> PatternWriter? {
    let key = Key(wanted: wanted.map(\.text), unwanted: unwanted.map(\.text), way: way)
    if let found = known[key] { return found }
    let made = PatternWriter(clauses)
    known[key] = .some(made)
    return made
  }
}
