import PlumblineHTTPMessages

/// A clock that determines, from the pace of a body, how much may be sent now and when more is due.
struct PaceClock {
  /// The amount of a body that may be sent at a given moment.
  enum Turn: Equatable {
    case all
    case bytes(Int)
    /// Nothing may be sent for the given number of nanoseconds.
    case pause(UInt64)
  }

  private let pace: Delivery.Pace?
  /// The time at which the head was written, in nanoseconds on the loop's clock.
  private let start: UInt64
  /// The index of the next part, if the pace has times.
  private var next = 0
  /// The number of bytes of the body that have been written.
  var written = 0

  init(_ pace: Delivery.Pace?, start: UInt64) {
    self.pace = pace
    self.start = start
  }

  /// The pause after each piece, or `nil` if the pace has times.
  var interval: Duration? {
    if case .steady(_, let interval) = pace { interval } else { nil }
  }

  /// Returns the amount that may be sent now. If a part is due, this is the rest of that part.
  mutating func turn(at now: UInt64) -> Turn {
    switch pace {
    case nil: return .all
    case .steady(let bytes, _): return .bytes(max(1, bytes))
    case .timed(let timing):
      while next < timing.parts.count, timing.parts[next].end <= written { next += 1 }
      guard next < timing.parts.count else { return .all }
      let part = timing.parts[next]
      // A quarter of the maximum is longer than any process runs and can't overflow.
      let due = start &+ min(part.time.nanoseconds, UInt64.max / 4)
      return due > now ? .pause(due - now) : .bytes(part.end - written)
    }
  }
}
