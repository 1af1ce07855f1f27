import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The values of header fields in responses that are made: those that the contract requires, and those that it describes.
package enum HeaderValues {
  /// Fields that are written where an answer is sent: no contract decides what they hold.
  private static let transport: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding",
  ]

  /// Fields by which a client reads a body otherwise, caches, repeats or refuses it: made up, they would say what isn't so.
  private static let telling: Set<String> = [
    "accept-ranges", "age", "alt-svc", "cache-control", "clear-site-data", "content-encoding", "content-range",
    "content-type", "deprecation", "etag", "expires", "last-modified", "pragma", "proxy-authenticate", "refresh",
    "retry-after", "set-cookie", "strict-transport-security", "sunset", "trailer", "upgrade", "vary", "warning",
    "www-authenticate",
  ]

  /// The value with which a response has the field; `nil` where it goes without.
  ///
  /// A field that isn't required is there where its schema says what it holds, unless a client would act on it.
  package static func sent(in header: DocumentedAnswer.Header) -> String? {
    let name = header.name.lowercased()
    let isQuiet =
      !telling.contains(name) && !name.hasPrefix("access-control-")
      && !KnownFields.isAny([.connection, .delivery], name)
    guard header.isRequired || isQuiet && header.saysWhat && header.paging == nil else { return nil }
    return example(of: header).flatMap { HeaderFields.isLegal(name: header.name, value: $0) ? $0 : nil }
  }

  /// An example of the field's schema; without one that says anything, what such a field usually holds. `nil` for fields
  /// that somebody else writes.
  package static func example(of header: DocumentedAnswer.Header) -> String? {
    let name = header.name.lowercased()
    if transport.contains(name) { return nil }
    guard let schema = header.schema, header.saysWhat else { return name == "www-authenticate" ? nil : usual(name) }
    guard let value = try? schema.example().get() else { return usual(name) }
    let text = ParameterStyle(.simple).headerText(value)
    let isPlace = name == "location" || name == "content-location"
    // A word that was made up leads nowhere.
    if isPlace, schema.source["examples"] == nil, !text.contains("/"), schema.isValid(JSON(usual(name))) {
      return usual(name)
    }
    return text
  }

  private static func usual(_ name: String) -> String {
    switch name {
    case "location", "content-location": "/"
    case "etag": "\"1\""
    case "last-modified", "expires": "Thu, 01 Jan 2026 00:00:00 GMT"
    case "cache-control": "no-store"
    case "vary": "Accept"
    default: "1"
    }
  }
}
