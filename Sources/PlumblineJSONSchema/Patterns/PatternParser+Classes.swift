/// Support for classes in brackets, escapes such as `\d`, and Unicode properties.
extension PatternParser {
  /// Parses the rest of a class after `[`, including its closing bracket.
  mutating func scalarClass() throws(PatternFault) -> ScalarSet {
    let place = index - 1
    var ranges: [ClosedRange<UInt32>] = []
    let isNegated = take("^")
    while let character = peek(), character != Self.code("]") {
      guard let low = try classAtom(&ranges) else { continue }
      guard next(is: "-"), let following = peek(1), following != Self.code("]") else {
        ranges.append(low...low)
        continue
      }
      index += 1
      var other: [ClosedRange<UInt32>] = []
      guard let high = try classAtom(&other) else {
        throw .invalid("the range before position \(index) ends in no single character")
      }
      guard low <= high else { throw .invalid("the range before position \(index) is out of order") }
      ranges.append(low...high)
    }
    guard take("]") else { throw .invalid("the class at position \(place) is not closed") }
    let set = ScalarSet(ranges)
    return isNegated ? set.complement : set
  }

  /// Returns a code point of a class, or `nil` after adding a set such as `\d` to the class.
  private mutating func classAtom(_ ranges: inout [ClosedRange<UInt32>]) throws(PatternFault) -> UInt32? {
    guard let character = peek() else { return nil }
    index += 1
    guard character == Self.code("\\") else { return character }
    if let escaped = try classEscape() {
      ranges += escaped.ranges
      if next(is: "-"), let following = peek(1), following != Self.code("]") {
        throw .invalid("the range at position \(index) starts with no single character")
      }
      return nil
    }
    return try scalarEscape(inClass: true)
  }

  /// Parses `\d`, `\w`, `\s`, `\p{…}` or one of their opposites, or returns `nil` for other escapes.
  mutating func classEscape() throws(PatternFault) -> ScalarSet? {
    guard let character = peek() else { return nil }
    let set: ScalarSet
    switch Unicode.Scalar(character) {
    case "d": set = .digits
    case "D": set = ScalarSet.digits.complement
    case "w": set = .words
    case "W": set = ScalarSet.words.complement
    case "s": set = .spaces
    case "S": set = ScalarSet.spaces.complement
    case "p", "P":
      index += 1
      let set = try property()
      return character == Self.code("P") ? set.complement : set
    default: return nil
    }
    index += 1
    return set
  }

  private mutating func property() throws(PatternFault) -> ScalarSet {
    let place = index - 2
    guard take("{") else { throw .invalid("'\\p' at position \(place) needs a name in braces") }
    var text = ""
    while let character = peek(), character != Self.code("}") {
      if let scalar = Unicode.Scalar(character) { text.unicodeScalars.append(scalar) }
      index += 1
    }
    guard take("}") else { throw .invalid("the property at position \(place) is not closed") }
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    let value = parts[parts.count - 1]
    if parts.count == 1 || parts.count == 2 && ["General_Category", "gc"].contains(parts[0]),
      let categories = GeneralCategories(name: value)
    {
      return UnicodeTables.set(categories)
    }
    if parts.count == 1, let property = BinaryProperty(name: text) { return UnicodeTables.set(property) }
    if parts.count == 2, let set = UnicodeScripts.set(value, property: parts[0]) { return set }
    throw .undecided("the property '\(text)' at position \(place) is not known here")
  }
}
