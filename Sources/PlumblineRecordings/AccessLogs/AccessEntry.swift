import PlumblineHTTPMessages
import PlumblineJSONTree

/// An access log's entry about one request. It has the request line and the status, but no header fields or bodies.
package struct AccessEntry: Sendable {
  package let method: HTTPMethod
  /// The path and query.
  package let target: String
  /// The URL, or `nil` if the log doesn't name the server.
  package let url: String?
  /// The status, or `nil` if there was no response.
  package let status: Int?
  /// The time of the request in RFC 3339 format, or `nil` if the log doesn't contain it.
  package let moment: String?

  /// - Parameters:
  ///   - method: The method. It must be a valid token.
  ///   - target: The path and query, or a whole URL.
  ///   - origin: The server that was called, such as `https://api.example.com`.
  /// - Returns: `nil` if this isn't a request for a path.
  init?(method: String, target: String, origin: String? = nil, status: Int?, moment: String?) {
    guard let method = HTTPMethod(method), method != .connect else { return nil }
    guard target.hasPrefix("/") || target.contains("://") else { return nil }
    self.method = method
    self.target = HARReader.target(of: target)
    url = target.hasPrefix("/") ? origin.map { $0 + target } : target
    // nginx writes 499 if the caller disconnected before there was a response, and Envoy writes 0.
    self.status = status.flatMap { (100...599).contains($0) && $0 != 499 ? $0 : nil }
    self.moment = moment
  }

  /// The exchange, as far as the log describes it.
  package var exchange: Exchange {
    let unknown = Body.stream(UncapturedBody(length: nil))
    let request = Request(method: method, target: target, body: unknown)
    guard let status else {
      return Exchange(
        request: request,
        outcome: .failure(TransportFailure(kind: .other, message: "The log has no response.")))
    }
    return Exchange(request: request, response: Response(status: status, body: unknown))
  }
}

/// The content of a line in an access log.
package enum AccessLine: Sendable {
  case entry(AccessEntry)
  /// Any other line of a log, for example about startup or a certificate, or an entry about something that isn't a
  /// request, such as a port scan.
  case noRequest

  /// Reads a line in any of the known formats. Returns `nil` if the format isn't known.
  package static func read(_ line: [UInt8]) -> AccessLine? {
    let first = line.first { !$0.isBlank }
    return first == UInt8(ascii: "{") ? (try? JSON.parse(line)).flatMap(JSONLog.read) : CombinedLog.read(line)
  }
}
