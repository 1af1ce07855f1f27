/// What a media type's essence (`type/subtype` in lower case, RFC 9110 section 8.3.1) says of a body.
package enum MediaType {
  /// True for `application/json`, `text/json` and every `…+json` (RFC 6839).
  package static func isJSON(_ essence: String) -> Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
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
