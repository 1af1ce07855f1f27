/// The way in which a response is sent: when, how fast, how much, and what becomes of the connection.
package struct Delivery: Sendable, Equatable {
  /// The times at which the parts of a body go out, after its head.
  package enum Pace: Sendable, Equatable {
    /// So many bytes, then a pause.
    case steady(bytes: Int, interval: Duration)
    /// Each part at its own time; what follows the last one goes with it. The body goes in chunks (RFC 9112 section 7.1), as
    /// that of a server which doesn't know what will come.
    case timed(BodyTiming)
  }

  /// The time to wait before the first byte.
  package var delay: Duration
  /// The head goes at once, the body at this pace; nil sends all as fast as the other side takes it.
  package var pace: Pace?
  /// Sends the head in full but only so many bytes of the body, then closes.
  package var truncateAfter: Int?
  /// Ends the connection by a reset: before the first byte, or after the bytes of `truncateAfter`.
  package var reset: Bool
  /// Closes the connection after the response, and says so in it.
  package var close: Bool
  /// Sent instead of the response, be it HTTP or not; then the connection closes. With no bytes it just closes.
  package var raw: [UInt8]?

  package init(
    delay: Duration = .zero, pace: Pace? = nil, truncateAfter: Int? = nil, reset: Bool = false, close: Bool = false,
    raw: [UInt8]? = nil
  ) {
    self.delay = delay
    self.pace = pace
    self.truncateAfter = truncateAfter
    self.reset = reset
    self.close = close
    self.raw = raw
  }

  /// At once, in full, on a connection that stays.
  package static let immediate = Delivery()

  /// A Boolean value that indicates whether nothing is out of the ordinary, so that the bytes may go with those of the
  /// responses before.
  package var isPlain: Bool {
    delay == .zero && pace == nil && truncateAfter == nil && !reset && raw == nil
  }

  /// Returns the time from the head to the last byte of a body that is sent, as far as its pace says.
  ///
  /// - Parameter length: the body's size; `nil` if it is unknown.
  package func time(ofBody length: Int?) -> Duration {
    guard let pace, raw == nil, let whole = length ?? truncateAfter else { return .zero }
    let sent = min(whole, truncateAfter ?? whole)
    guard sent > 0 else { return .zero }
    switch pace {
    case .steady(let bytes, let interval): return interval * ((sent - 1) / max(1, bytes))
    case .timed(let timing):
      let last = timing.parts.first { $0.end >= sent } ?? timing.parts.last
      return last?.time ?? .zero
    }
  }
}
