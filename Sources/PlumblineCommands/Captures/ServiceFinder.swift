import PlumblineContractModel
import PlumblineHTTPMessages

/// A finder for the service that a captured exchange belongs to.
struct ServiceFinder {
  private let services: [LoadedServices.Service]
  /// The base URLs of each service's servers, in the order of the services.
  private let servers: [[BaseURL]]
  /// A cache of parsed origins. A capture contains only a few distinct ones.
  private var origins: [Substring: BaseURL?] = [:]

  init(services: [LoadedServices.Service]) {
    self.services = services
    servers = services.map { $0.contract.servers.compactMap { try? BaseURL(parsing: $0.url) } }
  }

  /// The service that an exchange belongs to, and the exchange as its contract sees it.
  struct Found {
    let service: LoadedServices.Service
    let exchange: Exchange
    /// The origin of the server that was called, if the contract doesn't name that server and only the path identified
    /// the service.
    var strangeHost: String?
  }

  /// Returns the service that an exchange belongs to, and the exchange as its contract sees it: without the path prefix
  /// of the server's URL.
  ///
  /// A service with a server at the URL's origin takes precedence, followed by the service whose folder contains the
  /// recording, and then by any service with an endpoint for the path, regardless of the host.
  mutating func find(_ captured: CapturedExchange) -> Found? {
    let origin = captured.url.flatMap { knownOrigin(of: $0) }
    if let origin {
      for (service, servers) in zip(services, servers) {
        if let exchange = exchange(captured, at: origin, of: service.contract, servers) {
          return Found(service: service, exchange: exchange)
        }
      }
    }
    if captured.url == nil {
      for folder in captured.folders {
        if let service = services.first(where: { $0.contract.service == folder }) {
          return Found(service: service, exchange: Self.exchange(captured, of: service.contract))
        }
      }
    }
    for service in services {
      let exchange = Self.exchange(captured, of: service.contract)
      switch service.contract.router.route(exchange.request) {
      case .found, .methodMissing, .conditionMissing:
        return Found(service: service, exchange: exchange, strangeHost: origin?.origin)
      case .nothing: continue
      }
    }
    return nil
  }

  private mutating func knownOrigin(of url: String) -> BaseURL? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let end = url.utf8[colon...].dropFirst(3).firstIndex { "/?#".utf8.contains($0) }
    let text = url[..<(end ?? url.endIndex)]
    if let known = origins[text] { return known }
    let origin = Self.origin(of: url)
    if origins.count < 1000 { origins[Substring(String(text))] = .some(origin) }
    return origin
  }

  private func exchange(
    _ captured: CapturedExchange, at origin: BaseURL, of contract: Contract, _ servers: [BaseURL]
  ) -> Exchange? {
    for base in servers where base.hasSameOrigin(as: origin) {
      guard !base.path.isEmpty else { return captured.exchange }
      let path = captured.exchange.request.path
      guard path == base.path || path.hasPrefix(base.path + "/") else { continue }
      return Self.exchange(captured, of: contract)
    }
    return nil
  }

  /// Returns the exchange as a contract sees it.
  private static func exchange(_ captured: CapturedExchange, of contract: Contract) -> Exchange {
    var exchange = captured.exchange
    exchange.request = contract.withoutServerPath(exchange.request)
    return exchange
  }

  /// Returns the scheme, host, and port of a URL, or `nil` if it isn't an HTTP URL. WebSocket URLs count, because a
  /// WebSocket connection begins as HTTP (RFC 6455 section 3) and browsers record its handshake with the WebSocket
  /// scheme.
  static func origin(of url: String) -> BaseURL? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    let name =
      switch url[..<scheme.lowerBound].lowercased() {
      case "wss": "https"
      case "ws": "http"
      case let other: other
      }
    return try? BaseURL(parsing: "\(name)://\(host)")
  }
}
