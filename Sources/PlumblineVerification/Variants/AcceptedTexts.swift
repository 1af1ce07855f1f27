import PlumblineContractModel

/// The strings that a client accepts in a field, out of those that were tried.
struct AcceptedTexts {
  private let accepted: Set<TriedText>
  private let hasAccepted: Bool
  /// The rejected strings, in the order they were tried.
  let refused: [String]
  private let refusedTexts: [TriedText]

  /// - Parameter outcomes: The strings that were tried, each with the client's result.
  init(_ outcomes: [(variant: Variant, result: VariantResult)]) {
    let successes = outcomes.filter(\.result.isSuccess)
    accepted = Set(successes.compactMap { TriedText(rawValue: $0.variant.words) })
    hasAccepted = !successes.isEmpty
    refused = outcomes.filter { !$0.result.isSuccess }.map(\.variant.words)
    refusedTexts = refused.compactMap { TriedText(rawValue: $0) }
  }

  /// The result in words, or `nil` if nothing was tried.
  var phrase: String? {
    if !hasAccepted, refused.isEmpty { return nil }
    guard accepted.contains(.another) || refusedTexts.contains(.another) else {
      if refused.isEmpty { return "each documented value" }
      return "not \(Spelling.list(refused, joining: "or"))"
    }
    if accepted.contains(.another) { return open }
    guard accepted.contains(where: { $0.dateFeature != nil }) else {
      return "of the strings tried, only the one that was observed"
    }
    var seen: Set<String> = []
    let unread = refusedTexts.compactMap(\.dateFeature).filter { seen.insert($0).inserted }
    return unread.isEmpty ? "any date" : "dates, except those with \(Spelling.list(unread, joining: "or"))"
  }

  /// A regular expression for the accepted strings, based on those that were tried, or `nil` if every string is
  /// accepted, or if no simple expression describes them.
  var pattern: String? {
    guard refusedTexts.contains(.another) else {
      return refusedTexts.contains(.empty) && accepted.contains(.another) ? #"^[\s\S]+$"# : nil
    }
    let days = !accepted.isDisjoint(with: [.leapDay, .firstYear, .lastYear])
    let hasOffset = !accepted.isDisjoint(with: [.offset, .offsetWest])
    let hasFraction = accepted.contains(.fraction)
    let times =
      hasOffset || hasFraction
      || !accepted.isDisjoint(with: [.leapSecond, .lastSecond, .firstSecond])
    let day = #"\d{4}-\d{2}-\d{2}"#
    let time =
      #"T\d{2}:\d{2}:\d{2}"# + (hasFraction ? #"(\.\d+)?"# : "") + (hasOffset ? #"(Z|[+-]\d{2}:\d{2})"# : "Z")
    switch (days, times) {
    case (true, true): return "^\(day)(\(time))?$"
    case (true, false): return "^\(day)$"
    case (false, true): return "^\(day)\(time)$"
    case (false, false): return nil
    }
  }

  /// Returns a regular expression that matches only a given string.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      if #"\^$.|?*+()[]{}"#.contains(letter) { result.append("\\") }
      result.append(letter)
    }
  }

  /// A phrase for the strings that a field accepts, if these include a string unlike any documented one.
  private var open: String {
    if refused.isEmpty { return "any string" }
    if refusedTexts == [.empty], refused.count == 1 { return "any non-empty string" }
    return "any string except \(Spelling.list(refused, joining: "or"))"
  }
}
