import Synchronization

/// A streamed body with its content coding removed. Pieces are passed on as soon as they are decoded.
///
/// Only a limited number of bytes is decoded at a time, so even bytes that expand enormously fit in memory.
package final class UnpackedBody: BodyStream {
  /// The number of bytes to decode at once. They expand to a few megabytes at most.
  private static let stride = 8 << 10

  private struct State {
    var unpacker: ContentUnpacker
    var packed: [UInt8] = []
    /// The number of bytes of the current piece that have been decoded.
    var done = 0
    /// The last bytes before the body's end.
    var last: [UInt8] = []
    var end: BodyChunk?

    /// Returns the next piece or the end, or `nil` if more input is needed.
    mutating func next() throws(ContentCoding.Failure) -> BodyChunk? {
      while done < packed.count {
        let stop = min(done + UnpackedBody.stride, packed.count)
        let piece = Array(packed[done..<stop])
        done = stop
        let bytes = try unpacker.unpack(piece)
        if !bytes.isEmpty { return .bytes(bytes) }
      }
      (packed, done) = ([], 0)
      guard last.isEmpty else {
        defer { last = [] }
        return .bytes(last)
      }
      return end
    }

    /// Adds a piece of the encoded body, or its end.
    mutating func take(_ chunk: BodyChunk) throws(ContentCoding.Failure) {
      switch chunk {
      case .bytes(let bytes): packed = bytes
      case .end:
        last = try unpacker.unpack([], isWhole: true)
        end = chunk
      case .failed: end = chunk
      }
    }
  }

  private let inner: any BodyStream
  private let failure: @Sendable (ContentCoding.Failure) -> TransportFailure
  private let state: Mutex<State>

  /// Creates an unpacked body.
  ///
  /// - Parameters:
  ///   - inner: The packed body. Nothing must have been requested from it yet.
  ///   - failure: A closure that returns the failure to report if the encoded data is malformed.
  package init(
    _ inner: any BodyStream, _ unpacker: ContentUnpacker,
    failure: @escaping @Sendable (ContentCoding.Failure) -> TransportFailure
  ) {
    self.inner = inner
    self.failure = failure
    state = Mutex(State(unpacker: unpacker))
  }

  /// The length. It is always `nil`, because the unpacked length isn't known in advance.
  package var length: Int? { nil }

  package func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    if let chunk = step(after: nil) { return deliver(chunk) }
    inner.next { [self] chunk in
      if let piece = step(after: chunk) { deliver(piece) } else { next(deliver) }
    }
  }

  package func cancel() { inner.cancel() }

  /// Returns the next piece or the end, or `nil` if more pieces of the packed body are needed first. A malformed coding
  /// ends the body.
  ///
  /// - Parameter came: The piece of the packed body that has just arrived.
  private func step(after came: BodyChunk?) -> BodyChunk? {
    var isWrong = false
    let chunk = state.withLock { state -> BodyChunk? in
      do throws(ContentCoding.Failure) {
        if let came { try state.take(came) }
        return try state.next()
      } catch {
        isWrong = true
        (state.packed, state.done, state.last) = ([], 0, [])
        state.end = .failed(failure(error))
        return state.end
      }
    }
    if isWrong { inner.cancel() }
    return chunk
  }
}
