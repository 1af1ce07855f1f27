import PlumblineHTTPMessages
import PlumblineJSONTree

/// What a request's body holds by names: a JSON object's members, or a form's fields.
package enum FormReading {
  package static let mediaType = "application/x-www-form-urlencoded"

  /// The texts by name; none of any other body.
  package static func members(of request: Request) -> [String: String] {
    guard let bytes = request.body.bytes, !bytes.isEmpty else { return [:] }
    if request.mediaType == mediaType {
      return Dictionary(fields(of: bytes).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    guard request.mediaType.map(MediaType.isJSON) ?? true, let body = try? JSON.parse(bytes) else { return [:] }
    var members: [String: String] = [:]
    for (name, value) in body.members { members[name] = value.string }
    return members
  }

  /// A form's fields in order.
  package static func fields(of bytes: [UInt8]) -> [(name: String, value: String)] {
    Request(method: .get, target: "/?" + String(decoding: bytes, as: UTF8.self)).queryItems
  }

  /// Fields as a query or a form has them.
  package static func text(of fields: [(name: String, value: String)]) -> String {
    fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }
}

/// What a media type's essence (`type/subtype` in lower case, RFC 9110 section 8.3.1) says of a body.
package enum MediaType {
  /// True for `application/json`, `text/json` and every `…+json` (RFC 6839).
  package static func isJSON(_ essence: String) -> Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }

  /// True for text and for markup in XML (RFC 7303), which a schema of a string can be held to.
  package static func isText(_ essence: String) -> Bool {
    essence.hasPrefix("text/") || essence == "application/xml" || essence.hasSuffix("+xml")
  }

  /// The essence of a media type as written: `Text/CSV; charset=utf-8` is `text/csv`.
  package static func essence(of text: String) -> String {
    let essence = text.prefix { $0 != ";" }
    return essence.filter { $0 != " " && $0 != "\t" }.lowercased()
  }

  /// True when an essence falls under a range: `image/png` under `image/*`, anything under `*/*`.
  package static func isInRange(_ essence: String, _ range: String) -> Bool {
    if range == "*/*" || range == essence { return true }
    return range.hasSuffix("/*") && essence.hasPrefix(range.dropLast())
  }
}
