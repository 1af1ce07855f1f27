import PlumblineContractModel

/// The strings that a client accepts in a field, among the tried ones.
struct AcceptedTexts {
  private let accepted: Set<String>
  /// The rejected strings, in the order in which they were tried.
  let refused: [String]

  /// - Parameter outcomes: the other strings that were tried, each with the client's result.
  init(_ outcomes: [(variant: Variant, result: VariantResult)]) {
    accepted = Set(outcomes.filter(\.result.isSuccess).map(\.variant.words))
    refused = outcomes.filter { !$0.result.isSuccess }.map(\.variant.words)
  }

  /// The result in words; `nil` if nothing was tried.
  var phrase: String? {
    if accepted.isEmpty, refused.isEmpty { return nil }
    let hasOpenTexts = accepted.contains("another text") || refused.contains("another text")
    guard hasOpenTexts else {
      if refused.isEmpty { return "each documented value" }
      return "not \(Spelling.list(refused, joining: "or"))"
    }
    if accepted.contains("another text") { return open }
    let dates = VariantValues.dateWords.keys
    let read = dates.filter(accepted.contains)
    guard !read.isEmpty else { return "no other text than the one that was seen, of those that were tried" }
    var seen: Set<String> = []
    let unread = refused.compactMap { VariantValues.dateWords[$0] }.filter { seen.insert($0).inserted }
    return unread.isEmpty ? "any date" : "dates, but none with \(Spelling.list(unread, joining: "or"))"
  }

  /// A regular expression for the accepted strings, as far as the tried ones show; `nil` if any is accepted, or if no simple
  /// expression describes them.
  var pattern: String? {
    guard refused.contains("another text") else {
      return refused.contains("an empty text") && accepted.contains("another text") ? #"^[\s\S]+$"# : nil
    }
    let days = ["a leap day", "the first year", "the last year"].contains(where: accepted.contains)
    let hasOffset = ["a time with an offset", "a time west of Greenwich"].contains(where: accepted.contains)
    let hasFraction = accepted.contains("a time with a fraction")
    let times =
      hasOffset || hasFraction
      || ["a leap second", "the last second", "the first second"].contains(where: accepted.contains)
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

  /// The description of a field that accepts a string unlike any documented one.
  private var open: String {
    let others = refused.filter { VariantValues.dateWords[$0] == nil }
    if refused.isEmpty { return "any text" }
    if others == ["an empty text"], others == refused { return "any text but an empty one" }
    return "texts, but not \(Spelling.list(refused, joining: "or"))"
  }
}
