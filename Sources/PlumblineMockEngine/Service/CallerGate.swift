import PlumblineASCII
import PlumblineHTTPMessages

/// Distinguishes this machine's programs and pages from any other web page that the developer has open. It guards the
/// control interface, a real server behind the mock, and the header that opens sessions.
///
/// A browser sends a page's origin (`Origin`), and the name that it used to reach this server (`Host`). A foreign
/// origin is rejected, and so is a name that anyone could point at this machine (DNS rebinding). Numeric addresses
/// can't be rebound.
package struct CallerGate: Sendable {
  /// Additional names of this server, in lowercase.
  private let hosts: Set<String>
  /// Foreign origins that are allowed explicitly.
  private let origins: Set<WebOrigin>

  package init(hosts: [String] = [], origins: Set<WebOrigin> = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.origins = origins
  }

  /// Admits a request, or throws the reason for rejecting it. Returns the host that it was sent to, without its port.
  @discardableResult
  func admit(_ request: Request) throws(ControlRefusal) -> String {
    let values = request.headers.values("host")
    let authority = values.count == 1 ? Authority(values[0].utf8) : nil
    // Behind a TLS-terminating proxy, the page's scheme differs from the one used here.
    let places = authority.map { authority in ["http", "https"].compactMap { WebOrigin(scheme: $0, authority) } } ?? []
    let place =
      request.headers["origin"].flatMap { WebOrigin($0) }.flatMap { places.contains($0) ? $0 : nil } ?? places.first
    guard let authority, isOwn(authority.host) || places.contains(where: origins.contains) else {
      throw .foreign(
        "FOREIGN_HOST",
        "This server doesn't accept the host name \"\((values.first ?? "nothing").prefix(200))\": use localhost, an address, "
          + "or the name that --host gives\(place.map { ", or start it with --allow-origin \("\($0)".prefix(200))" } ?? "")."
      )
    }
    for origin in request.headers.values("origin") where !isOwn(origin: origin, at: authority.host) {
      let way = WebOrigin(origin).map { "To allow them, start the server with --allow-origin \("\($0)".prefix(200))." }
      throw .foreign(
        "FOREIGN_ORIGIN",
        "Pages of \"\(origin.prefix(200))\" may not use this: only pages on this machine and programs that send no "
          + "Origin. \(way ?? "This page has no origin that could be allowed: serve it from localhost.")")
    }
    if Self.isEmbedded(request) {
      throw .foreign(
        "FOREIGN_ORIGIN", "Pages of other sites may not embed this as an image, script or frame (Sec-Fetch-Site).")
    }
    return authority.host
  }

  /// Admits a request that changes something. Only pages of this server itself and of allowed origins may send it,
  /// because another server on this machine may serve anyone's pages.
  func admitChange(_ request: Request) throws(ControlRefusal) {
    let authority = request.headers["host"].flatMap { Authority($0.utf8) }
    let own = authority.map { authority in ["http", "https"].compactMap { WebOrigin(scheme: $0, authority) } } ?? []
    for text in request.headers.values("origin") {
      guard let origin = WebOrigin(text), own.contains(origin) || origins.contains(origin) else {
        throw .foreign(
          "FOREIGN_ORIGIN",
          "Pages of \"\(text.prefix(200))\" may read but not change anything: only this server's own page and programs "
            + "that send no Origin may. To allow them, start the server with --allow-origin ORIGIN.")
      }
    }
    let site = request.headers["sec-fetch-site"]
    if !request.headers.contains("origin"), let site, site != "same-origin", site != "none" {
      throw .foreign("FOREIGN_ORIGIN", "Pages of other origins may not change anything here (Sec-Fetch-Site).")
    }
  }

  /// Returns a Boolean value that indicates whether a page of another site sends the request without an `Origin`, for
  /// example to load an image. Top-level navigation doesn't count.
  private static func isEmbedded(_ request: Request) -> Bool {
    request.headers["sec-fetch-site"] == "cross-site" && request.headers["sec-fetch-mode"] != "navigate"
      && request.headers["origin"] == nil
  }

  /// Returns a Boolean value that indicates whether a request comes from a page that isn't this machine's. A request
  /// without `Origin` comes from a program, whatever host name it used.
  func isForeignPage(_ request: Request) -> Bool {
    let origins = request.headers.values("origin")
    let host = request.headers["host"].flatMap { Authority($0.utf8)?.host }
    if origins.isEmpty {
      // Browsers send the origin, so this is a page that used a host name that anyone could have pointed at this
      // machine.
      return request.headers["sec-fetch-site"] != nil && (Self.isEmbedded(request) || host.map(isOwn) != true)
    }
    return !origins.allSatisfy { isOwn(origin: $0, at: host) }
  }

  private func isOwn(_ host: String) -> Bool {
    Self.isLoopback(host) || Self.isAddress(host) || hosts.contains(host)
  }

  /// - Parameter host: The host name in the page's request. A page of this server itself has the same one.
  private func isOwn(origin: String, at host: String?) -> Bool {
    guard let origin = WebOrigin(origin) else { return false }
    return Self.isLoopback(origin.host) || origins.contains(origin) || origin.host == host && isOwn(origin.host)
  }

  /// Returns a Boolean value that indicates whether a host is a loopback name or address, which means this machine
  /// everywhere.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (host.hasPrefix("127.") && isAddress(host))
  }

  /// Returns a Boolean value that indicates whether a host is a numeric address.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") {
      return host.utf8.allSatisfy { byte in
        byte.isHexDigit && !byte.isCapital || byte == 0x3A || byte == 0x2E
      }
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isDigit }
      }
  }
}
