import PlumblineASCII

/// The client's side of HTTP/1.1 as a state machine that accepts bytes in pieces of any size and returns one response.
///
/// Interim responses (1xx) are skipped, up to a maximum number. As in a request, ambiguous input is a failure. A
/// missing reason phrase isn't. After the response, `isReusable` indicates whether the connection may carry another
/// one.
package struct ResponseParser: Sendable {
  /// The result of processing the bytes so far.
  package enum Step: Sendable {
    case needsMore
    case response(Response)
    case failed(TransportFailure)
  }

  private enum Phase: Sendable {
    case head, length(Int), chunked, trailers, untilClose, ended
  }

  private let isHead: Bool
  private let limits: HTTPLimits
  private let openAnswers: OpenResponses
  private var phase = Phase.head
  private var bytes: [UInt8] = []
  private var lineStart = 0
  private var head = RequestHead()
  private var status = 0
  /// The number of interim responses that have been skipped.
  private var interim = 0
  private var response: Response?
  private var body: [UInt8] = []
  private var decoder = ChunkedDecoder()
  private var trailers = TrailerSection()
  /// A Boolean value that indicates whether the body is passed on as it arrives.
  private var isOpen = false

  /// A Boolean value that indicates whether at least one byte of a response has arrived.
  package private(set) var hasStarted = false
  /// A Boolean value that indicates whether the connection may carry another request. This requires that the response
  /// marked the end of its body, that neither side closes the connection, and that nothing followed the response.
  package private(set) var isReusable = false

  /// Creates a parser for the response to a request with the given method.
  ///
  /// - Parameter openAnswers: The responses of unknown length to pass on from their beginning.
  package init(method: HTTPMethod, limits: HTTPLimits = HTTPLimits(), opening openAnswers: OpenResponses = .all) {
    isHead = method == .head
    self.limits = limits
    self.openAnswers = openAnswers
  }

  /// Processes bytes that have been read.
  package mutating func feed(_ input: Span<UInt8>) -> Step {
    if input.count > 0 { hasStarted = true }
    var offset = 0
    do throws(RequestRefusal) {
      while true {
        switch phase {
        case .head:
          guard try takeHead(input, &offset) else { return .needsMore }
          if try beginBody() { return finish(input.count - offset) }
        case .length(let remaining):
          let count = min(remaining, input.count - offset)
          body.append(copying: input.extracting(offset..<offset + count))
          offset += count
          phase = .length(remaining - count)
          return remaining == count ? finish(input.count - offset) : .needsMore
        case .chunked:
          guard try decoder.feed(input, &offset, into: &body, limit: largestBody) else { return .needsMore }
          phase = .trailers
        case .trailers:
          guard try trailers.feed(input, &offset, limits: limits) else { return .needsMore }
          response?.trailers = trailers.fields
          return finish(input.count - offset)
        case .untilClose:
          body.append(copying: input.extracting(offset..<input.count))
          guard body.count <= largestBody else { throw Self.tooLarge }
          return .needsMore
        case .ended:
          isReusable = false
          return .needsMore
        }
      }
    } catch {
      phase = .ended
      return .failed(Self.failure(error))
    }
  }

  /// Processes an array's bytes.
  package mutating func feed(_ input: [UInt8]) -> Step {
    // Use a slice. An array's `span` requires macOS 26.
    let slice = input[...]
    return feed(slice.span)
  }

  private var largestBody: Int { limits.streamed == nil ? limits.body : .max }

  /// Opens the response if its body is to be passed on as it arrives. Returns the response without its body once, along
  /// with the body's length if it is known. A body of unknown length, such as a stream of events, is opened at once,
  /// and any other body as soon as it turns out to be too large to be kept whole. From then on, ``takeBody()`` returns
  /// the pieces, and the final response contains the last piece.
  ///
  /// Failures, packed bodies and responses that aren't selected are completed first. Packed bodies are unpacked as a
  /// whole. A stream is opened even if it declares its length or has a content coding that can be decoded as it
  /// arrives.
  package mutating func opening() -> (response: Response, length: Int?)? {
    guard let streamed = limits.streamed, !isOpen, let response else { return nil }
    let length: Int?
    switch phase {
    case .length(let remaining): length = body.count + remaining
    case .chunked, .untilClose: length = nil
    case .head, .trailers, .ended: return nil
    }
    guard mayGoOn(response, length: length) || length ?? body.count > streamed else { return nil }
    isOpen = true
    return (response, length)
  }

  /// Returns a Boolean value that indicates whether to pass on a response before it is complete, regardless of its
  /// size.
  private func mayGoOn(_ response: Response, length: Int?) -> Bool {
    let mediaType = response.mediaType
    guard 200..<300 ~= response.status, openAnswers.include(mediaType) else { return false }
    let codings = response.headers.values("content-encoding")
    if length == nil, codings.isEmpty { return true }
    return openAnswers.areStreams(mediaType) && (codings.isEmpty || ContentUnpacker.canUnpack(codings))
  }

  /// Returns the bytes of an open body that have been received since the last call.
  package mutating func takeBody() -> [UInt8] {
    guard isOpen else { return [] }
    defer { body = [] }
    return body
  }

  /// Returns the last step, after the other side has closed the connection.
  package mutating func finish() -> Step {
    if case .untilClose = phase {
      let step = finish(0)
      isReusable = false
      return step
    }
    phase = .ended
    guard hasStarted else {
      return .failed(
        TransportFailure(kind: .connectionClosed, message: "The server closed the connection without a response."))
    }
    return .failed(
      TransportFailure(
        kind: .connectionClosed, message: "The server closed the connection in the middle of its response.")
    )
  }

  private mutating func takeHead(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Bool {
    while offset < input.count {
      let byte = input[offset]
      offset += 1
      bytes.append(byte)
      guard bytes.count <= limits.head else {
        throw RequestRefusal(431, "The response's header fields are too large.")
      }
      guard byte == 0x0A else { continue }
      let end = bytes.count - 2
      guard end >= lineStart, bytes[end] == 0x0D else {
        throw RequestRefusal(400, "A line of the response ends with LF alone; HTTP lines end with CRLF.")
      }
      if lineStart == 0 {
        try takeStatusLine(end)
      } else if end == lineStart {
        return true
      } else {
        guard head.fields.count < limits.fields else {
          throw RequestRefusal(431, "The response has too many header fields.")
        }
        var head = head
        let slice = bytes[...]
        try head.parseField(slice.span, from: lineStart, to: end, base: 0)
        self.head = head
      }
      lineStart = bytes.count
    }
    return false
  }

  private mutating func takeStatusLine(_ end: Int) throws(RequestRefusal) {
    let line = bytes[..<end]
    let isLine =
      line.starts(with: "HTTP/1.".utf8) && line.count >= 12 && line[7].isDigit && line[8] == 0x20
      && line[9..<12].allSatisfy { $0.isDigit } && (line.count == 12 || line[12] == 0x20)
      && line.dropFirst(12).allSatisfy { FieldSyntax.isValue($0) }
    guard isLine else {
      throw RequestRefusal(400, "The response doesn't start with a status line such as HTTP/1.1 200 OK.")
    }
    head.minorVersion = line[7] == 0x30 ? 0 : 1
    status = line[9..<12].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard status >= 100 else { throw RequestRefusal(400, "The response's status is below 100.") }
  }

  /// Determines how the body ends. Returns `true` if there is no body.
  private mutating func beginBody() throws(RequestRefusal) -> Bool {
    if (100..<200).contains(status), status != 101 {
      interim += 1
      guard interim <= Self.mostInterim else {
        throw RequestRefusal(
          400, "The server sent more than \(Self.mostInterim) interim responses (1xx) and no final one.")
      }
      bytes = []
      lineStart = 0
      head = RequestHead()
      return false
    }
    response = Response(status: status, headers: HeaderFields(storage: bytes, fields: head.fields))
    if isHead || HTTPStatus.isBodyless(status) {
      phase = .length(0)
      return true
    }
    if let coding = head.transferEncoding {
      guard head.contentLength == nil else {
        throw RequestRefusal(400, "The response has both Content-Length and Transfer-Encoding.")
      }
      let slice = bytes[...]
      guard FieldLine.isEqual(slice.span, coding.lowerBound, coding.count, "chunked") else {
        throw RequestRefusal(400, "The response has a transfer coding other than chunked.")
      }
      phase = .chunked
    } else if let length = head.contentLength {
      guard length <= largestBody else { throw Self.tooLarge }
      phase = .length(length)
      return length == 0
    } else {
      phase = .untilClose
    }
    return false
  }

  private mutating func finish(_ left: Int) -> Step {
    phase = .ended
    isReusable = head.keepsAlive && left == 0 && status != 101
    guard var response else { return .needsMore }
    response.body = Body(body)
    self.response = nil
    return .response(response)
  }

  /// The maximum number of interim responses. Even a server that works for a quarter of an hour sends only one every
  /// few seconds. A server that sends more never responds.
  private static let mostInterim = 256

  /// The failure for a body that exceeds its limit.
  package static let bodyTooLarge = TransportFailure(
    kind: .tooLarge, message: "The response body is larger than the limit.", exceedsBodyLimit: true)
  private static let tooLarge = RequestRefusal(413, bodyTooLarge.message)

  private static func failure(_ refusal: RequestRefusal) -> TransportFailure {
    // Replace the chunk decoder's message, which refers to requests.
    if refusal.status == tooLarge.status { return bodyTooLarge }
    return TransportFailure(
      kind: refusal.status == 400 ? .malformedResponse : .tooLarge, message: refusal.message)
  }
}
