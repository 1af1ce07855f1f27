/// The way in which a response is sent, with its timing, its pace, its extent and the fate of the connection.
package struct Delivery: Sendable, Equatable {
  /// The times at which the parts of a body are sent, after its head.
  package enum Pace: Sendable, Equatable {
    /// Sends a number of bytes, then pauses, and so on.
    case steady(bytes: Int, interval: Duration)
    /// Sends each part at its own time, and whatever follows the last part together with it. The body is chunked (RFC
    /// 9112 section 7.1), like that of a server that doesn't know what will come.
    case timed(BodyTiming)
  }

  /// The time to wait before the first byte.
  package var delay: Duration
  /// The pace of the body. The head is sent at once. If the pace is `nil`, everything is sent as fast as the other side
  /// accepts it.
  package var pace: Pace?
  /// The number of bytes of the body to send, after the complete head, before closing the connection.
  package var truncateAfter: Int?
  /// A Boolean value that indicates whether the connection ends with a reset, either before the first byte or after the
  /// bytes of `truncateAfter`.
  package var reset: Bool
  /// A Boolean value that indicates whether the connection is closed after the response, which announces that.
  package var close: Bool
  /// The bytes to send in place of the response before closing the connection. They don't have to be HTTP. If they are
  /// empty, the connection is only closed.
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

  /// A Boolean value that indicates whether the delivery is ordinary, so that the bytes may be combined with those of
  /// previous responses.
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
