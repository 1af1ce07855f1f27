import PlumblineJSONTree

/// The query parameter of a long poll: how long the server may wait for something to happen before it answers.
///
/// Only a description that says so makes one of it. Other times to wait end in an error, and `0` would ask for that.
enum LongPoll {
  private static let names = ["timeout", "wait", "poll", "block"]
  private static let polls = ["long poll", "long-poll", "longpoll"]
  private static let waits = ["wait", "block", "hold", "held"]
  private static let news = ["event", "update", "change", "message", "data", "something"]
  private static let ends = ["return", "respon", "empty", "available", "arriv", "answer"]
  private static let failures = ["error", "fail", "abort", "cancel", "kill"]

  /// The value with which the server answers at once, or as soon as it can; `nil` where the parameter is of no long poll.
  ///
  /// - Parameters:
  ///   - description: what the document says of the parameter.
  ///   - schema: its schema, with references followed.
  static func value(of name: String, description: String, schema: JSON) -> JSON? {
    let (name, text) = (name.lowercased(), description.lowercased())
    func says(_ words: [String]) -> Bool { words.contains { text.contains($0) } }
    guard names.contains(where: { name.contains($0) }),
      says(polls) || says(waits) && says(news) && says(ends) && !says(failures)
    else { return nil }
    return least(schema)
  }

  /// The least number of a schema that isn't below 0; `nil` where it isn't plain that there is one.
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
