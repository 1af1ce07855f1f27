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
    "accept-ranges", "age", "alt-svc", "cache-control", "clear-site-data", "content-digest", "content-encoding",
    "content-location", "content-md5", "content-range", "content-type", "deprecation", "digest", "etag", "expires",
    "last-modified", "pragma", "proxy-authenticate", "refresh", "repr-digest", "retry-after", "set-cookie",
    "set-cookie2",
    "strict-transport-security", "sunset", "trailer", "upgrade", "vary", "warning", "www-authenticate",
  ]
  /// Words in the names of fields by which a client goes on to another page.
  private static let leading: Set<String> = ["next", "more", "cursor", "continuation", "continue", "link", "links"]

  /// The value with which a response has the field; `nil` where it goes without.
  ///
  /// A field that isn't required is there where its schema says what it holds, unless a client would act on it. Those of HTTP
  /// itself, and those that lead to a next page, are there only with an example of the author's; `Location` where the status
  /// asks for it.
  package static func sent(in header: DocumentedAnswer.Header, status: Int) -> String? {
    guard header.isRequired || isOffered(header, status) else { return nil }
    return example(of: header).flatMap { HeaderFields.isLegal(name: header.name, value: $0) ? $0 : nil }
  }

  private static func isOffered(_ header: DocumentedAnswer.Header, _ status: Int) -> Bool {
    let name = header.name.lowercased()
    if !header.saysWhat || header.paging != nil || telling.contains(name) || name.hasPrefix("access-control-") {
      return false
    }
    if name == "location" { return status == 201 || (300..<400).contains(status) }
    if KnownFields.isAny([.connection, .delivery], name) { return false }
    if header.schema?.source["examples"] != nil { return true }
    let isStandard = KnownFields.roles(of: name) != nil && !name.hasPrefix("x-") && !name.hasPrefix("ratelimit")
    return !isStandard && Spelling.words(of: header.name).allSatisfy { !leading.contains($0.lowercased()) }
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
