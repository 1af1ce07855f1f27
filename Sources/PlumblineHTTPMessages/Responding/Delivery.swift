/// How a response is sent: timing, pace, amount, and the fate of the connection.
package struct Delivery: Sendable, Equatable {
  /// The times when the parts of a body are sent, after its head.
  package enum Pace: Sendable, Equatable {
    /// A number of bytes, followed by a pause.
    case steady(bytes: Int, interval: Duration)
    /// Each part at its own time; what follows the last one goes with it. The body goes in chunks (RFC 9112 section 7.1), as
    /// that of a server which doesn't know what will come.
    case timed(BodyTiming)
  }

  /// The time to wait before the first byte.
  package var delay: Duration
  /// The pace of the body after the head, which is sent at once; `nil` sends everything as fast as the other side
  /// accepts it.
  package var pace: Pace?
  /// Sends the complete head but only this many bytes of the body, then closes the connection.
  package var truncateAfter: Int?
  /// Ends the connection by a reset: before the first byte, or after the bytes of `truncateAfter`.
  package var reset: Bool
  /// Closes the connection after the response, and announces that in the response.
  package var close: Bool
  /// The bytes to send instead of the response, HTTP or not, before closing the connection. If empty, it is only
  /// closed.
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

  /// Sends at once and in full, on a connection that stays open.
  package static let immediate = Delivery()

  /// A Boolean value that indicates whether the delivery is ordinary, so that the bytes may be combined with those of
  /// previous responses.
  package var isPlain: Bool {
    delay == .zero && pace == nil && truncateAfter == nil && !reset && raw == nil
  }

  /// Returns the time from the head to the last byte of a body that is sent, according to its pace.
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
