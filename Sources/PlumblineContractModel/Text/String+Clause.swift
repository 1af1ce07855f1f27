extension String {
  /// The sentence as a part of another: without its full stop, and without the capital of a word that has none in the middle.
  package var asClause: String {
    let word = prefix { $0 != " " }
    let isName = !["The", "It", "A", "An", "No", "Nothing", "Nobody", "This", "That", "Its"].contains(word)
    let clause = isName ? self : prefix(1).lowercased() + dropFirst()
    return clause.hasSuffix(".") ? String(clause.dropLast()) : clause
  }
}
