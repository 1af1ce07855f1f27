import PlumblineHTTPMessages

extension Connection {
  private static let largestPiece = 64 * 1024

  /// Advances the current body by one piece. Returns `false` if the body must wait for its stream or pace.
  func pump(on loop: LoopCore) -> Bool {
    guard var ongoing = current, !ongoing.isPausing else { return false }
    if ongoing.untilCut == 0 {
      cut(ongoing)
      return true
    }
    guard ongoing.left > 0 else { return needMore(ongoing, on: loop) }
    var count = min(ongoing.left, Self.largestPiece)
    switch ongoing.pace.turn(at: loop.now) {
    case .all: break
    case .bytes(let due): count = min(count, due)
    case .pause(let nanoseconds):
      pause(ongoing, nanoseconds, on: loop)
      return false
    }
    if let untilCut = ongoing.untilCut { count = min(count, max(0, untilCut)) }
    let piece = ongoing.bytes[ongoing.position..<ongoing.position + count]
    if ongoing.framing == .chunked {
      ResponseWriter.appendChunk(piece, to: &output)
    } else {
      output.append(contentsOf: piece)
    }
    ongoing.position += count
    ongoing.pace.written += count
    ongoing.untilCut = ongoing.untilCut.map { max(0, $0 - count) }
    if let interval = ongoing.pace.interval, ongoing.left > 0 || ongoing.stream != nil {
      pause(ongoing, interval.nanoseconds, on: loop)
    } else {
      current = ongoing
    }
    return true
  }

  /// Pauses a body, and continues it after the given number of nanoseconds.
  private func pause(_ ongoing: OngoingDelivery, _ nanoseconds: UInt64, on loop: LoopCore) {
    current = ongoing
    current?.isPausing = true
    loop.schedule(Purpose.pace | ongoing.context.sequence, for: id, after: nanoseconds)
  }

  /// Requests more from the stream once all available bytes have been written. If there is no stream, ends the
  /// response.
  private func needMore(_ ongoing: OngoingDelivery, on loop: LoopCore) -> Bool {
    guard let stream = ongoing.stream else {
      if ongoing.framing == .chunked { ResponseWriter.appendLastChunk(trailers: ongoing.trailers, to: &output) }
      current = nil
      if ongoing.untilCut != nil || ongoing.closes { ending = ongoing.resets ? .reset : .linger }
      return true
    }
    guard !ongoing.isAsked else { return false }
    current?.isAsked = true
    let mailbox = loop.mailbox
    let (id, sequence) = (id, ongoing.context.sequence)
    stream.next { chunk in mailbox.post(.chunk(id, token: sequence, chunk)) }
    return false
  }

  /// Ends a response in the middle of its body. The connection must be closed in a way that doesn't look like the end
  /// of the body.
  private func cut(_ ongoing: OngoingDelivery) {
    ongoing.stream?.cancel()
    current = nil
    ending = ongoing.resets || ongoing.framing == .untilClose ? .reset : .linger
  }

  func receive(_ chunk: BodyChunk, token: UInt64, on loop: LoopCore) {
    guard var ongoing = current, ongoing.context.sequence == token, ongoing.isAsked else { return }
    ongoing.isAsked = false
    switch chunk {
    case .bytes(var bytes):
      if let promised = ongoing.promised {
        // Bytes beyond the announced length would be read as the next response.
        if bytes.count > promised {
          bytes.removeLast(bytes.count - promised)
          ongoing.stream?.cancel()
          ongoing.stream = nil
        }
        ongoing.promised = promised - bytes.count
      }
      ongoing.bytes = bytes
      ongoing.position = 0
    case .end(let trailers):
      ongoing.stream = nil
      ongoing.trailers = trailers
      if let promised = ongoing.promised, promised > 0 { ongoing.untilCut = 0 }
    case .failed:
      ongoing.stream = nil
      ongoing.untilCut = 0
    }
    current = ongoing
    settle(on: loop)
  }
}

/// A response whose head has been written and whose body is sent in pieces, because it is a stream, is large, is paced,
/// or is cut off.
struct OngoingDelivery {
  var context: ResponseContext
  var framing: BodyFraming
  var pace: PaceClock
  /// The number of bytes until the body is cut off, or `nil` if it isn't.
  var untilCut: Int?
  var resets: Bool
  var closes: Bool

  /// The source of more bytes, or `nil` if `bytes` contains the last ones.
  var stream: (any BodyStream)?
  /// A Boolean value that indicates whether bytes have been requested from the stream but not delivered yet.
  var isAsked = false
  var bytes: [UInt8] = []
  var position = 0
  var trailers = HeaderFields()
  /// A Boolean value that indicates whether the body is waiting because of its pace.
  var isPausing = false
  /// The number of bytes that the stream must still deliver according to its own length.
  var promised: Int?

  /// The number of available bytes that haven't been written yet.
  var left: Int { bytes.count - position }
}
