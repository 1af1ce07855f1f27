import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A namespace for the values of header fields in generated responses, both those that the contract requires and those
/// that it only describes.
package enum HeaderValues {
  /// The names of fields that the server sets when it sends a response, regardless of any contract.
  private static let transport: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding",
  ]

  /// The names of fields that describe the encoding of a body. The encoding is chosen when the body is sent.
  private static let ofBody: Set<String> = ["content-encoding", "content-type"]

  /// The names of fields that affect how a client decodes, caches, retries or rejects a response. Generated values
  /// would be wrong.
  private static let telling: Set<String> = [
    "accept-ranges", "age", "alt-svc", "cache-control", "clear-site-data", "content-digest", "content-encoding",
    "content-location", "content-md5", "content-range", "content-type", "deprecation", "digest", "etag", "expires",
    "last-modified", "pragma", "proxy-authenticate", "refresh", "repr-digest", "retry-after", "set-cookie",
    "set-cookie2",
    "strict-transport-security", "sunset", "trailer", "upgrade", "vary", "warning", "www-authenticate",
  ]
  /// Words in the names of fields that direct a client to a different page.
  private static let leading: Set<String> = ["next", "more", "cursor", "continuation", "continue", "link", "links"]

  /// Returns the field's value in a response, or `nil` if the field is left out.
  ///
  /// An optional field is sent if the contract has an example or a default for it. Otherwise it is sent if its schema
  /// constrains the value and no client would act on a generated one. Fields that HTTP itself defines and links to a
  /// next page are therefore never generated, and `Location` only if the status requires it. Examples are never used
  /// for fields about the connection, the delivery or the encoding of the body.
  package static func sent(in header: DocumentedResponse.Header, status: Int) -> String? {
    guard header.isRequired || isOffered(header, status) else { return nil }
    return example(of: header).flatMap { HeaderFields.isLegal(name: header.name, value: $0) ? $0 : nil }
  }

  private static func isOffered(_ header: DocumentedResponse.Header, _ status: Int) -> Bool {
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

  /// Returns a Boolean value that indicates whether the contract provides a value for the field, so that none is
  /// generated.
  package static func isGiven(_ header: DocumentedResponse.Header) -> Bool {
    header.schema.map { $0.shownExample != nil || $0.standard.map($0.isValid) ?? false } ?? false
  }

  /// Returns an example from the field's schema or, if the schema doesn't constrain the value, a typical value for the
  /// field. Returns `nil` for fields that the sender sets.
  package static func example(of header: DocumentedResponse.Header) -> String? {
    let name = header.name.lowercased()
    if transport.contains(name) { return nil }
    guard let schema = header.schema, header.saysWhat else { return name == "www-authenticate" ? nil : usual(name) }
    let shown = schema.shownExample
    guard let value = shown ?? (try? schema.example().get()) else { return usual(name) }
    let text = ParameterStyle(.simple).headerText(value)
    let isPlace = name == "location" || name == "content-location"
    // Don't generate a link. It would be broken.
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
