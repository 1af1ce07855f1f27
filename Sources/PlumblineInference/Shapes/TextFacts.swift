import PlumblineJSONSchema

/// The common traits of the strings at one place: a format or a small set of words.
struct TextFacts {
  /// The maximum number of values in an enumeration.
  private static let most = 16
  /// The minimum number of different items that must have a value for it to count as an enumeration.
  private static let leastOwners = 20
  private static let leastOwnersOfAnyName = 100
  /// The minimum number of items that must have each value of an enumeration.
  private static let leastEach = 2
  private static let mostOwners = 20_000

  /// The formats to detect, most specific first. The last ones are detected only if there are two different strings.
  private static let formats = ["date-time", "date", "uuid", "email", "uri", "ipv4", "ipv6", "time"].compactMap(
    FormatName.init)
  private static let sure = 5
  /// The minimum number of different strings to be certain of a format. If there are fewer, other strings are likely,
  /// such as an empty one.
  private static let fewest = 3

  private var candidates = (1 << TextFacts.formats.count) - 1
  private var values: [String: (count: Int, first: Int)] = [:]
  private var isMany = false
  private var owners: Set<Int> = []
  private(set) var count = 0

  /// Records a string.
  ///
  /// - Parameter owner: A number that identifies the item that has the string, so that an item that is seen repeatedly
  ///   counts only once.
  mutating func add(_ text: String, owner: Int) {
    count += 1
    if candidates != 0 { candidates &= Self.held(by: text, of: candidates) }
    guard !isMany else { return }
    var hasher = Hasher()
    hasher.combine(owner)
    hasher.combine(text)
    guard owners.count < Self.mostOwners, owners.insert(hasher.finalize()).inserted else { return }
    values[text, default: (0, owners.count)].count += 1
    if values.count > Self.most {
      isMany = true
      owners = []
    }
  }

  /// Adds the facts about another place.
  mutating func unite(_ other: TextFacts) {
    count += other.count
    candidates &= other.candidates
    isMany = isMany || other.isMany
    let before = owners.count
    owners.formUnion(other.owners)
    for (text, facts) in other.values {
      values[text, default: (0, before + facts.first)].count += facts.count
    }
    if values.count > Self.most { isMany = true }
    if isMany { owners = [] }
  }

  private static func held(by text: String, of candidates: Int) -> Int {
    var held = 0
    for (bit, format) in formats.enumerated() where candidates & (1 << bit) != 0 && format.holds(text) {
      // Require `://`, because even `a:b` is a valid URI.
      if "\(format)" != "uri" || text.contains("://") { held |= 1 << bit }
    }
    return held
  }

  /// The format that all strings share, if there are enough strings to be certain.
  var format: String? { isMany || values.count >= Self.fewest ? likelyFormat : nil }

  /// The format that all strings share, however few there are.
  var likelyFormat: String? {
    guard count > 0 else { return nil }
    let index = Self.formats.indices.first { candidates & (1 << $0) != 0 }
    guard let index, index < Self.sure || values.count > 1 || isMany else { return nil }
    return Self.formats[index].description
  }

  /// Returns the values if it is almost certain that there are no others: many items have one of a few words in the
  /// same style, and none of the words first appeared late. Otherwise, returns `nil`.
  ///
  /// - Parameter name: The name of the place.
  func enumeration(at name: String) -> [String]? {
    guard !isMany, values.count > 1, likelyFormat == nil, Self.areCodes(values.keys) else { return nil }
    let isKind = PathWord.words(name).last.map { Self.kinds.contains($0.lowercased()) } ?? false
    let isLoud = values.keys.allSatisfy { $0 == $0.uppercased() && $0.count > 1 }
    let owners = owners.count
    guard owners >= (isKind || isLoud ? Self.leastOwners : Self.leastOwnersOfAnyName), owners >= 5 * values.count,
      values.values.allSatisfy({ $0.count >= Self.leastEach && $0.first * 2 <= owners })
    else { return nil }
    return values.keys.sorted()
  }

  /// Returns a Boolean value that indicates whether all of the strings are among those at another place. If either
  /// place has many strings, the value is `false`.
  func areAmong(_ others: TextFacts) -> Bool {
    !isMany && !others.isMany && values.keys.allSatisfy { others.values[$0] != nil }
  }

  /// The last words of names that often have only a few values.
  private static let kinds: Set<String> = [
    "status", "state", "type", "kind", "role", "priority", "severity", "mode", "direction", "order", "level",
    "visibility",
    "stage", "phase", "health", "tier", "method", "result", "outcome", "unit", "scope", "permission", "category",
  ]

  /// Returns a Boolean value that indicates whether all strings are machine-readable words in the same style.
  private static func areCodes(_ texts: some Sequence<String>) -> Bool {
    func isWord(_ text: String, _ isLetter: (Unicode.Scalar) -> Bool) -> Bool {
      guard let first = text.unicodeScalars.first, isLetter(first), text.utf8.count <= 32 else { return false }
      return text.unicodeScalars.allSatisfy { isLetter($0) || "0"..."9" ~= $0 || $0 == "_" || $0 == "-" }
    }
    return texts.allSatisfy { isWord($0) { "A"..."Z" ~= $0 } } || texts.allSatisfy { isWord($0) { "a"..."z" ~= $0 } }
      || texts.allSatisfy { text in
        isWord(text) { "a"..."z" ~= $0 || "A"..."Z" ~= $0 } && text.first?.isLowercase == true
          && !text.contains("-") && !text.contains("_")
      }
  }
}
