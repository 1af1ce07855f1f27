import TestSupport

/// A small pattern with the simplest possible matcher, which computes the set of places where a match from a given
/// start may end.
indirect enum ReferencePattern {
  case nothing
  case letters(Set<UInt8>, isNegated: Bool)
  case any
  case sequence([ReferencePattern])
  case choice([ReferencePattern])
  case loop(ReferencePattern, minimum: Int, maximum: Int?, isLazy: Bool)
  case start
  case end
  case wordBoundary
  case notWordBoundary
  case look(ReferencePattern, isAhead: Bool, isNegated: Bool)

  /// The pattern's text. With `core`, it's limited to syntax that other engines interpret the same way.
  var text: String {
    switch self {
    case .nothing: return ""
    case .letters(let set, let isNegated):
      let letters = set.sorted().map { String(UnicodeScalar($0)) }
      if letters.count == 1, !isNegated { return letters[0] }
      return "[" + (isNegated ? "^" : "") + letters.joined() + "]"
    case .any: return "."
    case .sequence(let parts):
      return parts.map { part in
        if case .choice = part { return "(" + part.text + ")" }
        return part.text
      }.joined()
    case .choice(let branches): return branches.map(\.text).joined(separator: "|")
    case .loop(let part, let minimum, let maximum, let isLazy):
      let counts: String
      switch (minimum, maximum) {
      case (0, nil): counts = "*"
      case (1, nil): counts = "+"
      case (0, 1): counts = "?"
      case (_, nil): counts = "{\(minimum),}"
      case (_, let maximum?): counts = minimum == maximum ? "{\(minimum)}" : "{\(minimum),\(maximum)}"
      }
      return "(?:" + part.text + ")" + counts + (isLazy ? "?" : "")
    case .start: return "^"
    case .end: return "$"
    case .wordBoundary: return "\\b"
    case .notWordBoundary: return "\\B"
    case .look(let part, let isAhead, let isNegated):
      return "(?" + (isAhead ? "" : "<") + (isNegated ? "!" : "=") + part.text + ")"
    }
  }

  func matches(_ text: [UInt8]) -> Bool {
    (0...text.count).contains { ends(text, from: $0) != 0 }
  }

  /// Returns a bit for each place where a match from `start` may end.
  private func ends(_ text: [UInt8], from start: Int) -> UInt64 {
    let here = UInt64(1) << UInt64(start)
    switch self {
    case .nothing: return here
    case .letters(let set, let isNegated):
      return start < text.count && set.contains(text[start]) != isNegated ? here << 1 : 0
    case .any: return start < text.count ? here << 1 : 0
    case .sequence(let parts):
      return parts.reduce(here) { Self.spread($0, text, $1) }
    case .choice(let branches): return branches.reduce(0) { $0 | $1.ends(text, from: start) }
    case .loop(let part, let minimum, let maximum, _):
      var reached = here
      for _ in 0..<minimum { reached = Self.spread(reached, text, part) }
      var all = reached
      for _ in 0..<(maximum.map { $0 - minimum } ?? text.count + 1) {
        reached = Self.spread(reached, text, part)
        all |= reached
      }
      return all
    case .start: return start == 0 ? here : 0
    case .end: return start == text.count ? here : 0
    case .wordBoundary: return Self.isBoundary(text, start) ? here : 0
    case .notWordBoundary: return Self.isBoundary(text, start) ? 0 : here
    case .look(let part, let isAhead, let isNegated):
      let isThere =
        isAhead
        ? part.ends(text, from: start) != 0 : (0...start).contains { part.ends(text, from: $0) & here != 0 }
      return isThere != isNegated ? here : 0
    }
  }

  private static func spread(_ places: UInt64, _ text: [UInt8], _ part: ReferencePattern) -> UInt64 {
    var found: UInt64 = 0
    for place in 0...text.count where places & 1 << UInt64(place) != 0 { found |= part.ends(text, from: place) }
    return found
  }

  private static func isBoundary(_ text: [UInt8], _ place: Int) -> Bool {
    func isWord(_ place: Int) -> Bool { text.indices.contains(place) && text[place] != UInt8(ascii: "-") }
    return isWord(place - 1) != isWord(place)
  }

  /// Returns a random pattern over a few letters, with lookarounds if they are requested.
  static func random(
    _ numbers: inout RandomNumbers, alphabet: [UInt8], depth: Int, looks: Bool = false
  ) -> ReferencePattern {
    func part() -> ReferencePattern { random(&numbers, alphabet: alphabet, depth: depth - 1, looks: looks) }
    let kind = Int.random(in: 0..<(depth > 0 ? looks ? 21 : 17 : 9), using: &numbers)
    switch kind {
    case 0..<4: return .letters([alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]], isNegated: false)
    case 4:
      let letters = alphabet.filter { _ in Bool.random(using: &numbers) }
      return .letters(letters.isEmpty ? [alphabet[0]] : Set(letters), isNegated: Bool.random(using: &numbers))
    case 5: return .any
    case 6: return Bool.random(using: &numbers) ? .start : .end
    case 7: return Bool.random(using: &numbers) ? .wordBoundary : .notWordBoundary
    case 8: return Int.random(in: 0..<4, using: &numbers) == 0 ? .nothing : .any
    case 9..<12:
      let count = Int.random(in: 2...4, using: &numbers)
      return .sequence((0..<count).map { _ in part() })
    case 12..<14:
      let count = Int.random(in: 2...3, using: &numbers)
      return .choice((0..<count).map { _ in part() })
    case 14:
      // A repeated set, which is matched by counting.
      let minimum = Int.random(in: 0...5, using: &numbers)
      let maximum = Int.random(in: 0...3, using: &numbers) == 0 ? nil : max(5, minimum)
      let letters = ReferencePattern.letters(Set(alphabet.prefix(minimum % 3 + 1)), isNegated: false)
      return .loop(letters, minimum: max(minimum, maximum == nil ? 5 : 0), maximum: maximum, isLazy: false)
    case 17...:
      return .look(part(), isAhead: Bool.random(using: &numbers), isNegated: Bool.random(using: &numbers))
    default:
      let minimum = Int.random(in: 0...2, using: &numbers)
      let maximum = Bool.random(using: &numbers) ? nil : minimum + Int.random(in: 0...2, using: &numbers)
      return .loop(
        part(), minimum: minimum, maximum: maximum, isLazy: Int.random(in: 0..<4, using: &numbers) == 0)
    }
  }
}
