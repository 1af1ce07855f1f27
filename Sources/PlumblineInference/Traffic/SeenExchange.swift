import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A captured exchange, as evidence of a service's behavior.
package struct SeenExchange: Sendable {
  package let exchange: Exchange
  let response: Response
  /// The scheme, host, and port of the server, or `nil` if the capture has only a path, as in recordings.
  let origin: String?
  /// The path's segments, still encoded, such as `["api", "tickets", "42"]`.
  let segments: [String]
  /// The request's JSON body.
  let sent: JSON?
  /// The response's JSON body.
  let answered: JSON?
  /// A Boolean value that indicates whether the exchange was written by hand to describe the service. If so, pages,
  /// images, and responses for missing items are also part of the service.
  let isChosen: Bool

  /// Creates an exchange for inference, or returns `nil` if there is no response.
  package init?(_ exchange: Exchange, origin: String?, isChosen: Bool = false) {
    guard let response = exchange.response else { return nil }
    self.isChosen = isChosen
    self.exchange = exchange
    self.response = response
    self.origin = origin
    let request = exchange.request
    segments = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    sent = Self.json(request.body, request.mediaType)
    answered = Self.json(response.body, response.mediaType)
  }

  /// Returns the exchange with its path relative to a base path, or `nil` if its path isn't below that base.
  func below(_ base: String) -> SeenExchange? {
    guard request.path == base || request.path.hasPrefix(base + "/") else { return nil }
    var exchange = exchange
    let target = String(request.target.dropFirst(base.count))
    exchange.request.target = target.hasPrefix("/") ? target : "/" + target
    return SeenExchange(exchange, origin: origin, isChosen: isChosen)
  }

  private static func json(_ body: Body, _ mediaType: String?) -> JSON? {
    guard let bytes = body.bytes, !bytes.isEmpty, mediaType.map(MediaType.isJSON) ?? true else { return nil }
    return try? JSON.parse(bytes)
  }

  var request: Request { exchange.request }

  var isSuccess: Bool { (200..<400).contains(response.status) }

  /// A Boolean value that indicates whether the response is a stream of events or of JSON lines.
  var isStream: Bool {
    response.mediaType.map { $0 == MediaType.eventStream || MediaType.isJSONLines($0) } ?? false
  }

  /// A Boolean value that indicates whether the server considered the request well formed. A request that was rejected
  /// because of its form proves nothing about the endpoint.
  var isWellFormed: Bool { ![400, 413, 414, 415, 422, 431].contains(response.status) && response.status < 500 }

  /// A Boolean value that indicates whether a gateway responded instead of the service, with a page, a sentence, or
  /// nothing at all. A service reports its own errors in its own format.
  var isOfGateway: Bool {
    guard HTTPStatus.isOfGateway(response.status), answered == nil, !isStream else { return false }
    return response.mediaType.map { ["text/html", "text/plain"].contains($0) } ?? true
  }

  /// A Boolean value that indicates whether the response's body is missing from the capture.
  var lacksBody: Bool {
    response.body.bytes == nil && request.method != .head && !HTTPStatus.isBodyless(response.status)
  }
}
