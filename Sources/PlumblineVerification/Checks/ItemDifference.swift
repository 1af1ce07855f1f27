import PlumblineJSONTree

/// A difference between a list and an individually read item in one of its members, apart from abbreviation.
///
/// Lists abbreviate: they truncate text, drop markup, mask digits with asterisks, and show a thumbnail, the first
/// elements of an array, or null for data they don't load. Counters may lag behind. None of these is a difference.
struct ItemDifference: Sendable {
  /// The maximum lengths of arrays and of the strings in them. Longer ones aren't compared, because every element is
  /// compared with every other.
  private static let longest = 100
  private static let longestElement = 200
  /// The last words of the names of counters.
  private static let counts: Set<String> = [
    "balance", "clicks", "count", "counts", "hits", "likes", "rating", "score", "total", "unread", "views", "visits",
    "votes",
  ]

  /// The characters that mark a truncated string, such as `…` and `[...]`.
  private static let ends: Set<Character> = ["…", ".", "[", "]", "(", ")", " "]

  let member: JSONPointer
  let listed: JSON
  let read: JSON

  private init(member: JSONPointer, listed: JSON, read: JSON) {
    self.member = member
    self.listed = listed
    self.read = read
  }

  /// Creates a value for the first difference between two values, or returns `nil` if there is none.
  init?(_ listed: JSON, _ read: JSON, at place: JSONPointer) {
    guard listed.kind == read.kind else { return nil }
    switch listed.kind {
    case .object:
      for (name, value) in listed.members {
        guard let other = read[name], let found = ItemDifference(value, other, at: place.appending(name)) else {
          continue
        }
        self = found
        return
      }
      return nil
    case .array: guard Self.areOther(listed, read) else { return nil }
    case .string: guard Self.areOther(listed.string ?? "", read.string ?? "") else { return nil }
    case .number: guard !Self.isCount(place), !Self.isSame(listed, read) else { return nil }
    case .bool, .null: guard listed != read else { return nil }
    }
    self.init(member: place, listed: listed, read: read)
  }

  /// Returns a Boolean value that indicates whether each of two arrays of scalars has an element that the other one
  /// lacks.
  private static func areOther(_ one: JSON, _ other: JSON) -> Bool {
    let (some, others) = (Array(one.elements), Array(other.elements))
    guard some.count <= longest, others.count <= longest else { return false }
    guard (some + others).allSatisfy({ isScalar($0) && ($0.string ?? "").utf8.count <= longestElement }) else {
      return false
    }
    func isPart(_ part: [JSON], of whole: [JSON]) -> Bool {
      part.allSatisfy { element in whole.contains { isSame(element, $0) || isAbbreviated(element, $0) } }
    }
    return !isPart(some, of: others) && !isPart(others, of: some)
  }

  private static func isScalar(_ value: JSON) -> Bool {
    switch value.kind {
    case .string, .number, .bool: true
    case .null, .array, .object: false
    }
  }

  private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
    Equivalence.holds(one, other) || Equivalence.holds(other, one)
  }

  private static func isAbbreviated(_ one: JSON, _ other: JSON) -> Bool {
    guard let one = one.string, let other = other.string else { return false }
    return !areOther(one, other)
  }

  private static func areOther(_ one: String, _ other: String) -> Bool {
    if isSame(JSON(one), JSON(other)) { return false }
    if [one, other].contains(where: { isMasked($0) || $0.contains("<") || isAddress($0) }) { return false }
    let (short, long) = (begin(one), begin(other))
    return !short.hasPrefix(long) && !long.hasPrefix(short)
  }

  /// Returns a string without a truncation mark, with case and spaces normalized.
  private static func begin(_ text: String) -> String {
    var words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    while let last = words.last, ends.contains(last) { words.removeLast() }
    return words
  }

  private static func isMasked(_ text: String) -> Bool {
    text.contains { $0 == "*" || $0 == "•" || $0 == "●" } || text.lowercased().contains("xxx")
  }

  /// Returns a Boolean value that indicates whether a string is a URL. URLs aren't compared, because the same image may
  /// have a different signature each time, and a list may link to a smaller one.
  private static func isAddress(_ text: String) -> Bool { text.hasPrefix("/") || text.contains("://") }

  private static func isCount(_ place: JSONPointer) -> Bool {
    guard let name = place.tokens.last, let word = VariableNames.words(name).split(separator: "_").last else {
      return false
    }
    return counts.contains(word.lowercased())
  }
}
