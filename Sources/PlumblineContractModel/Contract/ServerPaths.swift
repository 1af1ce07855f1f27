import PlumblineHTTPMessages

/// The paths of a contract's server URLs, such as `/v1` in `https://api.example.com/v1`.
///
/// As in OpenAPI, templates are relative to the server's path. A client's base URL may or may not include that path, so
/// both forms are accepted: a request for `/v1/tickets` counts as one for `/tickets`. If a path can be read both ways,
/// the first applicable rule wins:
///
/// 1. If a template spells out the server's path (`/v1/tickets`), use the path as sent.
/// 2. If an endpoint matches the path without the server's path, use that.
/// 3. If an endpoint matches the path as sent (`/{tenant}/tickets`), use the path as sent.
///
/// If none applies, the path is reported without the server's path, which is the form that the contract uses.
package struct ServerPaths: Sendable {
  /// The paths without a trailing slash, longest first.
  private let paths: [[UInt8]]

  init(_ servers: [Server]) {
    let own = servers.compactMap { try? BaseURL(parsing: $0.url).path }.filter { !$0.isEmpty }
    paths = Set(own).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map { Array($0.utf8) }
  }

  /// Returns the request with the path that the contract's templates expect.
  func request(_ request: Request, in contract: Contract) -> Request {
    if paths.isEmpty { return request }
    let others = paths.compactMap { path in Self.without(path, request).map { (path: path, request: $0) } }
    guard let longest = others.first else { return request }
    let asSent = contract.router.resolve(request)
    if let template = asSent.template, others.contains(where: { Self.isWritten($0.path, in: template) }) {
      return request
    }
    let matches = others.map { (request: $0.request, match: contract.router.resolve($0.request)) }
    if let found = matches.first(where: { $0.match.template != nil }) { return found.request }
    if asSent.template != nil { return request }
    if let known = matches.first(where: { $0.match.isKnown }) { return known.request }
    return asSent.isKnown ? request : longest.request
  }

  /// Returns the request without the given path prefix, or `nil` if its path doesn't have that prefix.
  private static func without(_ path: [UInt8], _ request: Request) -> Request? {
    let sent = request.pathBytes
    guard sent.starts(with: path) else { return nil }
    let rest = sent.dropFirst(path.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
    var other = request
    let query = request.query.map { "?" + $0 } ?? ""
    other.target = (rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)) + query
    return other
  }

  /// Returns a Boolean value that indicates whether a template begins with the server's path.
  private static func isWritten(_ path: [UInt8], in template: PathTemplate) -> Bool {
    let words = Request(method: .get, target: String(decoding: path, as: UTF8.self)).pathSegments
    return template.segments.count >= words.count
      && zip(template.segments, words).allSatisfy { $0 == .literal($1) }
  }
}

extension Router.Match {
  fileprivate var isKnown: Bool { if case .nothing = self { false } else { true } }

  fileprivate var template: PathTemplate? {
    if case .found(let endpoint) = self { endpoint.request.template } else { nil }
  }
}

extension Contract {
  /// Returns the request without the path of the server's URL, if the request's path begins with it. See
  /// ``ServerPaths`` for details.
  package func withoutServerPath(_ request: Request) -> Request { serverPaths.request(request, in: self) }
}
