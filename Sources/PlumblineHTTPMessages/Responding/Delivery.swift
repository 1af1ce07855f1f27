/// The way in which a response is sent: when, at what pace, how much of it, and what happens to the connection.
package struct Delivery: Sendable, Equatable {
  /// The pace of sending a body after its head.
  package enum Pace: Sendable, Equatable {
    /// Repeatedly sends a number of bytes and then pauses.
    case steady(bytes: Int, interval: Duration)
    /// Sends each part at its specified time, and any remaining bytes together with the last part. The body is chunked
    /// (RFC 9112 section 7.1), like that of a server that doesn't know the length in advance.
    case timed(BodyTiming)
  }

  /// The time to wait before the first byte.
  package var delay: Duration
  /// The pace of the body, or `nil` to send everything as fast as the other side accepts it. The head is always sent at
  /// once.
  package var pace: Pace?
  /// The number of bytes of the body to send, after the complete head, before closing the connection.
  package var truncateAfter: Int?
  /// A Boolean value that indicates whether the connection ends with a reset, either before the first byte or after the
  /// bytes of `truncateAfter`.
  package var reset: Bool
  /// A Boolean value that indicates whether the response announces that the connection will be closed, and the
  /// connection is closed after it.
  package var close: Bool
  /// The bytes to send instead of the response before closing the connection. They don't have to be HTTP. If there are
  /// none, the connection is only closed.
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

  /// A delivery at once and in full, on a connection that stays open.
  package static let immediate = Delivery()

  /// A Boolean value that indicates whether the delivery has no special behavior. If so, its bytes can be combined with
  /// those of previous responses.
  package var isPlain: Bool {
    delay == .zero && pace == nil && truncateAfter == nil && !reset && raw == nil
  }

  /// Returns the time from the head to the last byte of a body, according to the pace.
  ///
  /// - Parameter length: The body's size, or `nil` if it is unknown.
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
