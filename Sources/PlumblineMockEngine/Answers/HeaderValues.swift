import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// What the mock puts into header fields that the contract requires and of which nothing else tells what they hold.
enum HeaderValues {
  /// Fields that are written where an answer is sent: no contract decides what they hold.
  private static let transport: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "transfer-encoding",
  ]

  /// An example of the field's schema; without one that says anything, what such a field usually holds. `nil` for fields
  /// that somebody else writes.
  static func example(of header: DocumentedAnswer.Header) -> String? {
    let name = header.name.lowercased()
    if transport.contains(name) { return nil }
    guard let schema = header.schema, header.saysWhat else { return name == "www-authenticate" ? nil : usual(name) }
    guard let value = try? schema.example().get() else { return usual(name) }
    return ParameterStyle(.simple).headerText(value)
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
