extension String {
  /// The sentence as part of a longer one: without its period, and with its first letter in lowercase unless the word
  /// is always capitalized.
  package var asClause: String {
    let word = prefix { $0 != " " }
    let isName = !["The", "It", "A", "An", "No", "Nothing", "Nobody", "This", "That", "Its"].contains(word)
    let clause = isName ? self : prefix(1).lowercased() + dropFirst()
    return clause.hasSuffix(".") ? String(clause.dropLast()) : clause
  }
}
