import PlumblineHTTPMessages

/// A client's connection, used on its loop's thread.
///
/// Incoming bytes are parsed, each request gets a position in a queue, and responses are sent from the front of the
/// queue as they become ready. Normally the queue stays empty, because a response is ready immediately and is written
/// after the previous ones, and all responses to one read are sent with a single `send`. The output buffer is borrowed
/// from the loop. A connection keeps one only while the client isn't reading its bytes.
///
/// After every event, `settle` brings the connection up to date. It writes the responses that are ready, parses held
/// input, and sets the events and the deadline to wait for.
final class Connection: LoopChannel {
  /// The way in which a connection ends once all output has been sent.
  enum Ending {
    /// The connection sends no more bytes, but keeps reading for a moment so that a reset doesn't discard the last
    /// response.
    case linger
    case reset
  }

  /// The purpose of a timer: the connection's deadline, or the delay of a response, identified by its sequence number.
  enum Purpose {
    static let deadline: UInt64 = 0
    static let delay: UInt64 = 1 << 62
    static let pace: UInt64 = 2 << 62
    static let mask: UInt64 = 3 << 62
  }

  let descriptor: Int32
  let listener: ListenerChannel
  let limits: HTTPLimits
  var id = ChannelID(rawValue: 0)
  var sink: ConnectionSink?
  // Neither the parser nor the writer calls back into the connection while it accesses one of these properties. The
  // run-time exclusivity check can't find anything here, yet it costs as much as parsing a field.
  @exclusivity(unchecked) var parser: RequestParser
  /// Input that waits because too many responses are pending.
  @exclusivity(unchecked) var held: [UInt8] = []

  /// The body that is arriving in pieces, with its request's sequence number.
  var openBody: (sequence: UInt64, pipe: BodyPipe)?

  @exclusivity(unchecked) var row: [ResponseSlot] = []
  @exclusivity(unchecked) var nextSequence: UInt64 = 1
  @exclusivity(unchecked) var current: OngoingDelivery?
  @exclusivity(unchecked) var output: [UInt8] = []
  @exclusivity(unchecked) var sent = 0

  @exclusivity(unchecked) var ending: Ending?
  @exclusivity(unchecked) var isInputEnded = false
  @exclusivity(unchecked) var isLingering = false
  @exclusivity(unchecked) var isClosed = false
  var closesWhenIdle = false

  @exclusivity(unchecked) private var interest = Readiness.readable
  @exclusivity(unchecked) private var deadline = UInt64.max
  @exclusivity(unchecked) private var timerAt = UInt64.max
  /// The time at which the first part of the current head arrived.
  @exclusivity(unchecked) var headSince: UInt64?
  /// The time since which none of the pending output could be sent, or `nil` if no output is pending.
  @exclusivity(unchecked) var unsentSince: UInt64?

  init(descriptor: Int32, listener: ListenerChannel) {
    self.descriptor = descriptor
    self.listener = listener
    limits = listener.limits
    parser = RequestParser(limits: listener.limits)
  }

  /// Starts the connection once it has been added to the loop.
  func opened(_ id: ChannelID, on loop: LoopCore) {
    self.id = id
    sink = ConnectionSink(mailbox: loop.mailbox, connection: id)
    armDeadline(on: loop)
  }

  /// The number of bytes that have been written but not sent.
  var backlog: Int { output.count - sent }

  /// A Boolean value that indicates whether nothing is in progress.
  var isIdle: Bool {
    guard case .idle = parser.phase else { return false }
    return row.isEmpty && current == nil && backlog == 0 && held.isEmpty
  }

  func ready(_ readiness: Readiness, on loop: LoopCore) {
    if readiness.contains(.readable) {
      read(on: loop)
    } else if readiness.contains(.failed) {
      close(on: loop)
    }
    if readiness.contains(.writable), !isClosed { settle(on: loop) }
  }

  func shutDown(isForced: Bool, on loop: LoopCore) {
    guard !isForced else { return close(on: loop) }
    closesWhenIdle = true
    // A request may have arrived that the loop hasn't noticed yet.
    if isIdle { read(on: loop) }
    if !isClosed, isIdle, !isLingering { close(on: loop) }
  }

  /// Brings the connection up to date after an event.
  func settle(on loop: LoopCore) {
    var hasMore = true
    while hasMore {
      // Above the limit, nothing is written until the output has been sent, which may succeed now.
      let hadToWait = backlog >= limits.unsent
      hasMore = advance(on: loop) || hadToWait
      flush(on: loop)
      if isClosed { return }
      hasMore = (hasMore && backlog == 0) || parseHeld(on: loop)
    }
    if isInputEnded, row.isEmpty, current == nil, backlog == 0 { return close(on: loop) }
    updateInterest(on: loop)
    armDeadline(on: loop)
  }

  private func updateInterest(on loop: LoopCore) {
    var wanted: Readiness = []
    if !isInputEnded, isLingering || (held.isEmpty && mayParse) { wanted.insert(.readable) }
    if backlog > 0 { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    loop.setInterest(wanted, of: id, descriptor: descriptor)
  }

  /// Closes the connection immediately, whatever is in progress.
  func close(on loop: LoopCore) {
    guard !isClosed else { return }
    isClosed = true
    endOpenBody()
    current?.stream?.cancel()
    current = nil
    for slot in row { slot.cancelStream() }
    row = []
    loop.remove(id, descriptor: descriptor)
    loop.system.close(descriptor)
    listener.forget(id, on: loop)
  }
}

extension Connection {
  private static let never = UInt64.max / 4

  /// Sets the deadline for the client. As long as deadlines only move forward, this needs no new timer: one timer is
  /// always set and checks the deadline when it fires.
  private func armDeadline(on loop: LoopCore) {
    if isLingering { return }
    deadline = loop.now &+ patience(on: loop)
    if deadline < timerAt { timerAt = loop.schedule(Purpose.deadline, for: id, after: deadline - loop.now) }
  }

  /// Returns the time that the client has from now on, which depends on what it is expected to do next.
  private func patience(on loop: LoopCore) -> UInt64 {
    let never = Self.never
    if backlog > 0 { return rest(of: limits.sendTime, since: &unsentSince, on: loop) }
    if let openBody, !openBody.pipe.isFull { return min(limits.bodyTime.nanoseconds, never) }
    if !row.isEmpty || current != nil { return never }
    switch parser.phase {
    case .idle:
      headSince = nil
      return min(limits.idle.nanoseconds, never)
    case .head: return rest(of: limits.headTime, since: &headSince, on: loop)
    case .body, .trailers:
      headSince = nil
      return min(limits.bodyTime.nanoseconds, never)
    case .ended: return min(limits.linger.nanoseconds, never)
    }
  }

  /// Returns the rest of a time limit that has already started, or starts the limit now.
  private func rest(of time: Duration, since begin: inout UInt64?, on loop: LoopCore) -> UInt64 {
    let since = begin ?? loop.now
    begin = since
    let end = since &+ min(time.nanoseconds, Self.never)
    return end > loop.now ? end - loop.now : 0
  }

  /// Starts lingering, for a limited time.
  func beginLingering(on loop: LoopCore) {
    isLingering = true
    deadline = loop.now &+ limits.linger.nanoseconds
    if deadline < timerAt { timerAt = loop.schedule(Purpose.deadline, for: id, after: deadline - loop.now) }
    updateInterest(on: loop)
  }

  func timerFired(_ purpose: UInt64, on loop: LoopCore) {
    let sequence = purpose & ~Purpose.mask
    switch purpose & Purpose.mask {
    case Purpose.delay: endDelay(of: sequence, on: loop)
    case Purpose.pace:
      guard current?.context.sequence == sequence else { return }
      current?.isPausing = false
      settle(on: loop)
    default: checkDeadline(on: loop)
    }
  }

  private func checkDeadline(on loop: LoopCore) {
    guard timerAt <= loop.now else { return }
    timerAt = .max
    guard deadline <= loop.now else {
      timerAt = loop.schedule(Purpose.deadline, for: id, after: deadline - loop.now)
      return
    }
    guard !isLingering, backlog == 0 else { return close(on: loop) }
    switch parser.phase {
    case .head: refuse(RequestRefusal(408, "The client took too long to send the request line and headers."))
    case .body, .trailers: refuse(RequestRefusal(408, "The client took too long to send the request body."))
    case .idle, .ended: return close(on: loop)
    }
    settle(on: loop)
  }
}

/// A sink that delivers late responses to a connection's loop. One object serves all requests of a connection.
final class ConnectionSink: CompletionSink {
  let mailbox: Mailbox
  let connection: ChannelID

  init(mailbox: Mailbox, connection: ChannelID) {
    self.mailbox = mailbox
    self.connection = connection
  }

  func complete(_ answer: OutgoingResponse, token: UInt64) {
    mailbox.post(.answer(connection, token: token, answer))
  }
}
