/// A namespace for serializing responses (RFC 9112). The writer sets the fields that frame a message itself.
package enum ResponseWriter {
  /// The locations of the parts of a written head that may change.
  package struct Places: Sendable {
    /// The start of the date's 29 bytes, or `nil` if the response already has a `Date` field.
    package var date: Int?
    /// The range of the digits of `Content-Length`, or `nil` if there is none.
    package var length: Range<Int>?
  }

  /// A placeholder for the actual date.
  private static let blankDate = HTTPDate.bytes(secondsSinceEpoch: 0)
  private static let owned: [StaticString] = [
    "connection", "keep-alive", "content-length", "transfer-encoding", "date", "trailer",
  ]

  /// Returns the framing of a response's body in HTTP/1.1. The body is chunked if its length is unknown or trailers
  /// follow.
  package static func framing(of response: Response) -> BodyFraming {
    if HTTPStatus.isBodyless(response.status) { return .none }
    guard let length = response.body.length, response.trailers.isEmpty else { return .chunked }
    return .length(length)
  }

  /// Appends the status line, the fields and the empty line.
  ///
  /// For a response to HEAD without a body to measure, pass `.none` as the framing. In that case, a `Content-Length`
  /// field in the response is kept.
  @discardableResult
  package static func appendHead(
    of response: Response, framing: BodyFraming, date: [UInt8]? = nil, connection: ConnectionField = .absent,
    keepsLength: Bool = false, to out: inout [UInt8]
  ) -> Places {
    out.append(contentsOf: "HTTP/1.1 ".utf8)
    WireFields.append(min(max(response.status, 100), 999), to: &out)
    out.append(0x20)
    out.append(contentsOf: response.reasonPhrase.utf8)
    out.append(contentsOf: "\r\n".utf8)
    WireFields.append(response.headers, except: owned, to: &out)
    var places = Places()
    switch framing {
    case .none, .untilClose:
      if keepsLength, let length = response.headers["content-length"], Int(length).map({ $0 >= 0 }) == true {
        out.append(contentsOf: "Content-Length: \(length)\r\n".utf8)
      }
    case .length(let length):
      out.append(contentsOf: "Content-Length: ".utf8)
      let start = out.count
      WireFields.append(length, to: &out)
      places.length = start..<out.count
      out.append(contentsOf: "\r\n".utf8)
    case .chunked:
      out.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
      if let trailer = response.headers["trailer"] {
        WireFields.append(Array("Trailer".utf8)[...], Array(trailer.utf8)[...], to: &out)
      }
    }
    if let own = response.headers.bytes("date") {
      WireFields.append(Array("Date".utf8)[...], own, to: &out)
    } else {
      out.append(contentsOf: "Date: ".utf8)
      places.date = out.count
      out.append(contentsOf: date ?? blankDate)
      out.append(contentsOf: "\r\n".utf8)
    }
    out.append(contentsOf: connection.line.utf8)
    out.append(contentsOf: "\r\n".utf8)
    return places
  }

  /// Appends a chunk. If there are no bytes, does nothing, because an empty chunk would end the body.
  package static func appendChunk(_ bytes: some Collection<UInt8>, to out: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    WireFields.appendHexadecimal(bytes.count, to: &out)
    out.append(contentsOf: "\r\n".utf8)
    out.append(contentsOf: bytes)
    out.append(contentsOf: "\r\n".utf8)
  }

  /// Appends the last chunk and the trailer fields.
  package static func appendLastChunk(trailers: HeaderFields, to out: inout [UInt8]) {
    out.append(contentsOf: "0\r\n".utf8)
    WireFields.append(trailers, except: owned + ["host"], to: &out)
    out.append(contentsOf: "\r\n".utf8)
  }

  /// Appends a prepared response with the current date and `Connection` field.
  package static func append(
    _ rendered: RenderedResponse, date: [UInt8], connection: ConnectionField = .absent, withBody: Bool = true,
    to out: inout [UInt8]
  ) {
    rendered.appendHead(date: date, connection: connection, to: &out)
    if withBody { out.append(contentsOf: rendered.body) }
  }
}
