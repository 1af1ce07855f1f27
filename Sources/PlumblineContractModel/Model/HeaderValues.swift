import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The values of header fields in responses that are made: those that the contract requires, and those that it describes.
package enum HeaderValues {
  /// Fields that are written where an answer is sent: no contract decides what they hold.
  private static let transport: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding",
  ]

  /// Fields that say how a body was written, which is decided where it is sent.
  private static let ofBody: Set<String> = ["content-encoding", "content-type"]

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
  /// A field that isn't required is there with the value that the contract gives: an example, or a default. Without one it is
  /// there where its schema says what it holds, unless a client would act on it: those of HTTP itself, and those that lead to
  /// a next page, are never made up; `Location` only where the status asks for it. Fields of the connection, of the delivery
  /// and of how a body is written never come from examples.
  package static func sent(in header: DocumentedAnswer.Header, status: Int) -> String? {
    guard header.isRequired || isOffered(header, status) else { return nil }
    return example(of: header).flatMap { HeaderFields.isLegal(name: header.name, value: $0) ? $0 : nil }
  }

  private static func isOffered(_ header: DocumentedAnswer.Header, _ status: Int) -> Bool {
    let name = header.name.lowercased()
    if !header.saysWhat || header.paging != nil || ofBody.contains(name)
      || KnownFields.isAny([.connection, .delivery], name)
    {
      return false
    }
    if isGiven(header) { return true }
    if telling.contains(name) || name.hasPrefix("access-control-") { return false }
    if name == "location" { return status == 201 || (300..<400).contains(status) }
    let isStandard = KnownFields.roles(of: name) != nil && !name.hasPrefix("x-") && !name.hasPrefix("ratelimit")
    return !isStandard && Spelling.words(of: header.name).allSatisfy { !leading.contains($0.lowercased()) }
  }

  /// Returns a Boolean value that indicates whether the contract gives a value of the field, so that nobody makes one up.
  package static func isGiven(_ header: DocumentedAnswer.Header) -> Bool {
    header.schema.map { $0.shownExample != nil || $0.standard.map($0.isValid) ?? false } ?? false
  }

  /// An example of the field's schema; without one that says anything, what such a field usually holds. `nil` for fields
  /// that somebody else writes.
  package static func example(of header: DocumentedAnswer.Header) -> String? {
    let name = header.name.lowercased()
    if transport.contains(name) { return nil }
    guard let schema = header.schema, header.saysWhat else { return name == "www-authenticate" ? nil : usual(name) }
    let shown = schema.shownExample
    guard let value = shown ?? (try? schema.example().get()) else { return usual(name) }
    let text = ParameterStyle(.simple).headerText(value)
    let isPlace = name == "location" || name == "content-location"
    // A word that was made up leads nowhere.
    if isPlace, shown == nil, !text.contains("/"), schema.isValid(JSON(usual(name))) {
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
