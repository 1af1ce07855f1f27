import Synchronization

/// A streamed body that connects a producer of pieces with a consumer that requests them, with a limited buffer in
/// between.
///
/// The producer checks ``isFull`` after each piece and continues when `resume` is called, so a body of any size needs
/// no more memory than the buffer. The producer and the consumer may run on separate threads.
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
  ///   - length: The total number of bytes, if it is known.
  ///   - room: The maximum number of buffered bytes.
  ///   - resume: A closure that is called on the requesting thread when there is room again or the rest isn't wanted.
  package init(length: Int?, room: Int = 256 << 10, resume: @escaping @Sendable () -> Void) {
    self.length = length
    self.room = room
    self.resume = resume
  }

  /// A Boolean value that indicates whether the producer should pause.
  package var isFull: Bool { state.withLock { $0.bytes.count >= room } }

  /// A Boolean value that indicates whether the rest of the body isn't wanted.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds bytes, which are dropped if the rest of the body isn't wanted.
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
