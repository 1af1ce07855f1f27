/// A poller that uses `poll(2)`, which every system provides. Its cost is proportional to the number of descriptors.
final class PollPoller: Poller {
  private var entries: [Sockets.PollEntry] = []
  private var tokens: [UInt64] = []
  private var places: [Int32: Int] = [:]

  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool {
    places[descriptor] = entries.count
    entries.append(Sockets.PollEntry(fd: descriptor, events: Self.flags(interest), revents: 0))
    tokens.append(token)
    return true
  }

  func change(_ descriptor: Int32, token: UInt64, interest: Readiness) {
    guard let place = places[descriptor] else { return }
    entries[place].events = Self.flags(interest)
    tokens[place] = token
  }

  func remove(_ descriptor: Int32) {
    guard let place = places.removeValue(forKey: descriptor) else { return }
    let last = entries.count - 1
    if place != last {
      entries[place] = entries[last]
      tokens[place] = tokens[last]
      places[entries[place].fd] = place
    }
    entries.removeLast()
    tokens.removeLast()
  }

  func wait(milliseconds: Int32, events: inout [PollEvent]) {
    events.removeAll(keepingCapacity: true)
    var left = Sockets.poll(&entries, timeout: milliseconds)
    var index = 0
    while left > 0, index < entries.count {
      let flags = entries[index].revents
      if flags != 0 {
        left -= 1
        var readiness: Readiness = []
        if flags & Sockets.pollReadable != 0 { readiness.insert(.readable) }
        if flags & Sockets.pollWritable != 0 { readiness.insert(.writable) }
        if flags & Sockets.pollFailed != 0 { readiness.insert(.failed) }
        events.append(PollEvent(token: tokens[index], readiness: readiness))
      }
      index += 1
    }
  }

  func close() {}

  private static func flags(_ interest: Readiness) -> Int16 {
    (interest.contains(.readable) ? Sockets.pollReadable : 0)
      | (interest.contains(.writable) ? Sockets.pollWritable : 0)
  }
}
