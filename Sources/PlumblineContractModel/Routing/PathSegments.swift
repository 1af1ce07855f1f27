import PlumblineHTTPMessages

/// The decoded parts between the slashes of a path.
enum PathSegments {
  /// `nil` for a path that doesn't start with a slash (`*`); none for `/`; a slash at the end leaves an empty last one.
  static func of(_ path: String) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    return Request(method: .get, target: path).pathSegments
  }
}
