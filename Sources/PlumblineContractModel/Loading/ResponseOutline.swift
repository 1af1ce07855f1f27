import PlumblineJSONTree

/// A documented response in the contract's JSON, inspected for the JSON content that it describes.
struct ResponseOutline {
  let answer: JSON

  /// The key that contains the response's content: `payload`, `body` or `content`.
  var key: String { ["payload", "body", "content"].first { answer[$0] != nil } ?? "body" }

  /// The schema of the content, from `payload`, `body`, or the first JSON media type in `content`.
  var schema: JSON? {
    if let schema = answer["payload"] ?? answer["body"] { return schema }
    return answer["content"]?.members.first { Self.isJSON($0.key) }?.value["schema"]
  }

  /// The schemas of the bodies in formats other than JSON, with their media types.
  var foreignSchemas: [(type: String, schema: JSON)] {
    answer["content"]?.members.compactMap { type, value in
      Self.isJSON(type) ? nil : value["schema"].map { (type, $0) }
    } ?? []
  }

  /// A Boolean value that indicates whether the response has bodies by media type and none of the media types is JSON.
  var isForeign: Bool {
    answer["payload"] == nil && answer["body"] == nil
      && answer["content"].map { content in !content.members.contains { Self.isJSON($0.key) } } ?? false
  }

  private static func isJSON(_ type: String) -> Bool { MediaType.isJSON(MediaType.essence(of: type)) }
}
