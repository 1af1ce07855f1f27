import PlumblineJSONTree
import PlumblineTime

/// A comparison of a shown value with the sent one that tolerates servers' common normalizations.
///
/// Strings are compared after trimming, ignoring case and Unicode normal form. Numbers may be in any notation, rounded
/// to the shown number of decimals. Times may be in any time zone, truncated to the server's precision. Arrays are
/// compared as sets. An object may show more than was sent, and null equals a missing value.
enum Equivalence {
  /// The degree to which the shown value matches the sent one.
  enum Degree: Sendable, Equatable, Comparable {
    /// The shown value is identical to the sent one.
    case same
    /// The shown value is a different form of the sent one, described by a phrase such as `in a different case`.
    case normalised(String)
    case other

    static func < (left: Degree, right: Degree) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .same: 0
      case .normalised: 1
      case .other: 2
      }
    }
  }

  static func holds(_ sent: JSON, _ shown: JSON?) -> Bool { degree(sent, shown) != .other }

  static func degree(_ sent: JSON, _ shown: JSON?) -> Degree {
    guard let shown else { return sent.isNull ? .same : .other }
    switch (sent.kind, shown.kind) {
    case (.string, .string): return degree(sent.string ?? "", shown.string ?? "")
    case (.number, .number): return sent == shown ? .same : degree(ofNumber: sent, shown)
    case (.array, .array): return degree(Array(sent.elements), Array(shown.elements))
    case (.object, .object): return sent.members.map { degree($0.value, shown[$0.key]) }.max() ?? .same
    // Treat a number and the string of it as equal. The inspector reports the type.
    case (.number, .string), (.string, .number):
      return sent.scalarText == shown.scalarText ? .normalised("as a different type") : .other
    default: return sent == shown ? .same : .other
    }
  }

  private static func degree(_ sent: [JSON], _ shown: [JSON]) -> Degree {
    guard sent.count == shown.count else { return .other }
    let inOrder = zip(sent, shown).map { degree($0, $1) }.max() ?? .same
    guard inOrder == .other else { return inOrder }
    var left = shown
    for element in sent {
      guard let index = left.firstIndex(where: { degree(element, $0) != .other }) else { return .other }
      left.remove(at: index)
    }
    return .normalised("in a different order")
  }

  private static func degree(_ sent: String, _ shown: String) -> Degree {
    if sent.unicodeScalars.elementsEqual(shown.unicodeScalars) { return .same }
    // Swift compares strings by canonical equivalence.
    if sent == shown { return .normalised("in a different Unicode normal form") }
    let (one, other) = (trimmed(sent), trimmed(shown))
    if one == other { return .normalised("without the surrounding spaces") }
    if one.lowercased() == other.lowercased() { return .normalised("in a different case") }
    guard let moment = Timestamp(sent), let seen = Timestamp(shown) else { return .other }
    if moment == seen { return .normalised("in a different notation of the same time") }
    return moment.isCutOff(as: seen) ? .normalised("with less precision") : .other
  }

  private static func trimmed(_ text: String) -> Substring {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Compares two numbers. The sent number counts as rounded if the shown one has fewer decimals and differs by at most
  /// half a unit in the last decimal.
  private static func degree(ofNumber sent: JSON, _ shown: JSON) -> Degree {
    guard let one = sent.double, let other = shown.double, one.isFinite, other.isFinite,
      let decimals = decimals(shown.text), let precise = Self.decimals(sent.text), decimals < precise
    else { return .other }
    var unit = 1.0
    for _ in 0..<decimals { unit /= 10 }
    // Binary approximations of decimal fractions are slightly off.
    return abs(one - other) <= unit * 0.500_001 ? .normalised("rounded") : .other
  }

  /// Returns the number of digits after the decimal point, or `nil` if the number has an exponent.
  private static func decimals(_ text: String) -> Int? {
    if text.contains("e") || text.contains("E") { return nil }
    return text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
  }
}

extension JSON {
  /// The text of a string or number, or `nil` for any other value.
  fileprivate var scalarText: String? { string ?? number.map { $0.int.map { "\($0)" } ?? "\($0)" } }
}
