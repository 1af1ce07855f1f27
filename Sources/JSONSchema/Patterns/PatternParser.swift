/// Reads ECMA-262 patterns as with the `u` flag; escaped punctuation and lone `]`, `{`, `}` stand for themselves.
///
/// Groups nest by recursion, bounded by `depthLimit`.
struct PatternParser {
  private static let depthLimit = 100
  private static let countLimit = 1 << 30

  private let text: [UInt32]
  private var index = 0
  private var depth = 0
  private var groupCount = 0

  init(_ pattern: String) {
    text = pattern.unicodeScalars.map(\.value)
  }

  mutating func parse() throws(PatternFault) -> PatternTree {
    groupCount = countGroups()
    let tree = try choice()
    if index < text.count { throw .invalid("')' at position \(index) closes no group") }
    return tree
  }

  private func countGroups() -> Int {
    var count = 0
    var inClass = false
    var place = 0
    while place < text.count {
      switch text[place] {
      case Self.code("\\"): place += 1
      case Self.code("["): inClass = true
      case Self.code("]"): inClass = false
      case Self.code("(") where !inClass:
        let isPlain = place + 1 >= text.count || text[place + 1] != Self.code("?")
        let isNamed =
          place + 3 < text.count && text[place + 1] == Self.code("?") && text[place + 2] == Self.code("<")
          && text[place + 3] != Self.code("=") && text[place + 3] != Self.code("!")
        if isPlain || isNamed { count += 1 }
      default: break
      }
      place += 1
    }
    return count
  }

  static func code(_ scalar: Unicode.Scalar) -> UInt32 { scalar.value }

  private func peek(_ offset: Int = 0) -> UInt32? {
    index + offset < text.count ? text[index + offset] : nil
  }

  private func next(is scalar: Unicode.Scalar, _ offset: Int = 0) -> Bool { peek(offset) == scalar.value }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next(is: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func choice() throws(PatternFault) -> PatternTree {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw .invalid("groups nest deeper than \(Self.depthLimit) levels") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternFault) -> PatternTree {
    var items: [PatternTree] = []
    while let character = peek(), character != Self.code("|"), character != Self.code(")") {
      let atom = try term()
      items.append(try quantified(atom))
    }
    return items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func term() throws(PatternFault) -> PatternTree {
    let place = index
    guard let character = peek() else { return .empty }
    index += 1
    switch Unicode.Scalar(character) {
    case "^": return .start
    case "$": return .end
    case ".": return .set(.dot)
    case "(": return try group()
    case "[": return .set(try scalarClass())
    case "*", "+", "?": throw .invalid("nothing to repeat at position \(place)")
    case "{" where quantifier(at: place) != nil: throw .invalid("nothing to repeat at position \(place)")
    case "\\": return try escape()
    default: return .set(ScalarSet(character))
    }
  }

  private mutating func group() throws(PatternFault) -> PatternTree {
    let place = index - 1
    if take("?") {
      if take(":") {
        // A group that only holds together.
      } else if next(is: "=") || next(is: "!") {
        throw .undecided("look-ahead at position \(place) can not be matched in linear time")
      } else if next(is: "<") && (next(is: "=", 1) || next(is: "!", 1)) {
        throw .undecided("look-behind at position \(place) can not be matched in linear time")
      } else if take("<") {
        var length = 0
        while let character = peek(), character != Self.code(">") {
          guard ScalarSet.isWord(character) || character == Self.code("$") || character > 0x7F else { break }
          index += 1
          length += 1
        }
        guard take(">"), length > 0 else { throw .invalid("the group name at position \(place) is malformed") }
      } else if isModified() {
        throw .undecided("modifiers at position \(place) are not supported")
      } else {
        throw .invalid("'(?' at position \(place) starts no group")
      }
    }
    let tree = try choice()
    guard take(")") else { throw .invalid("the group at position \(place) is not closed") }
    return tree
  }

  /// Whether `(?` is followed by modifiers and a colon, as in `(?i:a)`.
  private func isModified() -> Bool {
    var offset = 0
    while let character = peek(offset), "ims-".unicodeScalars.contains(where: { $0.value == character }) { offset += 1 }
    return offset > 0 && next(is: ":", offset)
  }

  private mutating func quantified(_ atom: PatternTree) throws(PatternFault) -> PatternTree {
    let place = index
    var bounds: (minimum: Int, maximum: Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if let found = quantifier(at: index) {
      index = found.end
      bounds = (found.minimum, found.maximum)
    } else {
      return atom
    }
    _ = take("?")
    switch atom {
    case .start, .end, .wordBoundary, .notWordBoundary: throw .invalid("nothing to repeat at position \(place)")
    default: break
    }
    if let maximum = bounds.maximum, maximum < bounds.minimum {
      throw .invalid("the counts at position \(place) are out of order")
    }
    return .loop(atom, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  /// `{n}`, `{n,}` or `{n,m}` at a place.
  private func quantifier(at place: Int) -> (minimum: Int, maximum: Int?, end: Int)? {
    var place = place
    guard place < text.count, text[place] == Self.code("{") else { return nil }
    place += 1
    guard let minimum = digits(&place) else { return nil }
    var maximum: Int? = minimum
    if place < text.count, text[place] == Self.code(",") {
      place += 1
      maximum = digits(&place)
    }
    guard place < text.count, text[place] == Self.code("}") else { return nil }
    return (minimum, maximum, place + 1)
  }

  private func digits(_ place: inout Int) -> Int? {
    var value: Int?
    while place < text.count, 0x30...0x39 ~= text[place] {
      value = min((value ?? 0) * 10 + Int(text[place] - 0x30), Self.countLimit)
      place += 1
    }
    return value
  }
}

extension PatternParser {
  /// What follows a backslash outside a class.
  private mutating func escape() throws(PatternFault) -> PatternTree {
    let place = index - 1
    guard let character = peek() else { throw .invalid("the pattern ends after a backslash") }
    switch Unicode.Scalar(character) ?? " " {
    case "b":
      index += 1
      return .wordBoundary
    case "B":
      index += 1
      return .notWordBoundary
    case "k":
      throw .undecided("the back-reference at position \(place) can not be matched in linear time")
    case "1"..."9":
      var value = 0
      while let digit = peek(), 0x30...0x39 ~= digit, value < Self.countLimit {
        value = value * 10 + Int(digit - 0x30)
        index += 1
      }
      if value <= groupCount {
        throw .undecided("the back-reference at position \(place) can not be matched in linear time")
      }
      throw .invalid("the back-reference at position \(place) names no group")
    default: break
    }
    if let set = try classEscape() { return .set(set) }
    return .set(ScalarSet(try scalarEscape(inClass: false)))
  }

  /// `\d`, `\w`, `\s`, `\p{…}` and their opposites; nil for other escapes.
  private mutating func classEscape() throws(PatternFault) -> ScalarSet? {
    guard let character = peek() else { return nil }
    let set: ScalarSet
    switch Unicode.Scalar(character) {
    case "d": set = .digits
    case "D": set = .notDigits
    case "w": set = .words
    case "W": set = .notWords
    case "s": set = .spaces
    case "S": set = .notSpaces
    case "p", "P":
      index += 1
      return try property(isNegated: character == Self.code("P"))
    default: return nil
    }
    index += 1
    return set
  }

  private mutating func property(isNegated: Bool) throws(PatternFault) -> ScalarSet {
    let place = index - 2
    guard take("{") else { throw .invalid("'\\p' at position \(place) needs a name in braces") }
    var text = ""
    while let character = peek(), character != Self.code("}") {
      if let scalar = Unicode.Scalar(character) { text.unicodeScalars.append(scalar) }
      index += 1
    }
    guard take("}") else { throw .invalid("the property at position \(place) is not closed") }
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, ["Script", "sc", "Script_Extensions", "scx"].contains(parts[0]) {
      throw .undecided("the script property at position \(place) is not known here")
    }
    var set = ScalarSet()
    if parts.count == 1 || parts.count == 2 && ["General_Category", "gc"].contains(parts[0]),
      let categories = GeneralCategories(name: parts[parts.count - 1])
    {
      set.insert(isNegated ? categories.complement : categories)
      return set
    }
    if parts.count == 1, let property = BinaryProperty(name: text) {
      set.insert(property, isNegated: isNegated)
      return set
    }
    throw .undecided("the property '\(text)' at position \(place) is not known here")
  }

  /// One scalar after a backslash.
  private mutating func scalarEscape(inClass: Bool) throws(PatternFault) -> UInt32 {
    let place = index - 1
    guard let character = peek() else { throw .invalid("the pattern ends after a backslash") }
    index += 1
    switch Unicode.Scalar(character) {
    case "n": return 0x0A
    case "t": return 0x09
    case "r": return 0x0D
    case "f": return 0x0C
    case "v": return 0x0B
    case "b" where inClass: return 0x08
    case "0":
      if let digit = peek(), 0x30...0x39 ~= digit { break }
      return 0
    case "c":
      guard let letter = peek(), 0x41...0x5A ~= letter & ~0x20 else { break }
      index += 1
      return letter & 0x1F
    case "x":
      guard let value = hex(2) else { break }
      return value
    case "u":
      if let value = try unicodeEscape(place) { return value }
    default:
      // Letters and digits are kept free for escapes to come; what is neither stands for itself.
      if !ScalarSet.isWord(character) || character == Self.code("_") { return character }
    }
    throw .invalid("'\\\(Unicode.Scalar(character).map(String.init) ?? "")' at position \(place) is no escape")
  }

  private mutating func unicodeEscape(_ place: Int) throws(PatternFault) -> UInt32? {
    if take("{") {
      var value: UInt32 = 0
      var length = 0
      while let digit = peek().flatMap(Self.hexDigit) {
        value = value << 4 | digit
        if value > 0x10FFFF { throw .invalid("the escape at position \(place) is beyond Unicode") }
        length += 1
        index += 1
      }
      return take("}") && length > 0 ? value : nil
    }
    guard let high = hex(4) else { return nil }
    guard 0xD800...0xDBFF ~= high, next(is: "\\"), next(is: "u", 1) else { return high }
    let after = index
    index += 2
    if let low = hex(4), 0xDC00...0xDFFF ~= low { return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00) }
    index = after
    return high
  }

  private mutating func hex(_ length: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<length {
      guard let digit = peek(offset).flatMap(Self.hexDigit) else { return nil }
      value = value << 4 | digit
    }
    index += length
    return value
  }

  private static func hexDigit(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x41 + 10
    case 0x61...0x66: value - 0x61 + 10
    default: nil
    }
  }

  /// What follows `[`, with its closing bracket.
  private mutating func scalarClass() throws(PatternFault) -> ScalarSet {
    let place = index - 1
    var set = ScalarSet()
    set.isNegated = take("^")
    while let character = peek(), character != Self.code("]") {
      guard let low = try classAtom(&set) else { continue }
      guard next(is: "-"), let following = peek(1), following != Self.code("]") else {
        set.insert(low...low)
        continue
      }
      index += 1
      var other = ScalarSet()
      guard let high = try classAtom(&other) else {
        throw .invalid("the range before position \(index) ends in no single character")
      }
      guard low <= high else { throw .invalid("the range before position \(index) is out of order") }
      set.insert(low...high)
    }
    guard take("]") else { throw .invalid("the class at position \(place) is not closed") }
    return set
  }

  /// One scalar of a class; or nil after a set such as `\d` went into the class.
  private mutating func classAtom(_ set: inout ScalarSet) throws(PatternFault) -> UInt32? {
    guard let character = peek() else { return nil }
    index += 1
    guard character == Self.code("\\") else { return character }
    if let escaped = try classEscape() {
      set.formUnion(escaped)
      if next(is: "-"), let following = peek(1), following != Self.code("]") {
        throw .invalid("the range at position \(index) starts with no single character")
      }
      return nil
    }
    return try scalarEscape(inClass: true)
  }
}
