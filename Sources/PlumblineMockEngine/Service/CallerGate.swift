import PlumblineASCII
import PlumblineHTTPMessages

/// A gate that distinguishes programs and pages of this machine from any other web page that the developer has open. It
/// protects the control interface, a real server behind the mock, and the header that opens sessions.
///
/// A browser sends the origin of the page (`Origin`) and the name that it used to reach this server (`Host`). Foreign
/// origins are rejected, as are names that anyone could point to this machine (DNS rebinding). Numeric addresses can't
/// be rebound.
package struct CallerGate: Sendable {
  /// Additional names of this server, in lowercase.
  private let hosts: Set<String>
  /// The foreign origins that are explicitly allowed.
  private let origins: Set<WebOrigin>

  package init(hosts: [String] = [], origins: Set<WebOrigin> = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.origins = origins
  }

  /// Admits a request, or throws the reason for rejecting it.
  ///
  /// - Returns: The host that the request was sent to, without the port.
  @discardableResult
  func admit(_ request: Request) throws(ControlRefusal) -> String {
    let values = request.headers.values("host")
    let authority = values.count == 1 ? Authority(values[0].utf8) : nil
    // Behind a TLS-terminating proxy, the scheme of the page differs from the scheme used here.
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

  /// Admits a request that changes something. Of all web pages, only those of this server and of allowed origins may
  /// send one. A page of another server on this machine could come from anyone.
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

  /// Returns a Boolean value that indicates whether a request comes from a foreign web page. A request without `Origin`
  /// comes from a program, regardless of the host name it used.
  func isForeignPage(_ request: Request) -> Bool {
    let origins = request.headers.values("origin")
    let host = request.headers["host"].flatMap { Authority($0.utf8)?.host }
    if origins.isEmpty {
      // Programs don't send this field, so the request comes from a page. The page may have used a host name that
      // anyone could have pointed to this machine.
      return request.headers["sec-fetch-site"] != nil && (Self.isEmbedded(request) || host.map(isOwn) != true)
    }
    return !origins.allSatisfy { isOwn(origin: $0, at: host) }
  }

  private func isOwn(_ host: String) -> Bool {
    Self.isLoopback(host) || Self.isAddress(host) || hosts.contains(host)
  }

  /// - Parameter host: The host that the request was sent to. It is the same as the origin's host if the page comes
  ///   from this server.
  private func isOwn(origin: String, at host: String?) -> Bool {
    guard let origin = WebOrigin(origin) else { return false }
    return Self.isLoopback(origin.host) || origins.contains(origin) || origin.host == host && isOwn(origin.host)
  }

  /// Returns a Boolean value that indicates whether a host is a loopback name or address, which always refers to the
  /// local machine.
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
