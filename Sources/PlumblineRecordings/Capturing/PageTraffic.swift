import PlumblineHTTPMessages

/// What browsers ask besides an API: pages with their parts, and questions of their own.
package enum PageTraffic {
  private static let types: Set<String> = [
    "text/html", "text/css", "text/javascript", "application/javascript", "application/x-javascript",
    "application/wasm", "application/manifest+json",
  ]
  private static let kinds = ["image/", "font/", "audio/", "video/"]

  /// Returns a Boolean value that indicates whether an exchange is a page, or what a page is made of.
  package static func isPart(_ request: Request, _ response: Response) -> Bool {
    guard request.method.isSafe, (200..<300).contains(response.status), let type = response.mediaType else {
      return false
    }
    return types.contains(type) || kinds.contains { type.hasPrefix($0) }
  }

  /// Returns a Boolean value that indicates whether a request asks whether another may be sent (Fetch standard, CORS preflight).
  package static func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.headers.contains("access-control-request-method")
  }

  /// Returns a Boolean value that indicates whether an exchange changes protocols, as for a WebSocket (RFC 9110 section 15.2.2).
  package static func isUpgrade(_ response: Response) -> Bool { response.status == 101 }
}
