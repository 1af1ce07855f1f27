import PlumblineHTTPMessages
import PlumblineProxying

/// The path of a Location field, as far as it lies on the server that sent it.
enum LocalPath {
  /// The path below a base URL, without the query; `nil` for a place on another server.
  static func of(_ location: String, on base: BaseURL) -> String? {
    guard let local = LocalLocation.of(location, upstream: base, origin: ""), local.hasPrefix("/") else { return nil }
    return String(local.prefix { $0 != "?" && $0 != "#" })
  }
}
