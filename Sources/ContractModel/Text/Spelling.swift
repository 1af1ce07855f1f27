/// Finds what somebody meant to write.
package enum Spelling {
  /// Longer words get no suggestion: nobody mistypes them, and comparing them costs the product of their lengths.
  private static let longest = 80

  /// The candidate that is nearest to a word; `nil` when none is near enough to be meant.
  ///
  /// Near means: equal whatever the case, or up to a third of the word's letters mistyped, in words of three letters and
  /// more. Of equally near ones the first wins.
  package static func nearest(_ word: String, among candidates: some Sequence<String>) -> String? {
    let letters = letters(of: word)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = Self.letters(of: candidate)
      guard !other.isEmpty, other.count <= longest else { continue }
      let limit = max(letters.count, other.count) / 3
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters have to be put in, left out, replaced or swapped with their neighbour to get from one word to the
  /// other, whatever their case (the optimal string alignment distance).
  package static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(letters(of: left).prefix(longest)), Array(letters(of: right).prefix(longest)))
  }

  /// `; did you mean "success"?` when a candidate is near, else `; there is a, b and c.`
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    if let nearest = nearest(word, among: candidates) { return "; did you mean \"\(nearest)\"?" }
    return candidates.isEmpty ? "; there are none." : "; there is \(list(candidates))."
  }

  /// `a, b and c`; a long list ends with how many more there are.
  package static func list(_ words: [String], joining last: String = "and", limit: Int = 8) -> String {
    if words.count > limit {
      return words.prefix(limit).joined(separator: ", ") + " \(last) \(words.count - limit) more"
    }
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) \(final)"
  }

  private static func letters(of word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars)
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(above[column + 1] + 1, current[column] + 1, above[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], other == left[row - 1] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = above
      above = current
    }
    return above[right.count]
  }
}
