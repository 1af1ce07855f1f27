import PlumblineJSONTree

/// A namespace for recognizing the query parameter of a long poll: the time that the server may wait for an event
/// before it responds.
///
/// A parameter counts as one only if its description makes that clear. Other timeouts cause an error, which a value of
/// `0` would provoke.
enum LongPoll {
  private static let names = ["timeout", "wait", "poll", "block"]
  private static let polls = ["long poll", "long-poll", "longpoll"]
  private static let waits = ["wait", "block", "hold", "held"]
  private static let news = ["event", "update", "change", "message", "data", "something"]
  private static let ends = ["return", "respon", "empty", "available", "arriv", "answer"]
  private static let failures = ["error", "fail", "abort", "cancel", "kill"]

  /// Returns the value that makes the server respond at once or as soon as possible, or `nil` if the parameter isn't
  /// that of a long poll.
  ///
  /// - Parameters:
  ///   - description: The document's description of the parameter.
  ///   - schema: The parameter's schema, with references resolved.
  static func value(of name: String, description: String, schema: JSON) -> JSON? {
    let (name, text) = (name.lowercased(), description.lowercased())
    func says(_ words: [String]) -> Bool { words.contains { text.contains($0) } }
    guard names.contains(where: { name.contains($0) }),
      says(polls) || says(waits) && says(news) && says(ends) && !says(failures)
    else { return nil }
    return least(schema)
  }

  /// Returns the lowest nonnegative number that a schema allows, or `nil` if there may be none.
  private static func least(_ schema: JSON) -> JSON? {
    let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.elements.compactMap(\.string) ?? []
    let others = ["enum", "const", "allOf", "anyOf", "oneOf", "not", "exclusiveMinimum", "exclusiveMaximum"]
    guard types.contains("integer") || types.contains("number"), !others.contains(where: { schema[$0] != nil }) else {
      return nil
    }
    guard let minimum = schema["minimum"] else { return 0 }
    guard let least = minimum.int else { return nil }
    return JSON(max(0, least))
  }
}
