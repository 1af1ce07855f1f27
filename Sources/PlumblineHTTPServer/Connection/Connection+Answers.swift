import PlumblineHTTPMessages

extension Connection {
  /// The maximum size of a body that is copied after its head. Larger bodies are sent in pieces.
  private static let largestCopy = 128 * 1024

  /// Writes the responses that are ready, in order, until the client has enough to read. Returns a Boolean value that
  /// indicates whether anything happened.
  func advance(on loop: LoopCore) -> Bool {
    var hasAdvanced = false
    var finished = 0
    while ending == nil, backlog < limits.unsent {
      if current != nil {
        guard pump(on: loop) else { break }
      } else if finished < row.count {
        let slot = row[finished]
        if case .interim = slot.state {
          output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
        } else if case .ready(let answer) = slot.state {
          start(answer, slot.context, on: loop)
        } else {
          break
        }
        finished += 1
      } else {
        break
      }
      hasAdvanced = true
    }
    if finished > 0 { row.removeFirst(finished) }
    if ending != nil { row = [] }
    return hasAdvanced
  }

  /// Writes a response, or the part of it that can be written at once.
  func start(_ answer: OutgoingResponse, _ context: ResponseContext, on loop: LoopCore) {
    var context = context
    if openBody?.sequence == context.sequence {
      // The response was sent before the end of the request's body, so don't read the rest of the body or another
      // request.
      parser.end()
      endOpenBody()
      context.keepsAlive = false
    }
    if answer.isImmediate, case .rendered(let rendered) = answer.content,
      write(rendered, context, closes: false, on: loop)
    {
      return
    }
    let delivery = answer.delivery
    if delivery.reset, delivery.truncateAfter == nil {
      ending = .reset
      return
    }
    if let raw = delivery.raw {
      if case .response(let response) = answer.content, case .stream(let stream) = response.body { stream.cancel() }
      output.append(contentsOf: raw)
      ending = .linger
      return
    }
    switch answer.content {
    case .failure: ending = .linger
    case .rendered(let rendered):
      let isPlain = delivery.pace == nil && delivery.truncateAfter == nil
      if isPlain, write(rendered, context, closes: delivery.close, on: loop) { return }
      start(rendered.response, delivery, context, on: loop)
    case .response(let response): start(response, delivery, context, on: loop)
    }
  }

  /// Writes prepared bytes in one piece. Returns `false` if they must be sent differently.
  private func write(
    _ rendered: RenderedResponse, _ context: ResponseContext, closes: Bool, on loop: LoopCore
  ) -> Bool {
    guard !context.isHead || rendered.hasBody, rendered.size <= Self.largestCopy else { return false }
    let closes = closes || rendered.closes || !context.keepsAlive || closesWhenIdle
    ResponseWriter.append(
      rendered, date: loop.date(), connection: context.connectionField(closes: closes), withBody: !context.isHead,
      to: &output)
    if closes { ending = .linger }
    return true
  }

  private func start(_ response: Response, _ delivery: Delivery, _ context: ResponseContext, on loop: LoopCore) {
    var framing = ResponseWriter.framing(of: response)
    // A server that sends events one by one doesn't know their total size.
    if case .timed = delivery.pace, framing != .none { framing = .chunked }
    var closes =
      !context.keepsAlive || delivery.close || closesWhenIdle || response.headers.lists("close", in: "connection")
    if framing == .chunked, context.minorVersion == 0 { framing = .untilClose }
    if framing == .untilClose { closes = true }
    let isBodyless = context.isHead || framing == .none
    ResponseWriter.appendHead(
      of: response, framing: context.isHead && response.body.length == 0 ? .none : framing, date: loop.date(),
      connection: context.connectionField(closes: closes), keepsLength: context.isHead || response.status == 304,
      to: &output)
    if isBodyless {
      if case .stream(let stream) = response.body { stream.cancel() }
      if closes || delivery.truncateAfter != nil { ending = delivery.reset ? .reset : .linger }
      return
    }
    var ongoing = OngoingDelivery(
      context: context, framing: framing, pace: PaceClock(delivery.pace, start: loop.now),
      untilCut: delivery.truncateAfter, resets: delivery.reset, closes: closes)
    switch response.body {
    case .empty: break
    case .bytes(let bytes): ongoing.bytes = bytes
    case .stream(let stream):
      ongoing.stream = stream
      ongoing.promised = stream.length
    }
    ongoing.trailers = response.trailers
    let isSmall = ongoing.stream == nil && ongoing.left <= Self.largestCopy
    if isSmall, framing != .chunked, delivery.pace == nil, delivery.truncateAfter == nil {
      output.append(contentsOf: ongoing.bytes)
      if closes { ending = .linger }
      return
    }
    current = ongoing
  }

  /// Sends the output in one call, and ends the connection if there is nothing more to send.
  func flush(on loop: LoopCore) {
    while backlog > 0 {
      let wanted = backlog
      let transfer = output.withUnsafeBytes {
        loop.system.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch transfer {
      case .bytes(let count):
        sent += count
        unsentSince = nil
        if count < wanted { return }
      case .wouldBlock: return
      case .failed: return close(on: loop)
      }
    }
    if !output.isEmpty || output.capacity > 0 { giveBackOutput(to: loop) }
    guard let ending, !isLingering else { return }
    switch ending {
    case .reset:
      loop.system.setResetOnClose(descriptor)
      close(on: loop)
    case .linger:
      guard !isInputEnded else { return close(on: loop) }
      loop.system.shutdownSending(descriptor)
      beginLingering(on: loop)
    }
  }

  private func giveBackOutput(to loop: LoopCore) {
    sent = 0
    if output.capacity <= 1 << 18 {
      output.removeAll(keepingCapacity: true)
      loop.giveBack(&output)
    }
    output = []
  }
}

/// The properties of a request that its response depends on.
struct ResponseContext {
  var sequence: UInt64
  var isHead: Bool
  var keepsAlive: Bool
  var minorVersion: Int

  /// Returns the Connection field of a response, depending on whether the connection closes afterward.
  func connectionField(closes: Bool) -> ConnectionField {
    closes ? .close : minorVersion == 0 ? .keepAlive : .absent
  }
}

/// A request's position in the queue of responses. Responses are sent in the order of their requests.
struct ResponseSlot {
  /// The state of a response.
  enum State {
    /// The responder has promised a response.
    case waiting
    /// The response is ready but delayed.
    case delayed(OutgoingResponse)
    case ready(OutgoingResponse)
    /// A `100 Continue` is due for a request whose body hasn't arrived.
    case interim
  }

  var context: ResponseContext
  var state: State

  /// Cancels the response's stream, because the response won't be sent.
  func cancelStream() {
    switch state {
    case .waiting, .interim: break
    case .delayed(let answer), .ready(let answer):
      if case .response(let response) = answer.content, case .stream(let stream) = response.body { stream.cancel() }
    }
  }
}
