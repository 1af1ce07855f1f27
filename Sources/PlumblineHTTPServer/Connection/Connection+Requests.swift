import PlumblineHTTPMessages

extension Connection {
  /// The maximum number of pending responses. At this number, the connection stops reading requests.
  private static let longestRow = 256
  /// The maximum number of output bytes to hold back. If there are more, they are sent immediately.
  private static let longestWait = 16 * 1024

  /// A Boolean value that indicates whether another request may be parsed.
  var mayParse: Bool {
    if case .ended = parser.phase { return false }
    if let openBody, openBody.pipe.isFull { return false }
    return ending == nil && backlog < limits.unsent && row.count < Self.longestRow
  }

  /// Reads once and handles the bytes.
  func read(on loop: LoopCore) {
    guard !isClosed, isLingering || held.isEmpty else { return }
    switch loop.system.receive(descriptor, into: loop.readBuffer) {
    case .bytes(0):
      isInputEnded = true
      endOpenBody()
      if isLingering { close(on: loop) } else { settle(on: loop) }
    case .bytes(let count):
      if isLingering { return }
      if output.capacity == 0 { output = loop.takeOutput() }
      let input = UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]).assumingMemoryBound(to: UInt8.self)
      parse(input.span, on: loop)
      if backlog > Self.longestWait || !loop.settleLater(id) { settle(on: loop) }
    case .wouldBlock: return
    case .failed: close(on: loop)
    }
  }

  /// Parses requests from the input as long as responses may be added, and keeps the rest of the input.
  private func parse(_ input: Span<UInt8>, on loop: LoopCore) {
    var offset = 0
    while true {
      guard mayParse else {
        if case .ended = parser.phase { return }
        if ending == nil, offset < input.count { held.append(copying: input.extracting(offset..<input.count)) }
        return
      }
      switch parser.next(input, &offset) {
      case .needsMore: return
      case .request(let incoming): take(incoming, on: loop)
      case .expectsContinue: promiseContinue()
      case .opens(let incoming, let length, let expectsContinue):
        if expectsContinue { promiseContinue() }
        open(incoming, length: length, on: loop)
      case .piece(let bytes, let trailers):
        openBody?.pipe.push(bytes)
        guard let trailers else { break }
        openBody?.pipe.finish(.end(trailers: trailers))
        openBody = nil
      case .refused(let refusal): return refuse(refusal)
      }
    }
  }

  /// Continues with input that was held back. Returns a Boolean value that indicates whether there was any and parsing
  /// may continue.
  func parseHeld(on loop: LoopCore) -> Bool {
    guard !held.isEmpty, mayParse else { return false }
    // Use a slice, because an array's own span requires macOS 26.
    let input = held[...]
    held = []
    parse(input.span, on: loop)
    return true
  }

  private func take(_ incoming: IncomingRequest, on loop: LoopCore) {
    guard let sink else { return }
    // The next head in the same read has its own time limit.
    headSince = nil
    let context = ResponseContext(
      sequence: nextSequence, isHead: incoming.request.method == .head, keepsAlive: incoming.keepsAlive,
      minorVersion: incoming.minorVersion)
    nextSequence += 1
    let reply = listener.responder.respond(
      to: incoming.request, completion: Completion(sink: sink, token: context.sequence))
    switch reply {
    case .later: row.append(ResponseSlot(context: context, state: .waiting))
    case .now(let answer):
      if row.isEmpty, current == nil, answer.isImmediate || answer.delivery.isPlain {
        start(answer, context, on: loop)
      } else {
        row.append(ResponseSlot(context: context, state: .waiting))
        settleAnswer(answer, at: row.count - 1, on: loop)
      }
    }
  }

  /// Starts a request whose body arrives in pieces. If too much of the body is waiting to be consumed, reading pauses.
  private func open(_ incoming: IncomingRequest, length: Int?, on loop: LoopCore) {
    let (mailbox, id) = (loop.mailbox, id)
    let pipe = BodyPipe(length: length) {
      mailbox.post(.work { core in core.channel(id)?.settle(on: core) })
    }
    openBody = (nextSequence, pipe)
    var incoming = incoming
    incoming.request.body = .stream(pipe)
    take(incoming, on: loop)
  }

  /// Ends a body that won't be completed.
  func endOpenBody() {
    openBody?.pipe.finish(
      .failed(TransportFailure(kind: .connectionClosed, message: "The client sent only part of its request.")))
    openBody = nil
  }

  private func promiseContinue() {
    guard !row.isEmpty || current != nil else {
      return output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }
    let context = ResponseContext(sequence: nextSequence, isHead: false, keepsAlive: true, minorVersion: 1)
    nextSequence += 1
    row.append(ResponseSlot(context: context, state: .interim))
  }

  /// Rejects input that isn't a request, after the pending responses, and closes the connection.
  func refuse(_ refusal: RequestRefusal) {
    parser.end()
    endOpenBody()
    let context = ResponseContext(sequence: nextSequence, isHead: false, keepsAlive: false, minorVersion: 1)
    nextSequence += 1
    row.append(
      ResponseSlot(context: context, state: .ready(OutgoingResponse(listener.responder.response(to: refusal)))))
  }

  func receive(_ answer: OutgoingResponse, token: UInt64, on loop: LoopCore) {
    guard let index = row.firstIndex(where: { $0.context.sequence == token }), case .waiting = row[index].state else {
      return
    }
    settleAnswer(answer, at: index, on: loop)
    settle(on: loop)
  }

  /// Settles a response that has arrived. It is either ready or delayed.
  private func settleAnswer(_ answer: OutgoingResponse, at index: Int, on loop: LoopCore) {
    let delay = answer.delivery.delay.nanoseconds
    guard delay > 0 else {
      row[index].state = .ready(answer)
      return
    }
    row[index].state = .delayed(answer)
    loop.schedule(Purpose.delay | row[index].context.sequence, for: id, after: delay)
  }

  func endDelay(of sequence: UInt64, on loop: LoopCore) {
    guard let index = row.firstIndex(where: { $0.context.sequence == sequence }),
      case .delayed(let answer) = row[index].state
    else { return }
    row[index].state = .ready(answer)
    settle(on: loop)
  }
}
