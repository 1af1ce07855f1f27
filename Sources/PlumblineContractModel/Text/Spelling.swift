/// A namespace for finding the word that a misspelled one was meant to be.
package enum Spelling {
  /// The maximum length of a word that gets suggestions. The cost of a comparison is the product of both lengths.
  private static let longest = 80

  /// Returns the candidate that is nearest to a word, or `nil` if none is near enough.
  ///
  /// A candidate is near if it differs only in case or, in words of at least three letters, if at most a third of the
  /// letters are mistyped. If several candidates are equally near, the first one wins.
  package static func nearest(_ word: String, among candidates: some Sequence<String>) -> String? {
    let letters = letters(of: word)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = Self.letters(of: candidate)
      guard let limit = tolerance(letters.count, other.count) else { continue }
      let distance = distance(letters, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Returns the maximum edit distance between a word and its misspelling, given their lengths, or `nil` if neither can
  /// be a misspelling of the other.
  static func tolerance(_ left: Int, _ right: Int) -> Int? {
    let limit = max(left, right) / 3
    return min(left, right) > 0 && max(left, right) <= longest && abs(left - right) <= limit ? limit : nil
  }

  /// Returns the optimal string alignment distance, ignoring case: the number of letters to insert, delete, replace or
  /// swap with their neighbor to turn one word into the other.
  package static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(letters(of: left).prefix(longest)), Array(letters(of: right).prefix(longest)))
  }

  /// Returns a suggestion such as `; did you mean "success"?` if a candidate is near or has the same words, or a list
  /// such as `; there is a, b and c.` otherwise.
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    if let nearest = nearest(word, among: candidates) ?? nearestOfSameWords(word, among: candidates) {
      return "; did you mean \"\(nearest)\"?"
    }
    return candidates.isEmpty ? "; none are defined." : "; known: \(list(candidates))."
  }

  /// Returns the candidate whose words are a subsequence of a name's words, or the reverse. For example, returns
  /// `listMethods` for `listPaymentMethods`. The two must share at least two words, because many candidates share one.
  /// If there are several candidates, returns the nearest one.
  private static func nearestOfSameWords(_ name: String, among candidates: [String]) -> String? {
    guard name.count <= longest else { return nil }
    let words = words(of: name).map { $0.lowercased() }
    let related = candidates.filter { candidate in
      guard candidate.count <= longest else { return false }
      let others = Self.words(of: candidate).map { $0.lowercased() }
      return min(words.count, others.count) > 1 && (isPart(words, of: others) || isPart(others, of: words))
    }
    return related.min { distance(name, $0) < distance(name, $1) }
  }

  /// Returns the words of a name as written. For example, `listPaymentMethods` consists of `list`, `Payment` and
  /// `Methods`, and `check-out_items` also has three words.
  package static func words(of name: String) -> [String] {
    var words: [String] = []
    var previous: Character?
    for letter in name {
      guard letter.isASCII, letter.isLetter || letter.isNumber else {
        previous = nil
        continue
      }
      if let previous, !(letter.isUppercase && previous.isLowercase) {
        words[words.count - 1].append(letter)
      } else {
        words.append(String(letter))
      }
      previous = letter
    }
    return words
  }

  private static func isPart(_ words: [String], of all: [String]) -> Bool {
    var rest = words[...]
    for word in all where word == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Returns a list in the form `a, b and c`. A long list ends with the number of omitted words.
  package static func list(_ words: [String], joining last: String = "and", limit: Int = 8) -> String {
    // If only one word remains, show it. It takes no more space than the count would.
    if words.count > limit + 1 {
      return words.prefix(limit).joined(separator: ", ") + " \(last) \(words.count - limit) more"
    }
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) \(final)"
  }

  private static func letters(of word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars)
  }

  /// Returns the edit distance between two words of at most ``longest`` letters. It doesn't allocate an array, because
  /// many words may have to be compared.
  static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    // Skip a common prefix and suffix. Most words that are compared are very similar.
    var (start, leftEnd, rightEnd) = (0, left.count, right.count)
    while start < leftEnd, start < rightEnd, left[start] == right[start] { start += 1 }
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    if start == leftEnd || start == rightEnd { return max(leftEnd, rightEnd) - start }
    return distance(left[start..<leftEnd], right[start..<rightEnd])
  }

  private static func distance<Letter: Equatable>(_ left: ArraySlice<Letter>, _ right: ArraySlice<Letter>) -> Int {
    let width = right.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
      rows.initialize(repeating: 0)
      for column in 0..<width { rows[column] = column }
      // The starts of three rows: the second-to-last, the last, and the current one.
      var (before, above, current) = (2 * width, 0, width)
      for row in left.indices {
        rows[current] = row - left.startIndex + 1
        for (column, place) in zip(0..., right.indices) {
          let isSame = left[row] == right[place]
          var cost = min(
            rows[above + column + 1] + 1, rows[current + column] + 1, rows[above + column] + (isSame ? 0 : 1))
          if row > left.startIndex, column > 0, left[row] == right[place - 1], right[place] == left[row - 1] {
            cost = min(cost, rows[before + column - 1] + 1)
          }
          rows[current + column + 1] = cost
        }
        (before, above, current) = (above, current, before)
      }
      return rows[above + right.count]
    }
  }
}
