import PlumblineHTTPMessages
import PlumblineJSONTree

/// What an access log says of one request: its first line and the status, neither header fields nor bodies.
package struct AccessEntry: Sendable {
  package let method: HTTPMethod
  /// Path and query.
  package let target: String
  /// The URL, where the log says which server was called.
  package let url: String?
  /// The status; `nil` where nothing was answered.
  package let status: Int?
  /// When it was, as RFC 3339 writes it; `nil` where the log doesn't say.
  package let moment: String?

  /// - Parameters:
  ///   - method: a token.
  ///   - target: path and query, or a whole URL.
  ///   - origin: the server that was called, as `https://api.example.com`.
  /// - Returns: `nil` for what is no request of a path.
  init?(method: String, target: String, origin: String? = nil, status: Int?, moment: String?) {
    guard let method = HTTPMethod(method), method != .connect else { return nil }
    guard target.hasPrefix("/") || target.contains("://") else { return nil }
    self.method = method
    self.target = HARReader.target(of: target)
    url = target.hasPrefix("/") ? origin.map { $0 + target } : target
    // 499 is what nginx writes where its caller went away before there was an answer; Envoy writes 0.
    self.status = status.flatMap { (100...599).contains($0) && $0 != 499 ? $0 : nil }
    self.moment = moment
  }

  /// The exchange, as far as it is known.
  package var exchange: Exchange {
    let unknown = Body.stream(UncapturedBody(length: nil))
    let request = Request(method: method, target: target, body: unknown)
    guard let status else {
      return Exchange(
        request: request,
        outcome: .failure(TransportFailure(kind: .other, message: "The log says that nothing was answered.")))
    }
    return Exchange(request: request, response: Response(status: status, body: unknown))
  }
}

/// What a line of an access log holds.
package enum AccessLine: Sendable {
  case entry(AccessEntry)
  /// What else a log has: of a start, of a certificate; or an entry about what is no request, such as a port scan.
  case noRequest

  /// Reads a line of any known format; `nil` for one of none.
  package static func read(_ line: [UInt8]) -> AccessLine? {
    let first = line.first { !$0.isBlank }
    return first == UInt8(ascii: "{") ? (try? JSON.parse(line)).flatMap(JSONLog.read) : CombinedLog.read(line)
  }
}
