/// A response with its bytes prepared, so that sending it again is a copy and a new date.
///
/// Prepared is the head, up to and with the Date field and the end of the head; the body is the response's own. The date
/// is patched in place in the copy; a Connection field goes in before the empty line.
package final class RenderedResponse: Sendable {
  package let response: Response
  /// The head as it is sent on a connection that stays open, with its empty line.
  let head: [UInt8]
  /// The body as it is sent.
  let body: [UInt8]
  /// Whether the response asks for the connection to be closed.
  package let closes: Bool
  /// Whether it was made for one request only, so that whoever keeps it keeps its bytes.
  package let isOneOff: Bool
  /// The response whose head it was made from, for one that differs in its body only.
  package let base: RenderedResponse?
  /// Where the date's 29 bytes start; nil if the response brought a Date of its own.
  let dateOffset: Int?
  /// Where the Content-Length's digits are.
  private let lengthPlace: Range<Int>?

  /// Prepares a response. A streamed body can't be rendered and counts as empty.
  ///
  /// - Parameter isOneOff: whether it is for one request only.
  package init(_ response: Response, isOneOff: Bool = false) {
    self.response = response
    var head: [UInt8] = []
    body = HTTPStatus.isBodyless(response.status) ? [] : response.body.bytes ?? []
    let framing: BodyFraming = HTTPStatus.isBodyless(response.status) ? .none : .length(body.count)
    let places = ResponseWriter.appendHead(of: response, framing: framing, to: &head)
    dateOffset = places.date
    lengthPlace = places.length
    self.isOneOff = isOneOff
    base = nil
    closes = response.headers.lists("close", in: "connection")
    self.head = head
  }

  /// Whether there is a body to send.
  package var hasBody: Bool { !body.isEmpty }

  /// How many bytes there are to send.
  package var size: Int { head.count + body.count }

  /// Head and body as they are sent on a connection that stays open.
  package var bytes: [UInt8] { head + body }

  /// Prepares the same response with another body for one request, by copying its head.
  package convenience init(_ other: RenderedResponse, body: [UInt8]) {
    var response = other.response
    response.body = Body(body)
    guard let place = other.lengthPlace, let date = other.dateOffset, date > place.upperBound, !body.isEmpty else {
      self.init(response, isOneOff: true)
      return
    }
    var head: [UInt8] = []
    head.reserveCapacity(other.head.count + 24)
    head.append(contentsOf: other.head[..<place.lowerBound])
    WireFields.append(body.count, to: &head)
    let length = place.lowerBound..<head.count
    head.append(contentsOf: other.head[place.upperBound...])
    self.init(
      other, response, head: head, body: body, dateOffset: date + length.count - place.count, lengthPlace: length,
      closes: other.closes)
  }

  private init(
    _ base: RenderedResponse, _ response: Response, head: [UInt8], body: [UInt8], dateOffset: Int,
    lengthPlace: Range<Int>, closes: Bool
  ) {
    self.base = base
    self.response = response
    self.head = head
    self.body = body
    self.dateOffset = dateOffset
    self.lengthPlace = lengthPlace
    self.closes = closes
    isOneOff = true
  }
}
