import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineOpenAPI
import PlumblineRecordings

extension PactRequest {
  /// The request as sent, with the pact's own values instead of generated ones.
  ///
  /// `nil` if its method or its path is invalid.
  package var request: Request? {
    guard let method = HTTPMethod(method), self.method != "CONNECT" else { return nil }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
      PercentEncoding.encodeLiteral(Array($0.utf8)[...])
    }
    let path = segments.joined(separator: "/")
    var headers = HeaderFields.of(self.headers)
    if headers["content-type"] == nil, let type = body.usualType(mediaType) { headers["Content-Type"] = type }
    let query = query.sent.map { "?\($0)" } ?? ""
    guard !query.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) else { return nil }
    return Request(
      method: method, target: (path.hasPrefix("/") ? path : "/\(path)") + query, headers: headers,
      body: Body(body.sent))
  }
}

extension PactResponse {
  /// Returns the response as a mock sends it, with an unknown body if the pact specifies none.
  ///
  /// - Parameter method: The request's method.
  func response(to method: HTTPMethod) -> Response {
    let status = status ?? 200
    var headers = HeaderFields.of(self.headers)
    if headers["content-type"] == nil, let type = body.usualType(mediaType) { headers["Content-Type"] = type }
    let hasNone = HTTPStatus.isBodyless(status) || method == .head
    let body: Body = self.body == .unstated && !hasNone ? .unknown : Body(shown)
    return Response(status: status, headers: headers, body: body)
  }

  /// The bytes of the body, with as many elements in its lists as the rules require.
  private var shown: [UInt8] {
    guard case .json(let json) = body else { return body.sent }
    let sample = ExpectedSchema(json, rules).sample
    return sample == json ? body.sent : sample.serialized()
  }
}

extension PactBody {
  /// Returns the content type of a body whose headers don't specify one, or `nil` if there is no body.
  fileprivate func usualType(_ mediaType: String?) -> String? {
    switch self {
    case .unstated, .empty: nil
    case .json: mediaType ?? "application/json"
    case .text(let text): mediaType ?? (text.hasPrefix("<?xml") ? "application/xml" : "text/plain")
    case .bytes: mediaType ?? "application/octet-stream"
    }
  }
}

extension HeaderFields {
  /// Returns the fields that a pact expects, without those that can't be sent and without transport fields.
  fileprivate static func of(_ headers: [PactHeader]) -> HeaderFields {
    var fields = HeaderFields()
    for header in headers {
      let name = header.name.lowercased()
      if KnownFields.isAny([.connection, .proxy, .delivery], name) || name == "content-encoding" { continue }
      // Each cookie needs a separate field.
      let values = name == "set-cookie" ? header.values : [header.text]
      for value in values { _ = fields.append(checked: header.name, value: value) }
    }
    return fields
  }
}
