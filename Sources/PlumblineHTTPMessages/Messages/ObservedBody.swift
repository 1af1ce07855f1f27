import Synchronization

/// A streamed body that is passed on as it arrives and also recorded for an observer, with the time of each piece.
///
/// The reader gets each piece immediately. The observer is called once, when the body is completed, interrupted or
/// canceled, or when it exceeds the limit. After that, nothing more is recorded.
package final class ObservedBody: BodyStream {
  /// The way in which a body ended.
  package enum Ending: Sendable {
    case whole(trailers: HeaderFields)
    /// The body is larger than the limit. It continues, but isn't recorded any more.
    case tooLarge
    case brokenOff(TransportFailure)
  }

  /// The bytes of a body received so far, and how the body ended.
  package struct Observation: Sendable {
    /// The bytes, or an empty array if there were too many.
    package let bytes: [UInt8]
    /// The time of each piece since the beginning of the body, in whole milliseconds.
    package let timing: BodyTiming
    package let ending: Ending
  }

  private struct State {
    var bytes: [UInt8] = []
    var parts: [BodyTiming.Part] = []
    var isOver = false

    mutating func add(_ bytes: [UInt8], at time: Duration) {
      self.bytes += bytes
      let (seconds, attoseconds) = time.components
      let time = Duration.milliseconds(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
      // Combine pieces that arrive at the same time.
      if parts.last?.time == time { parts.removeLast() }
      parts.append(BodyTiming.Part(end: self.bytes.count, time: time))
    }
  }

  private let inner: any BodyStream
  private let limit: Int
  private let begin: ContinuousClock.Instant
  private let now: @Sendable () -> ContinuousClock.Instant
  private let observe: @Sendable (Observation) -> Void
  private let state = Mutex(State())

  /// Creates an observed body.
  ///
  /// - Parameters:
  ///   - inner: The body to observe. Nothing must have been requested from it yet.
  ///   - limit: The maximum number of bytes to keep.
  ///   - now: A closure that returns the current time.
  ///   - observe: A closure to call once, on the thread that delivers the end or cancels the body. It must not block.
  package init(
    _ inner: any BodyStream, limit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    observe: @escaping @Sendable (Observation) -> Void
  ) {
    self.inner = inner
    self.limit = limit
    self.now = now
    self.observe = observe
    begin = now()
  }

  package var length: Int? { inner.length }

  package func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    inner.next { [self] chunk in
      note(chunk)
      deliver(chunk)
    }
  }

  package func cancel() {
    inner.cancel()
    finish(.brokenOff(Self.cancelled))
  }

  /// The failure of a body that was canceled before its end.
  package static let cancelled = TransportFailure(kind: .cancelled, message: "The client closed the stream.")

  private func note(_ chunk: BodyChunk) {
    switch chunk {
    case .bytes(let bytes):
      let time = begin.duration(to: now())
      let isTooLarge = state.withLock { state in
        if state.isOver { return false }
        guard state.bytes.count + bytes.count <= limit else { return true }
        state.add(bytes, at: time)
        return false
      }
      if isTooLarge { finish(.tooLarge) }
    case .end(let trailers): finish(.whole(trailers: trailers))
    case .failed(let failure): finish(.brokenOff(failure))
    }
  }

  private func finish(_ ending: Ending) {
    let came = state.withLock { state -> State? in
      guard !state.isOver else { return nil }
      let came = state
      state = State(isOver: true)
      return came
    }
    guard let came else { return }
    if case .tooLarge = ending {
      observe(Observation(bytes: [], timing: BodyTiming([]), ending: ending))
    } else {
      observe(Observation(bytes: came.bytes, timing: BodyTiming(came.parts), ending: ending))
    }
  }
}
