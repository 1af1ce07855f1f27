/// A response whose bytes are prepared, so that sending it again takes only a copy and a new date.
///
/// The whole head is prepared, including the `Date` field and the empty line. The date is replaced in the copy, and a
/// `Connection` field is inserted before the empty line.
///
/// A response that differs from another only in its body doesn't store a head. It is sent with the head of the other
/// response, with the length replaced.
package final class RenderedResponse: Sendable {
  /// A response with a prepared head.
  private final class Prepared: Sendable {
    let response: Response
    /// The head with its empty line, as sent on a connection that stays open.
    let head: [UInt8]
    /// The locations of the date and the length in the head.
    let places: ResponseWriter.Places
    let closes: Bool

    init(_ response: Response, bodyCount: Int) {
      self.response = response
      let framing: BodyFraming = HTTPStatus.isBodyless(response.status) ? .none : .length(bodyCount)
      var head: [UInt8] = []
      places = ResponseWriter.appendHead(of: response, framing: framing, to: &head)
      closes = response.headers.lists("close", in: "connection")
      self.head = head
    }
  }

  private let prepared: Prepared
  /// The body as sent.
  package let body: [UInt8]
  /// A Boolean value that indicates whether the response was created for a single request. Keeping such a response also
  /// keeps its bytes in memory.
  package let isOneOff: Bool
  /// The response that provides the head, if this one differs only in its body.
  package let base: RenderedResponse?

  /// Prepares a response. A streamed body can't be rendered and is treated as empty.
  package init(_ response: Response) {
    body = HTTPStatus.isBodyless(response.status) ? [] : response.body.bytes ?? []
    prepared = Prepared(response, bodyCount: body.count)
    isOneOff = false
    base = nil
  }

  /// Creates a copy of a response with a different body, for a single request.
  package init(_ other: RenderedResponse, body: [UInt8]) {
    isOneOff = true
    let places = other.prepared.places
    if let length = places.length, let date = places.date, length.upperBound < date, !body.isEmpty {
      prepared = other.prepared
      self.body = body
      base = other.base ?? other
    } else {
      var response = other.prepared.response
      response.body = Body(body)
      self.body = HTTPStatus.isBodyless(response.status) ? [] : body
      prepared = Prepared(response, bodyCount: self.body.count)
      base = nil
    }
  }

  /// The response itself.
  package var response: Response {
    guard base != nil else { return prepared.response }
    var response = prepared.response
    response.body = Body(body)
    return response
  }

  /// The response's status.
  package var status: Int { prepared.response.status }

  /// A Boolean value that indicates whether the response asks for the connection to be closed.
  package var closes: Bool { prepared.closes }

  /// A Boolean value that indicates whether there is a body to send.
  package var hasBody: Bool { !body.isEmpty }

  /// The number of bytes to send on a connection that stays open.
  package var size: Int {
    guard base != nil, let length = prepared.places.length else { return prepared.head.count + body.count }
    return prepared.head.count - length.count + WireFields.digits(body.count) + body.count
  }

  /// Appends the head with its empty line. It contains the given date, unless the response already has a `Date` field.
  func appendHead(date: [UInt8], connection: ConnectionField, to out: inout [UInt8]) {
    let start = out.count
    var shift = 0
    prepared.head.withUnsafeBufferPointer { head in
      var rest = head[...]
      if base != nil, let length = prepared.places.length {
        out.append(contentsOf: UnsafeBufferPointer(rebasing: head[..<length.lowerBound]))
        WireFields.append(body.count, to: &out)
        rest = head[length.upperBound...]
        shift = out.count - start - length.upperBound
      }
      if connection != .absent { rest = rest.dropLast(2) }
      out.append(contentsOf: UnsafeBufferPointer(rebasing: rest))
    }
    if connection != .absent {
      out.append(contentsOf: connection.line.utf8)
      out.append(contentsOf: "\r\n".utf8)
    }
    guard let place = prepared.places.date, date.count == HTTPDate.length else { return }
    out.withUnsafeMutableBytes { out in
      let place = start + shift + place
      date.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: out[place..<place + $0.count]).copyMemory(from: $0)
      }
    }
  }
}
