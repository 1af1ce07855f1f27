/// A namespace for serializing requests (RFC 9112), for a client or a proxy.
package enum RequestWriter {
  /// The fields that apply to one connection instead of the message (RFC 9110 section 7.6.1), and those that the writer
  /// sets itself.
  private static let owned: [StaticString] = [
    "host", "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    "content-length", "expect",
  ]

  /// Appends a request with a complete body, or the head of a request whose body is a stream. The body is framed by its
  /// length or chunked.
  ///
  /// - Parameters:
  ///   - target: The path and query, or `nil` to use the request's. A byte that isn't allowed in a target is
  ///     percent-encoded.
  ///   - host: The value of the `Host` field.
  ///   - promised: The `Content-Length` to send for a body that will remain unfinished, or `nil` to use the body's
  ///     length.
  package static func append(
    _ request: Request, target: String? = nil, host: String, connection: ConnectionField = .absent,
    promising promised: Int? = nil, to out: inout [UInt8]
  ) {
    out.append(contentsOf: request.method.rawValue.utf8)
    out.append(0x20)
    for byte in (target ?? request.target).utf8 {
      if FieldSyntax.isTarget(byte) {
        out.append(byte)
      } else {
        out.append(contentsOf: PercentEncoding.encoded(byte).utf8)
      }
    }
    out.append(contentsOf: " HTTP/1.1\r\n".utf8)
    WireFields.append(Array("Host".utf8)[...], Array(host.utf8)[...], to: &out)
    WireFields.append(request.headers, except: owned, to: &out)
    if case .stream(let stream) = request.body {
      let framing = stream.length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
      return out.append(contentsOf: "\(framing)\r\n\(connection.line)\r\n".utf8)
    }
    let body = request.body.bytes ?? []
    let expectsBody = request.method == .post || request.method == .put || request.method == .patch
    if !body.isEmpty || expectsBody {
      out.append(contentsOf: "Content-Length: \(promised ?? body.count)\r\n".utf8)
    }
    out.append(contentsOf: connection.line.utf8)
    out.append(contentsOf: "\r\n".utf8)
    out.append(contentsOf: body)
  }
}
