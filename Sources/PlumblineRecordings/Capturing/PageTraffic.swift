import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The requests of browsers that aren't API calls: pages and their resources, and requests that browsers make by
/// themselves, such as preflights. `record` and `import har` create no drafts of recordings for them, `infer` creates
/// no endpoints, and `check` skips those that match no endpoint.
///
/// A method and path that also accept or return JSON belong to the API, regardless of their other responses.
package struct PageTraffic: Sendable {
  private static let types: Set<String> = [
    "text/html", "text/css", "text/javascript", "application/javascript", "application/x-javascript",
    "application/wasm", "application/manifest+json",
  ]
  private static let kinds = ["image/", "font/", "audio/", "video/"]

  /// The method and path of each call whose responses could be mistaken for resources of pages.
  private let calls: Set<String>

  /// - Parameter exchanges: All known exchanges with the server.
  package init(_ exchanges: some Sequence<Exchange>) {
    let all = Array(exchanges)
    var parts: Set<String> = []
    for exchange in all {
      if let response = exchange.response, Self.isPart(exchange.request, response) {
        parts.insert(Self.line(exchange.request))
      }
    }
    var calls: Set<String> = []
    for exchange in all where !parts.isEmpty {
      let line = Self.line(exchange.request)
      if parts.contains(line), !calls.contains(line), Self.speaksJSON(exchange) { calls.insert(line) }
    }
    self.calls = calls
  }

  /// Returns a Boolean value that indicates whether an exchange is for a page or one of its resources rather than a
  /// call.
  package func hasPart(_ request: Request, _ response: Response) -> Bool {
    Self.isPart(request, response) && !calls.contains(Self.line(request))
  }

  private static func line(_ request: Request) -> String { "\(request.method) \(request.path)" }

  private static func speaksJSON(_ exchange: Exchange) -> Bool {
    if isJSON(exchange.request.body, exchange.request.mediaType) { return true }
    return exchange.response.map { isJSON($0.body, $0.mediaType) } ?? false
  }

  private static func isJSON(_ body: Body, _ mediaType: String?) -> Bool {
    guard let bytes = body.bytes, !bytes.isEmpty else { return false }
    // The manifest of a web app is JSON, but it is a resource of its page.
    if let mediaType, types.contains(mediaType) || !MediaType.isJSON(mediaType) { return false }
    return (try? JSON.parse(bytes)) != nil
  }
}

extension PageTraffic {
  /// Returns a Boolean value that indicates whether an exchange is for a page or one of its resources, based on this
  /// exchange alone.
  package static func isPart(_ request: Request, _ response: Response) -> Bool {
    guard request.method.isSafe, (200..<300).contains(response.status) || response.status == 304 else { return false }
    guard let type = response.mediaType else { return isAskedByPage(request) }
    return isOfPage(type)
  }

  /// Returns a Boolean value that indicates whether a request is for a page or one of its resources, if the response
  /// doesn't say. Browsers log cached responses without header fields.
  private static func isAskedByPage(_ request: Request) -> Bool {
    // In Fetch Metadata (section 2.1), "empty" means that a script sent the request.
    if let destination = request.headers["sec-fetch-dest"] { return destination != "empty" }
    let first = request.headers["accept"]?.split(separator: ",", maxSplits: 1).first
    return first.map { isOfPage(MediaType.essence(of: String($0))) } ?? false
  }

  private static func isOfPage(_ type: String) -> Bool {
    types.contains(type) || kinds.contains { type.hasPrefix($0) }
  }

  /// Returns a Boolean value that indicates whether a request asks for permission to send another request (Fetch
  /// standard, CORS preflight).
  package static func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.headers.contains("access-control-request-method")
  }

  /// Returns a Boolean value that indicates whether a response switches protocols, as for a WebSocket (RFC 9110 section
  /// 15.2.2).
  package static func isUpgrade(_ response: Response) -> Bool { response.status == 101 }
}
