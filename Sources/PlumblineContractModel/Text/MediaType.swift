/// A namespace for the properties of media types. Types are passed in lowercase without parameters, as `type/subtype`
/// (RFC 9110 section 8.3.1).
package enum MediaType {
  /// The type of forms that are encoded like a query, the default in HTML.
  package static let form = "application/x-www-form-urlencoded"
  package static let eventStream = "text/event-stream"

  /// Returns a Boolean value that indicates whether a type is JSON: `application/json`, any `…+json` (RFC 6839), or
  /// another name for JSON such as `text/json` and `application/x-amz-json-1.0`. A sequence of JSON texts, such as
  /// `application/json-seq`, isn't JSON.
  package static func isJSON(_ essence: String) -> Bool {
    if essence == "application/json" { return true }
    guard essence.contains("json"), !isJSONLines(essence) else { return false }
    if essence.hasSuffix("+json") { return true }
    let subtype = essence.drop { $0 != "/" }.dropFirst()
    return subtype.split { !$0.isLetter && !$0.isNumber }.contains("json")
  }

  /// Returns a Boolean value that indicates whether a type is a sequence of JSON texts, either one per line
  /// (`application/x-ndjson`, `application/jsonl`) or between record separators (`application/json-seq`, RFC 7464).
  package static func isJSONLines(_ essence: String) -> Bool {
    switch essence.drop(while: { $0 != "/" }).dropFirst() {
    case "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-lines", "json-seq",
      "x-json-stream", "json-stream", "stream+json", "geo+json-seq":
      true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a type is a form with parts (RFC 7578).
  package static func isMultipart(_ essence: String) -> Bool { essence.hasPrefix("multipart/") }

  /// Returns a Boolean value that indicates whether a type is text or XML (RFC 7303). The schema of a string can
  /// validate these.
  package static func isText(_ essence: String) -> Bool {
    essence.hasPrefix("text/") && !isJSON(essence) || essence == "application/xml" || essence.hasSuffix("+xml")
  }

  /// Returns a Boolean value that indicates whether a type is XML (RFC 7303): `application/xml`, `text/xml` or any
  /// `…+xml`.
  package static func isXML(_ essence: String) -> Bool { essence.hasSuffix("/xml") || essence.hasSuffix("+xml") }

  /// Returns a media type in lowercase without parameters. For example, `Text/CSV; charset=utf-8` becomes `text/csv`.
  package static func essence(of text: String) -> String {
    let essence = text.prefix { $0 != ";" }
    return essence.filter { $0 != " " && $0 != "\t" }.lowercased()
  }

  /// Returns a Boolean value that indicates whether a type is in a range. For example, `image/png` is in `image/*`, and
  /// every type is in `*/*`.
  package static func isInRange(_ essence: String, _ range: String) -> Bool {
    if range == "*/*" || range == essence { return true }
    return range.hasSuffix("/*") && essence.hasPrefix(range.dropLast())
  }
}
