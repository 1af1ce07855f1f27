/// The server's side of HTTP/1.1 as a state machine that accepts bytes in pieces of any size and returns requests.
///
/// The parser uses no socket and no clock. A caller passes the bytes that it has read, and requests one step at a time
/// until more bytes are needed:
///
///     var offset = 0
///     while case .request(let incoming) = parser.next(input, &offset) { … }
///
/// A head that arrives whole is parsed in place and copied once, into the request. Only a head that arrives in parts is
/// kept in `pending`, up to the last line end. Lines are parsed once they are complete, so with a slow sender, each
/// byte is still processed only once. A head that is identical byte by byte to the previous one, as with a client that
/// polls, is neither parsed nor copied again.
///
/// Ambiguous input is rejected with the appropriate status (RFC 9112 section 11.2). After a rejection, or after a
/// request that closes the connection, the rest of the input is ignored.
package struct RequestParser: Sendable {
  /// The result of one step.
  package enum Step: Sendable {
    /// All input has been consumed and no request is complete.
    case needsMore
    case request(IncomingRequest)
    /// The client waits for `100 Continue` before it sends the body. This is reported once per request.
    case expectsContinue
    /// A request whose body follows in pieces, with the body's length if it is known.
    case opens(IncomingRequest, length: Int?, expectsContinue: Bool)
    /// The next piece of such a body. For the last piece, the trailers aren't `nil`, even if there are no fields in
    /// them.
    case piece([UInt8], trailers: HeaderFields?)
    case refused(RequestRefusal)
  }

  /// The part of a request that the next bytes belong to.
  package enum Phase: Sendable {
    case idle, head, body, trailers, ended
  }

  /// A complete head and its parsed form.
  private final class KnownHead: Sendable {
    let bytes: [UInt8]
    let framing: BodyFraming
    /// The request without its body.
    let request: Request

    init(bytes: [UInt8], framing: BodyFraming, request: Request) {
      self.bytes = bytes
      self.framing = framing
      self.request = request
    }

    /// Returns a Boolean value that indicates whether the input continues with exactly this head.
    func isNext(in input: Span<UInt8>, at offset: Int) -> Bool {
      input.count - offset >= bytes.count && input.extracting(offset..<offset + bytes.count).isSame(as: bytes)
    }
  }

  /// The maximum size of a cached head, in bytes. A larger head is parsed each time.
  private static let largestKnown = 2048

  package let limits: HTTPLimits
  package private(set) var phase = Phase.idle

  private var pending: [UInt8] = []
  private var lineStart = 0
  private var emptyLines = 0
  private var head = RequestHead()
  /// The previous head, as long as it is the same as `head`.
  private var known: KnownHead?
  private var request: Request?
  private var body: [UInt8] = []
  private var remaining = 0
  /// A Boolean value that indicates whether the body is passed on in pieces.
  private var isOpen = false
  private var chunked: ChunkedDecoder?
  private var trailers = TrailerSection()

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
  }

  /// Returns the next step for the input starting at `offset`, and advances `offset` past the consumed bytes.
  package mutating func next(_ input: Span<UInt8>, _ offset: inout Int) -> Step {
    do throws(RequestRefusal) {
      switch phase {
      case .ended:
        offset = input.count
        return .needsMore
      case .idle, .head: return try nextHead(input, &offset)
      case .body: return try nextBody(input, &offset)
      case .trailers: return try nextTrailers(input, &offset)
      }
    } catch {
      end()
      offset = input.count
      return .refused(error)
    }
  }

  /// Returns the next step for an array's bytes.
  package mutating func next(_ input: [UInt8], _ offset: inout Int) -> Step {
    // Use a slice. An array's `span` requires macOS 26.
    let slice = input[...]
    return next(slice.span, &offset)
  }

  /// Ignores all input from now on.
  package mutating func end() {
    phase = .ended
    pending = []
    known = nil
    body = []
  }

  private mutating func nextHead(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Step {
    if !pending.isEmpty { return try resumeHead(input, &offset) }
    if let known, phase == .idle, known.isNext(in: input, at: offset) {
      offset += known.bytes.count
      return try beginBody(known.request, known.framing, input, &offset)
    }
    var start = offset
    lineStart = start
    var position = start
    while let end = input.firstLineFeed(from: position) {
      position = end
      if try takeLine(input, end: position, base: start) {
        let storage = [UInt8](copying: input.extracting(start..<position + 1))
        let framing = try head.framing(input, base: start, limits: limits)
        offset = position + 1
        let request = head.request(storage)
        if storage.count <= Self.largestKnown {
          known = KnownHead(bytes: storage, framing: framing, request: request)
        }
        return try beginBody(request, framing, input, &offset)
      }
      position += 1
      lineStart = position
      if phase == .idle { start = position }
    }
    try checkRest(input, from: lineStart)
    pending.append(copying: input.extracting(start..<input.count))
    lineStart -= start
    if !pending.isEmpty { phase = .head }
    try checkPartialSize()
    offset = input.count
    return .needsMore
  }

  /// Continues with a head that begins in `pending`. It adds one line at a time, so that no extra bytes are consumed.
  private mutating func resumeHead(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Step {
    // Move the bytes out instead of copying them. Their lines are parsed while the parser is modified.
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    var checked = bytes.count
    while let end = Self.appendLine(input, &offset, to: &bytes) {
      checked = bytes.count
      let slice = bytes[...]
      if try takeLine(slice.span, end: end, base: 0) {
        let framing = try head.framing(slice.span, base: 0, limits: limits)
        return try beginBody(head.request(bytes), framing, input, &offset)
      }
      lineStart = end + 1
      if phase == .idle {
        lineStart = 0
        return try nextHead(input, &offset)
      }
    }
    let slice = bytes[...]
    try checkRest(slice.span, from: max(lineStart, checked - 1))
    pending = bytes
    try checkPartialSize()
    return .needsMore
  }

  /// Moves the input up to and including the next LF to `bytes`. Returns the offset of the LF in `bytes`, or `nil` if
  /// there is none.
  private static func appendLine(_ input: Span<UInt8>, _ offset: inout Int, to bytes: inout [UInt8]) -> Int? {
    let start = offset
    while offset < input.count {
      offset += 1
      if input[offset - 1] == 0x0A {
        bytes.append(copying: input.extracting(start..<offset))
        return bytes.count - 1
      }
    }
    bytes.append(copying: input.extracting(start..<offset))
    return nil
  }

  /// Parses the line that ends with the LF at `end`. Returns `true` for the empty line that ends the head.
  private mutating func takeLine(_ bytes: Span<UInt8>, end: Int, base: Int) throws(RequestRefusal) -> Bool {
    guard end > lineStart, bytes[end - 1] == 0x0D else {
      throw RequestRefusal(400, "A line ends with LF alone; HTTP lines end with CRLF.")
    }
    let isEmpty = end - 1 == lineStart
    if lineStart == base {
      guard !isEmpty else {
        emptyLines += 1
        guard emptyLines <= 8 else { throw RequestRefusal(400, "There are empty lines instead of a request.") }
        phase = .idle
        return false
      }
      guard end - base <= limits.requestLine else { throw RequestRefusal(414, "The request line is too long.") }
      known = nil
      head = RequestHead()
      head.fields.reserveCapacity(12)
      try head.parseRequestLine(bytes, to: end - 1, base: base)
      phase = .head
      return false
    }
    try checkSize(end - base)
    if isEmpty { return true }
    guard head.fields.count < limits.fields else { throw RequestRefusal(431, "There are too many header fields.") }
    try head.parseField(bytes, from: lineStart, to: end - 1, base: base)
    return false
  }

  /// Rejects an incomplete line as soon as no additional bytes can make it valid.
  private func checkRest(_ bytes: Span<UInt8>, from start: Int) throws(RequestRefusal) {
    for index in start..<bytes.count {
      let byte = bytes[index]
      if FieldSyntax.isValue(byte) || (byte == 0x0D && index == bytes.count - 1) { continue }
      throw RequestRefusal(400, "There is a control character in the message head.")
    }
  }

  private func checkSize(_ size: Int) throws(RequestRefusal) {
    guard size <= limits.head else { throw RequestRefusal(431, "The header fields are too large.") }
  }

  /// Checks the size of `pending`. If its first line is still incomplete, that line is the request line.
  private func checkPartialSize() throws(RequestRefusal) {
    if lineStart == 0, pending.count > limits.requestLine {
      throw RequestRefusal(414, "The request line is too long.")
    }
    try checkSize(pending.count)
  }

  private mutating func beginBody(
    _ request: consuming Request, _ framing: BodyFraming, _ input: Span<UInt8>, _ offset: inout Int
  ) throws(RequestRefusal) -> Step {
    switch framing {
    case .length(let length):
      if let streamed = limits.streamed, length > streamed {
        remaining = length
        chunked = nil
        phase = .body
        let isWaiting = head.expectsContinue && head.minorVersion > 0 && offset == input.count
        return opens(request, length: length, expectsContinue: isWaiting)
      }
      if input.count - offset >= length {
        request.body = .bytes([UInt8](copying: input.extracting(offset..<offset + length)))
        offset += length
        return finish(request)
      }
      remaining = length
      chunked = nil
    case .chunked: chunked = ChunkedDecoder()
    case .none, .untilClose: return finish(request)
    }
    phase = .body
    self.request = request
    let isWaiting = head.expectsContinue && head.minorVersion > 0 && offset == input.count
    return isWaiting ? .expectsContinue : try nextBody(input, &offset)
  }

  private mutating func nextBody(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Step {
    if isOpen { return try nextPiece(input, &offset) }
    if chunked != nil {
      let limit = limits.streamed == nil ? limits.body : .max
      guard try chunked?.feed(input, &offset, into: &body, limit: limit) == true else {
        guard let streamed = limits.streamed, body.count > streamed, let request else { return .needsMore }
        return opens(request, length: nil, expectsContinue: false)
      }
      phase = .trailers
      trailers = TrailerSection()
      return try nextTrailers(input, &offset)
    }
    let count = min(remaining, input.count - offset)
    body.append(copying: input.extracting(offset..<offset + count))
    offset += count
    remaining -= count
    return remaining == 0 ? finishBody(trailers: HeaderFields()) : .needsMore
  }

  private mutating func opens(_ request: Request, length: Int?, expectsContinue: Bool) -> Step {
    isOpen = true
    self.request = nil
    let incoming = IncomingRequest(request: request, keepsAlive: head.keepsAlive, minorVersion: head.minorVersion)
    return .opens(incoming, length: length, expectsContinue: expectsContinue)
  }

  /// Returns all available bytes of an open body. If the body's length is known, its last bytes are returned as the
  /// last piece, because no trailers can follow them.
  private mutating func nextPiece(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Step {
    var isLast = false
    if chunked != nil {
      if try chunked?.feed(input, &offset, into: &body, limit: .max) == true {
        phase = .trailers
        trailers = TrailerSection()
      }
    } else {
      let count = min(remaining, input.count - offset)
      body.append(copying: input.extracting(offset..<offset + count))
      offset += count
      remaining -= count
      isLast = remaining == 0
    }
    guard !body.isEmpty else { return phase == .trailers ? try nextTrailers(input, &offset) : .needsMore }
    let piece = body
    body = []
    if isLast { endOpen() }
    return .piece(piece, trailers: isLast ? HeaderFields() : nil)
  }

  private mutating func endOpen() {
    isOpen = false
    phase = head.keepsAlive ? .idle : .ended
    emptyLines = 0
    lineStart = 0
  }

  private mutating func nextTrailers(_ input: Span<UInt8>, _ offset: inout Int) throws(RequestRefusal) -> Step {
    var section = trailers
    let isComplete = try section.feed(input, &offset, limits: limits)
    trailers = section
    guard isComplete else { return .needsMore }
    guard isOpen else { return finishBody(trailers: section.fields) }
    endOpen()
    return .piece([], trailers: section.fields)
  }

  private mutating func finishBody(trailers: HeaderFields) -> Step {
    guard var request else { return .needsMore }
    self.request = nil
    request.body = Body(body)
    request.trailers = trailers
    body = []
    return finish(request)
  }

  private mutating func finish(_ request: consuming Request) -> Step {
    let keepsAlive = head.keepsAlive
    phase = keepsAlive ? .idle : .ended
    emptyLines = 0
    lineStart = 0
    return .request(
      IncomingRequest(request: request, keepsAlive: keepsAlive, minorVersion: head.minorVersion))
  }
}

/// A request that arrived over a connection, with the information needed for its response.
package struct IncomingRequest: Sendable {
  package var request: Request
  /// A Boolean value that indicates whether the client intends to send more requests on the same connection.
  package var keepsAlive: Bool
  /// The minor version: 1 for HTTP/1.1 and later, and 0 for HTTP/1.0.
  package var minorVersion: Int
}
