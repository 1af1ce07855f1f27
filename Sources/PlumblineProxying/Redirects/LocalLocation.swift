import PlumblineHTTPMessages

/// A namespace for translating a Location field (RFC 9110 section 10.2.2) so that it never leads a client past the
/// proxy.
package enum LocalLocation {
  /// Returns the same location behind the proxy, or `nil` if it is elsewhere or can't be determined.
  ///
  /// - Parameters:
  ///   - upstream: The real server. Everything below the path of its base URL is behind the proxy.
  ///   - origin: The address where the proxy listens, such as `http://127.0.0.1:8080`.
  package static func of(_ location: String, upstream: BaseURL, origin: String) -> String? {
    // Clients interpret these characters differently, so locations that contain them are never passed on.
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    let path = location.prefix { $0 != "?" && $0 != "#" }
    let rest = location[path.endIndex...]
    if path.hasPrefix("//") {
      return local("\(upstream.scheme):\(path)", upstream, origin).map { $0 + rest }
    }
    if path.hasPrefix("/") {
      return behind(String(path), upstream).map { origin + $0 + rest }
    }
    // A colon before the first slash ends a scheme (RFC 3986 section 4.2).
    guard path.prefix(while: { $0 != "/" }).contains(":") else { return location }
    return local(String(path), upstream, origin).map { $0 + rest }
  }

  private static func local(_ url: String, _ upstream: BaseURL, _ origin: String) -> String? {
    guard let target = try? BaseURL(parsing: url), target.hasSameOrigin(as: upstream) else { return nil }
    // Take the path from the original URL, because a base URL has no trailing slashes.
    let authority = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    guard authority.count == 3, let slash = authority[2].firstIndex(of: UInt8(ascii: "/")) else {
      return behind("/", upstream).map { origin + $0 }
    }
    return behind(String(url[slash...]), upstream).map { origin + $0 }
  }

  /// Returns a path of the real server without the path of its base URL, which the proxy adds again.
  private static func behind(_ path: String, _ upstream: BaseURL) -> String? {
    if upstream.path.isEmpty { return path }
    if path == upstream.path { return "/" }
    return path.hasPrefix(upstream.path + "/") ? String(path.dropFirst(upstream.path.count)) : nil
  }
}
