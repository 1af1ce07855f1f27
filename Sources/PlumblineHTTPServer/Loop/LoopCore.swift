import PlumblineHTTPMessages

/// The core of a loop's thread, which waits for descriptors, timers, and messages, and calls channels. It is created
/// and used only on that thread, so it needs no locks.
package final class LoopCore {
  /// The maximum number of bytes per read.
  private static let readSize = 64 * 1024
  private static let wakeupToken = UInt64.max
  /// The maximum number of channels that are settled together. The first of them waits while the requests of the others
  /// are handled.
  private static let company = 16

  struct Place {
    var channel: (any LoopChannel)?
    var generation: UInt32
  }

  package let mailbox: Mailbox
  /// The time at which the loop last woke, in nanoseconds of the monotonic clock.
  // Each of these properties is accessed by one statement at a time, on the loop's thread. No access spans a call that
  // could reenter it, so the run-time exclusivity check isn't needed.
  @exclusivity(unchecked) package private(set) var now: UInt64
  /// The buffer that all channels of the loop read into.
  package let readBuffer: UnsafeMutableRawBufferPointer
  /// The buffers for responses. Channels borrow them while they write.
  @exclusivity(unchecked) var spareOutputs: [[UInt8]] = []
  /// The channels that have been read and will be settled together.
  @exclusivity(unchecked) var unsettled: [ChannelID] = []
  @exclusivity(unchecked) var isHandlingEvents = false
  let gate = AcceptGate()

  let poller: any Poller
  let system: any LoopSystem
  @exclusivity(unchecked) var places: [Place] = []
  var freePlaces: [Int] = []
  var channelCount = 0
  @exclusivity(unchecked) var timers = TimerHeap()
  @exclusivity(unchecked) private var events: [PollEvent] = []
  @exclusivity(unchecked) private var messages: [Mailbox.Message] = []
  @exclusivity(unchecked) var dateSecond = -1
  @exclusivity(unchecked) var dateCheck: UInt64 = 0
  @exclusivity(unchecked) var dateBytes: [UInt8] = []
  @exclusivity(unchecked) private var stopDeadline: UInt64?
  var attachments: [ObjectIdentifier: AnyObject] = [:]

  init(mailbox: Mailbox, poller: any Poller, system: any LoopSystem = HostSystem()) {
    self.mailbox = mailbox
    self.poller = poller
    self.system = system
    now = system.now()
    readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 64)
    _ = poller.add(mailbox.reader, token: Self.wakeupToken, interest: .readable, isShared: false)
  }

  deinit {
    readBuffer.deallocate()
    poller.close()
  }

  /// Runs until the loop is stopped and all channels are closed.
  func run() {
    while true {
      turn()
      if let stopDeadline {
        if now >= stopDeadline { shutDownChannels(isForced: true) }
        if channelCount == 0 { break }
      }
    }
    // A caller whose work was accepted waits for its completion, even if only to learn that the loop has stopped.
    messages = mailbox.close()
    handleMessages()
    attachments = [:]
  }

  /// Performs one round: waits for events, and handles the events, the messages, and the timers that are due.
  func turn() {
    let isIdle = mailbox.beginWaiting()
    poller.wait(milliseconds: isIdle ? timeout() : 0, events: &events)
    now = system.now()
    mailbox.endWaiting(into: &messages)
    handleEvents()
    handleMessages()
    while let timer = timers.popDue(at: now) {
      channel(timer.channel)?.timerFired(timer.purpose, on: self)
    }
  }

  /// Ends the loop when its channels have finished, or by force when the time is up.
  package func stop(grace nanoseconds: UInt64) {
    let deadline = now.addingReportingOverflow(nanoseconds)
    stopDeadline = min(stopDeadline ?? .max, deadline.overflow ? .max : deadline.partialValue)
    shutDownChannels(isForced: false)
  }

  /// A Boolean value that indicates whether the loop accepts no new channels.
  package var isStopping: Bool { stopDeadline != nil }

  private func shutDownChannels(isForced: Bool) {
    for place in places.indices { places[place].channel?.shutDown(isForced: isForced, on: self) }
  }

  private func handleEvents() {
    // Settle a single channel immediately.
    isHandlingEvents = events.count > 1
    var index = 0
    while index < events.count {
      let event = events[index]
      index += 1
      if event.token == Self.wakeupToken {
        Sockets.drainWakeup(mailbox.reader)
      } else {
        channel(ChannelID(rawValue: event.token))?.ready(event.readiness, on: self)
      }
      if unsettled.count >= Self.company { settleAll() }
    }
    isHandlingEvents = false
    settleAll()
  }

  private func handleMessages() {
    guard !messages.isEmpty else { return }
    for message in messages {
      switch message {
      case .work(let body): body(self)
      case .answer(let id, let token, let answer): channel(id)?.receive(answer, token: token, on: self)
      case .chunk(let id, let token, let chunk): channel(id)?.receive(chunk, token: token, on: self)
      }
    }
    messages.removeAll(keepingCapacity: messages.count < 1024)
  }

  private func timeout() -> Int32 {
    var next = timers.nextDeadline ?? .max
    if let stopDeadline { next = min(next, stopDeadline) }
    if next == .max { return -1 }
    // Round the wait up, so that the timer is due when the wait is over.
    let nanoseconds = next > now ? next - now : 0
    return Int32(min((nanoseconds + 999_999) / 1_000_000, 1_000_000))
  }
}
