import PlumblineHTTPMessages

/// Keeps web pages out of the control interface: a page that the developer has open must not steer the mock.
///
/// A browser says where a page is from (`Origin`), and by which name it came here (`Host`). A foreign origin is
/// refused, and so is a name that anybody could point at this machine (DNS rebinding). Digits can't be rebound.
package struct ControlGate {
  /// Further names that are this server's own.
  let hosts: [String]

  /// Lets a request in, or says why not. The host that it came by, without its port.
  @discardableResult
  func admit(_ request: Request) throws(ControlRefusal) -> String {
    let values = request.headers.values("host")
    guard values.count == 1, let authority = Authority(values[0].utf8), isOwn(authority.host) else {
      let name = values.first ?? "nothing"
      throw .foreign(
        "FOREIGN_HOST",
        "The control interface is not to be reached as \"\(name.prefix(200))\": use localhost, an address, "
          + "or the name that --host gives.")
    }
    for origin in request.headers.values("origin") where !isOwn(origin: origin, host: authority.host) {
      throw .foreign(
        "FOREIGN_ORIGIN",
        "Pages of \"\(origin.prefix(200))\" may not steer this mock: only pages of this machine may, "
          + "and programs that send no Origin.")
    }
    return authority.host
  }

  private func isOwn(_ host: String) -> Bool {
    Self.isLoopback(host) || Self.isAddress(host) || hosts.contains { $0.lowercased() == host }
  }

  private func isOwn(origin: String, host: String) -> Bool {
    guard let scheme = origin.firstRange(of: "://"), let authority = Authority(origin[scheme.upperBound...].utf8) else {
      return false
    }
    return Self.isLoopback(authority.host) || authority.host == host
  }

  /// Whether a host is this machine, whoever is asked.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (host.hasPrefix("127.") && isAddress(host))
  }

  /// Whether a host is an address in digits.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") {
      return host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x3A || byte == 0x2E
      }
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
