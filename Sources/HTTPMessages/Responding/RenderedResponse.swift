/// A response with its bytes prepared, so that sending it again is a copy and a new date.
///
/// The bytes are the head up to and with the Date field, the end of the head, and the body. The date is patched in place
/// in the copy; a Connection field goes in before the empty line.
package final class RenderedResponse: Sendable {
  package let response: Response
  /// Head and body as they are sent on a connection that stays open.
  package let bytes: [UInt8]
  /// Whether there is a body to send.
  package let hasBody: Bool
  /// Whether the response asks for the connection to be closed.
  package let closes: Bool
  /// Whether it was made for one request only, so that whoever keeps it keeps its bytes.
  package let isOneOff: Bool
  /// Where the date's 29 bytes start; nil if the response brought a Date of its own.
  let dateOffset: Int?
  /// Where the head's last, empty line starts.
  let headEnd: Int
  /// Where the Content-Length's digits are.
  private let lengthPlace: Range<Int>?

  /// Prepares a response. A streamed body can't be rendered and counts as empty.
  ///
  /// - Parameter isOneOff: whether it is for one request only.
  package init(_ response: Response, isOneOff: Bool = false) {
    self.response = response
    var bytes: [UInt8] = []
    let body = HTTPStatus.isBodyless(response.status) ? [] : response.body.bytes ?? []
    let framing: BodyFraming = HTTPStatus.isBodyless(response.status) ? .none : .length(body.count)
    let places = ResponseWriter.appendHead(of: response, framing: framing, to: &bytes)
    dateOffset = places.date
    lengthPlace = places.length
    headEnd = bytes.count - 2
    bytes.append(contentsOf: body)
    hasBody = !body.isEmpty
    self.isOneOff = isOneOff
    closes = response.headers.lists("close", in: "connection")
    self.bytes = bytes
  }

  /// Prepares the same response with another body for one request, by copying its head.
  package convenience init(_ other: RenderedResponse, body: [UInt8]) {
    var response = other.response
    response.body = Body(body)
    guard let place = other.lengthPlace, let date = other.dateOffset, date > place.upperBound, !body.isEmpty else {
      self.init(response, isOneOff: true)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(other.headEnd + body.count + 24)
    bytes.append(contentsOf: other.bytes[..<place.lowerBound])
    WireFields.append(body.count, to: &bytes)
    let length = place.lowerBound..<bytes.count
    bytes.append(contentsOf: other.bytes[place.upperBound..<other.headEnd + 2])
    bytes.append(contentsOf: body)
    let shift = length.count - place.count
    self.init(
      response, bytes: bytes, dateOffset: date + shift, headEnd: other.headEnd + shift, lengthPlace: length,
      closes: other.closes)
  }

  private init(
    _ response: Response, bytes: [UInt8], dateOffset: Int, headEnd: Int, lengthPlace: Range<Int>, closes: Bool
  ) {
    self.response = response
    self.bytes = bytes
    self.dateOffset = dateOffset
    self.headEnd = headEnd
    self.lengthPlace = lengthPlace
    self.closes = closes
    hasBody = true
    isOneOff = true
  }
}
