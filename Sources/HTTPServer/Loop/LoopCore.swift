import HTTPMessages

/// What runs on a loop's thread: waits for descriptors, timers and mail, and calls channels. Made and used on that thread
/// only, which is why nothing in it is locked.
package final class LoopCore {
  /// How many bytes one read takes at most.
  private static let readSize = 64 * 1024
  private static let wakeupToken = UInt64.max

  private struct Place {
    var channel: (any LoopChannel)?
    var generation: UInt32
  }

  package let mailbox: Mailbox
  /// Nanoseconds of the monotonic clock when the loop last woke.
  package private(set) var now: UInt64
  /// Where every channel of the loop reads into.
  package let readBuffer: UnsafeMutableRawBufferPointer
  /// A buffer for answers that a channel may take while it writes, and gives back.
  package var spareOutput: [UInt8] = []
  let gate = AcceptGate()

  private let poller: any Poller
  private var places: [Place] = []
  private var freePlaces: [Int] = []
  private var channelCount = 0
  private var timers = TimerHeap()
  private var events: [PollEvent] = []
  private var messages: [Mailbox.Message] = []
  private var dateSecond = -1
  private var dateCheck: UInt64 = 0
  private var dateBytes: [UInt8] = []
  private var stopDeadline: UInt64?

  init(mailbox: Mailbox, poller: any Poller) {
    self.mailbox = mailbox
    self.poller = poller
    now = Sockets.monotonicNanoseconds()
    readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 64)
    _ = poller.add(mailbox.reader, token: Self.wakeupToken, interest: .readable, isShared: false)
  }

  deinit {
    readBuffer.deallocate()
    poller.close()
  }

  /// Goes round until the loop is stopped and its channels have gone.
  func run() {
    while true {
      let isIdle = mailbox.beginWaiting()
      poller.wait(milliseconds: isIdle ? timeout() : 0, events: &events)
      now = Sockets.monotonicNanoseconds()
      mailbox.endWaiting(into: &messages)
      handleEvents()
      handleMessages()
      while let timer = timers.popDue(at: now) {
        channel(timer.channel)?.timerFired(timer.purpose, on: self)
      }
      if let stopDeadline {
        if now >= stopDeadline { shutDownChannels(isForced: true) }
        if channelCount == 0 { break }
      }
    }
    mailbox.close()
  }

  /// Ends the loop when its channels have finished, or by force when the time is over.
  package func stop(grace nanoseconds: UInt64) {
    let deadline = now.addingReportingOverflow(nanoseconds)
    stopDeadline = min(stopDeadline ?? .max, deadline.overflow ? .max : deadline.partialValue)
    shutDownChannels(isForced: false)
  }

  /// Whether the loop takes no new channels.
  package var isStopping: Bool { stopDeadline != nil }

  private func shutDownChannels(isForced: Bool) {
    for place in places.indices { places[place].channel?.shutDown(isForced: isForced, on: self) }
  }

  private func handleEvents() {
    var index = 0
    while index < events.count {
      let event = events[index]
      index += 1
      if event.token == Self.wakeupToken {
        Sockets.drainWakeup(mailbox.reader)
      } else {
        channel(ChannelID(rawValue: event.token))?.ready(event.readiness, on: self)
      }
    }
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
    // Rounded up, so that a timer is due when its wait is over.
    let nanoseconds = next > now ? next - now : 0
    return Int32(min((nanoseconds + 999_999) / 1_000_000, 1_000_000))
  }
}

extension LoopCore {
  /// Waits for a descriptor on behalf of a channel; nil if the system has no room for it.
  package func add(
    _ channel: any LoopChannel, descriptor: Int32, interest: Readiness, isShared: Bool = false
  ) -> ChannelID? {
    let place: Int
    if let free = freePlaces.popLast() {
      place = free
    } else {
      place = places.count
      places.append(Place(channel: nil, generation: 0))
    }
    let id = ChannelID(place: place, generation: places[place].generation)
    guard poller.add(descriptor, token: id.rawValue, interest: interest, isShared: isShared) else {
      freePlaces.append(place)
      return nil
    }
    places[place].channel = channel
    channelCount += 1
    return id
  }

  /// Changes what a channel waits for.
  package func setInterest(_ interest: Readiness, of id: ChannelID, descriptor: Int32) {
    poller.change(descriptor, token: id.rawValue, interest: interest)
  }

  /// Stops waiting for a channel's descriptor, while the channel and its timers stay.
  func suspend(descriptor: Int32) {
    poller.remove(descriptor)
  }

  /// Waits for a suspended descriptor again; false if the system has no room for it.
  func resume(_ id: ChannelID, descriptor: Int32, interest: Readiness, isShared: Bool) -> Bool {
    poller.add(descriptor, token: id.rawValue, interest: interest, isShared: isShared)
  }

  /// Forgets a channel; its descriptor is the channel's to close, after this.
  package func remove(_ id: ChannelID, descriptor: Int32) {
    guard channel(id) != nil else { return }
    poller.remove(descriptor)
    places[id.place].channel = nil
    places[id.place].generation &+= 1
    freePlaces.append(id.place)
    channelCount -= 1
  }

  /// The channel of an id, if it is still there.
  package func channel(_ id: ChannelID) -> (any LoopChannel)? {
    guard id.place < places.count, places[id.place].generation == id.generation else { return nil }
    return places[id.place].channel
  }

  /// Calls a channel when so many nanoseconds are over; when exactly, for comparison.
  @discardableResult
  package func schedule(_ purpose: UInt64, for id: ChannelID, after nanoseconds: UInt64) -> UInt64 {
    let (deadline, overflow) = now.addingReportingOverflow(nanoseconds)
    guard !overflow else { return .max }
    timers.insert(TimerHeap.Entry(deadline: deadline, channel: id, purpose: purpose))
    return deadline
  }

  /// The date of this second.
  package func date() -> [UInt8] {
    guard now >= dateCheck else { return dateBytes }
    dateCheck = now + 50_000_000
    let second = Sockets.secondsSinceEpoch()
    if second != dateSecond {
      dateSecond = second
      dateBytes = HTTPDate.bytes(secondsSinceEpoch: second)
    }
    return dateBytes
  }
}

extension Duration {
  /// Whole nanoseconds, 0 for less than none.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000)).partialValue
  }
}
