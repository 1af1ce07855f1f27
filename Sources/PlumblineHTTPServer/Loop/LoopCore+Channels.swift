import PlumblineHTTPMessages

extension LoopCore {
  /// Starts waiting for a descriptor on behalf of a channel. Returns `nil` if the system can't watch any more
  /// descriptors.
  package func add(
    _ channel: any LoopChannel, descriptor: Int32, interest: Readiness, isShared: Bool = false
  ) -> ChannelID? {
    let place = takePlace()
    let id = ChannelID(place: place, generation: places[place].generation)
    guard poller.add(descriptor, token: id.rawValue, interest: interest, isShared: isShared) else {
      freePlaces.append(place)
      return nil
    }
    places[place].channel = channel
    channelCount += 1
    return id
  }

  /// Adds a channel that has timers but no descriptor.
  package func add(_ channel: any LoopChannel) -> ChannelID {
    let place = takePlace()
    places[place].channel = channel
    channelCount += 1
    return ChannelID(place: place, generation: places[place].generation)
  }

  private func takePlace() -> Int {
    if let free = freePlaces.popLast() { return free }
    places.append(Place(channel: nil, generation: 0))
    return places.count - 1
  }

  /// Returns this loop's only object of a type, which is created on first use.
  package func attachment<Value: AnyObject>(_ make: (LoopCore) -> Value) -> Value {
    if let value = attachments[ObjectIdentifier(Value.self)] as? Value { return value }
    let value = make(self)
    attachments[ObjectIdentifier(Value.self)] = value
    return value
  }

  /// Changes the events that a channel waits for.
  package func setInterest(_ interest: Readiness, of id: ChannelID, descriptor: Int32) {
    poller.change(descriptor, token: id.rawValue, interest: interest)
  }

  /// Stops waiting for a channel's descriptor. The channel and its timers remain.
  func suspend(descriptor: Int32) {
    poller.remove(descriptor)
  }

  /// Resumes watching a suspended descriptor. Returns `false` if the system can't watch any more descriptors.
  func resume(_ id: ChannelID, descriptor: Int32, interest: Readiness, isShared: Bool) -> Bool {
    poller.add(descriptor, token: id.rawValue, interest: interest, isShared: isShared)
  }

  /// Removes a channel, which must close its descriptor afterward.
  package func remove(_ id: ChannelID, descriptor: Int32? = nil) {
    guard channel(id) != nil else { return }
    if let descriptor { poller.remove(descriptor) }
    places[id.place].channel = nil
    places[id.place].generation &+= 1
    freePlaces.append(id.place)
    channelCount -= 1
  }

  /// Returns the channel with the given ID, or `nil` if it no longer exists.
  package func channel(_ id: ChannelID) -> (any LoopChannel)? {
    guard id.place < places.count, places[id.place].generation == id.generation else { return nil }
    return places[id.place].channel
  }

  /// Calls a channel after the given number of nanoseconds. Returns the exact time, for comparison.
  @discardableResult
  package func schedule(_ purpose: UInt64, for id: ChannelID, after nanoseconds: UInt64) -> UInt64 {
    let (deadline, overflow) = now.addingReportingOverflow(nanoseconds)
    guard !overflow else { return .max }
    timers.insert(TimerHeap.Entry(deadline: deadline, channel: id, purpose: purpose))
    return deadline
  }

  /// Returns an empty buffer for writing responses.
  func takeOutput() -> [UInt8] { spareOutputs.popLast() ?? [] }

  /// Takes back an empty buffer for reuse, unless there are enough of them.
  func giveBack(_ output: inout [UInt8]) {
    guard spareOutputs.count < 32 else { return }
    spareOutputs.append(output)
  }

  /// Settles a channel after other channels have been read. Returns `false` if the caller must settle it immediately.
  ///
  /// Sending to a client wakes it. If responses were sent one by one, with the work for the next request in between,
  /// each would wake a client that has gone back to sleep, which costs more than the response itself. They are
  /// therefore sent together.
  func settleLater(_ id: ChannelID) -> Bool {
    guard isHandlingEvents else { return false }
    unsettled.append(id)
    return true
  }

  func settleAll() {
    guard !unsettled.isEmpty else { return }
    var index = 0
    while index < unsettled.count {
      channel(unsettled[index])?.settle(on: self)
      index += 1
    }
    unsettled.removeAll(keepingCapacity: true)
  }

  /// Returns the bytes of the date for the current second.
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
