import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// A body streamed by a real server. The journal keeps only how it ended.
final class FollowedBody: BodyStream {
  /// The end of a body: whether the body was complete and, if not, where it broke off.
  final class End: Sendable {
    private struct State {
      var bytes = 0
      var isOver = false
      var failure: TransportFailure?
      var whenOver: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// A Boolean value that indicates whether the stream hasn't ended yet.
    var isOpen: Bool { state.withLock { !$0.isOver } }

    /// Calls a closure once the stream has ended, or immediately if it already has.
    func whenOver(_ call: @escaping @Sendable () -> Void) {
      let isOver = state.withLock { state in
        if !state.isOver { state.whenOver = call }
        return state.isOver
      }
      if isOver { call() }
    }

    /// A sentence that says where the body broke off or its client stopped reading, or `nil` if it was complete or
    /// hasn't ended yet.
    var sentence: String? {
      let state = state.withLock { $0 }
      guard let failure = state.failure else { return nil }
      let place = "after \(state.bytes) byte\(state.bytes == 1 ? "" : "s")"
      return failure.kind == .cancelled
        ? "The client closed the stream \(place)." : "The stream broke off \(place): \(failure.message.asClause)."
    }

    fileprivate func note(_ chunk: BodyChunk) {
      let call = state.withLock { state -> (@Sendable () -> Void)? in
        guard !state.isOver else { return nil }
        switch chunk {
        case .bytes(let bytes):
          state.bytes += bytes.count
          return nil
        case .end: break
        case .failed(let failure): state.failure = failure
        }
        state.isOver = true
        defer { state.whenOver = nil }
        return state.whenOver
      }
      call?()
    }
  }

  let end = End()
  private let inner: any BodyStream

  /// - Parameter inner: A body that hasn't been read yet.
  init(_ inner: any BodyStream) { self.inner = inner }

  var length: Int? { inner.length }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    inner.next { [end] chunk in
      end.note(chunk)
      deliver(chunk)
    }
  }

  func cancel() {
    inner.cancel()
    end.note(.failed(ObservedBody.cancelled))
  }
}
