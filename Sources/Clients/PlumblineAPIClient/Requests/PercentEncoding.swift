import Foundation

/// Percent-encoding that leaves only RFC 3986's unreserved characters as they are.
///
/// `URLComponents` keeps `+` in a query, which servers read as a space, so the encoding is done here.
enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let path = unreserved.union(CharacterSet(charactersIn: "/:@!$&'()*+,;="))

  /// A query name or value.
  static func query(_ text: String) -> String { encode(text, unreserved) }

  /// One path segment; `.` and `..` are encoded too, because URL parsers would resolve them.
  static func segment(_ text: String) -> String {
    if text == "." { return "%2E" }
    if text == ".." { return "%2E%2E" }
    return encode(text, unreserved)
  }

  /// A path written by a programmer: slashes stay.
  static func path(_ text: String) -> String { encode(text, path) }

  private static func encode(_ text: String, _ allowed: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
