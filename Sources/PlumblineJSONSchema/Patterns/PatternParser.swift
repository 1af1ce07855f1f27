/// A parser of ECMA-262 patterns in Unicode mode (the `u` flag). Escaped punctuation and lone `]`, `{`, and `}` stand
/// for themselves.
///
/// Groups nest through recursion, which `depthLimit` bounds.
struct PatternParser {
  private static let depthLimit = 100
  static let countLimit = 1 << 30

  let text: [UInt32]
  var index = 0
  private var depth = 0
  private(set) var groupCount = 0

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

  func peek(_ offset: Int = 0) -> UInt32? {
    index + offset < text.count ? text[index + offset] : nil
  }

  func next(is scalar: Unicode.Scalar, _ offset: Int = 0) -> Bool { peek(offset) == scalar.value }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
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
      let isGroup = character == Self.code("(") && !startsLookBehind
      let atom = try term()
      items.append(try quantified(atom, isGroup: isGroup))
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

  /// A Boolean value that indicates whether `(?<=` or `(?<!` comes next. Unlike a look-ahead, a look-behind may not be
  /// repeated.
  private var startsLookBehind: Bool { next(is: "?", 1) && next(is: "<", 2) && (next(is: "=", 3) || next(is: "!", 3)) }

  private mutating func group() throws(PatternFault) -> PatternTree {
    let place = index - 1
    var look: (isAhead: Bool, isNegated: Bool)?
    if take("?") {
      if take(":") {
        // A non-capturing group.
      } else if next(is: "=") || next(is: "!") {
        look = (true, next(is: "!"))
        index += 1
      } else if next(is: "<") && (next(is: "=", 1) || next(is: "!", 1)) {
        look = (false, next(is: "!", 1))
        index += 2
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
    return look.map { .look(tree, isAhead: $0.isAhead, isNegated: $0.isNegated) } ?? tree
  }

  /// Returns a Boolean value that indicates whether `(?` is followed by modifiers and a colon, as in `(?i:a)`.
  private func isModified() -> Bool {
    var offset = 0
    while let character = peek(offset), "ims-".unicodeScalars.contains(where: { $0.value == character }) { offset += 1 }
    return offset > 0 && next(is: ":", offset)
  }

  private mutating func quantified(_ atom: PatternTree, isGroup: Bool) throws(PatternFault) -> PatternTree {
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
    case .start, .end, .wordBoundary, .notWordBoundary, .look:
      if !isGroup { throw .invalid("nothing to repeat at position \(place)") }
    default: break
    }
    if let maximum = bounds.maximum, maximum < bounds.minimum {
      throw .invalid("the counts at position \(place) are out of order")
    }
    return .loop(atom, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  /// Parses `{n}`, `{n,}` or `{n,m}` at a position.
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
