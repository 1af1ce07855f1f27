import Synchronization

/// A streamed body that connects a producer and a consumer of pieces with a limited buffer.
///
/// The producer checks ``isFull`` after each piece, pauses if the buffer is full, and continues when `resume` is
/// called. This way, a body of any size needs no more memory than the buffer. The producer and the consumer may run on
/// separate threads.
package final class BodyPipe: BodyStream {
  private struct State {
    var bytes: [UInt8] = []
    var end: BodyChunk?
    var asking: (@Sendable (BodyChunk) -> Void)?
    var isCancelled = false
  }

  package let length: Int?
  private let room: Int
  private let resume: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates a pipe.
  ///
  /// - Parameters:
  ///   - length: The total number of bytes, or `nil` if it is unknown.
  ///   - room: The maximum number of buffered bytes.
  ///   - resume: A closure to call on the requesting thread when there is room again or the consumer cancels the body.
  package init(length: Int?, room: Int = 256 << 10, resume: @escaping @Sendable () -> Void) {
    self.length = length
    self.room = room
    self.resume = resume
  }

  /// A Boolean value that indicates whether the producer should pause.
  package var isFull: Bool { state.withLock { $0.bytes.count >= room } }

  /// A Boolean value that indicates whether the consumer has canceled the rest of the body.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds bytes, or drops them if the consumer has canceled the body.
  package func push(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let asking = state.withLock { state -> (@Sendable (BodyChunk) -> Void)? in
      guard !state.isCancelled, state.end == nil else { return nil }
      if state.asking == nil { state.bytes += bytes }
      return state.asking.take()
    }
    asking?(.bytes(bytes))
  }

  /// Ends the body once all added bytes have been consumed. Anything added later is ignored.
  package func finish(_ end: BodyChunk) {
    let asking = state.withLock { state -> (@Sendable (BodyChunk) -> Void)? in
      guard !state.isCancelled, state.end == nil else { return nil }
      state.end = end
      return state.asking.take()
    }
    asking?(end)
  }

  package func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    let (chunk, wasFull) = state.withLock { state -> (BodyChunk?, Bool) in
      guard state.bytes.isEmpty else {
        let bytes = state.bytes
        state.bytes = []
        return (.bytes(bytes), bytes.count >= room)
      }
      if let end = state.end { return (end, false) }
      state.asking = deliver
      return (nil, false)
    }
    if let chunk { deliver(chunk) }
    if wasFull { resume() }
  }

  package func cancel() {
    let isFirst = state.withLock { state in
      defer { state = State(end: state.end, isCancelled: true) }
      return !state.isCancelled
    }
    if isFirst { resume() }
  }
}
