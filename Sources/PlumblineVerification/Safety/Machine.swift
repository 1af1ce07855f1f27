import PlumblineHTTPMessages
import PlumblineHTTPServer

/// The machine that a URL leads to, however its host is spelled. Rules about servers compare machines.
///
/// `https://API.example.`, `http://api.example:8080` and `https://api%2Eexample` are one machine, and so are `127.1`,
/// `[::1]` and `localhost`. A port distinguishes servers only on loopback. Elsewhere, a different port, or plain HTTP
/// instead of HTTPS, most likely leads to the same data.
package enum Machine: Sendable, Hashable {
  case named(String)
  /// The bytes of an IP address.
  case address([UInt8])
  case loopback(port: Int)

  package init(_ url: BaseURL) {
    var host = PercentEncoding.decode(Array(url.host.utf8)).lowercased()
    while host.hasSuffix(".") { host.removeLast() }
    if let address = Self.address(host) {
      self.init(address, port: url.port)
    } else if host == "localhost" || host.hasSuffix(".localhost") {
      self = .loopback(port: url.port)
    } else {
      self = .named(host)
    }
  }

  private init(_ address: [UInt8], port: Int) {
    self = Self.isLoopback(address) ? .loopback(port: port) : .address(address)
  }

  /// Returns the addresses of a URL's host name, as the system resolves it, or an empty array if it can't be resolved.
  package static func addresses(of url: BaseURL) -> [Machine] {
    let found = (try? Sockets.resolve(url.host, port: url.port)) ?? []
    return found.compactMap { bytes(of: $0) }.map { Machine($0, port: url.port) }
  }

  /// A Boolean value that indicates whether the machine is this computer, whose servers are assumed to be for
  /// development and tests.
  package var isLoopback: Bool {
    if case .loopback = self { true } else { false }
  }

  /// Returns the bytes of a numeric address in any notation that the system accepts, such as `127.1`, `0x7f000001` or
  /// `0:0:0:0:0:0:0:1`.
  private static func address(_ host: String) -> [UInt8]? {
    (try? Sockets.resolve(host, port: 0, numericOnly: true))?.first.flatMap(bytes)
  }

  private static func bytes(of socket: SocketAddress) -> [UInt8]? {
    let bytes = socket.bytes
    // A sockaddr_in holds its address in bytes 4 to 7, a sockaddr_in6 in bytes 8 to 23.
    guard bytes.count >= 24 else { return bytes.count >= 8 ? Array(bytes[4..<8]) : nil }
    let address = Array(bytes[8..<24])
    // ::ffff:a.b.c.d is the same address as a.b.c.d (RFC 4291 section 2.5.5.2).
    return address.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) ? Array(address[12...]) : address
  }

  /// Returns `true` for 127.0.0.0/8, ::1 and the unspecified address, which also reaches this computer.
  private static func isLoopback(_ address: [UInt8]) -> Bool {
    if address.allSatisfy({ $0 == 0 }) { return true }
    return address.count == 4 ? address[0] == 127 : address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
  }
}
