import PlumblineHTTPMessages
import Synchronization

/// A responder that responds immediately with the result of a closure.
struct ScriptedResponder: Responder {
  let script: @Sendable (Request) -> OutgoingResponse

  init(_ script: @escaping @Sendable (Request) -> OutgoingResponse) {
    self.script = script
  }

  func respond(to request: Request, completion: Completion) -> Reply { .now(script(request)) }
}

/// A responder that keeps completions until a test asks for them.
final class WaitingResponder: Responder {
  private struct State {
    var waiting: [(request: Request, completion: Completion)] = []
    var observers: [CheckedContinuation<(request: Request, completion: Completion), Never>] = []
  }

  private let state = Mutex(State())

  func respond(to request: Request, completion: Completion) -> Reply {
    if request.path.hasPrefix("/now") {
      return .now(OutgoingResponse(Response(status: 200, body: Body(request.target))))
    }
    let observer = state.withLock { state -> CheckedContinuation<(request: Request, completion: Completion), Never>? in
      guard state.observers.isEmpty else { return state.observers.removeFirst() }
      state.waiting.append((request, completion))
      return nil
    }
    observer?.resume(returning: (request, completion))
    return .later
  }

  /// Returns the next request that waits for its response.
  func next() async -> (request: Request, completion: Completion) {
    await withCheckedContinuation { continuation in
      let waiting = state.withLock { state -> (request: Request, completion: Completion)? in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.observers.append(continuation)
        return nil
      }
      if let waiting { continuation.resume(returning: waiting) }
    }
  }
}

/// A stream that produces its pieces one by one.
final class ListStream: BodyStream {
  let length: Int?
  private let chunks: Mutex<[BodyChunk]>
  let isCancelled = Atomic<Bool>(false)

  init(_ chunks: [BodyChunk], length: Int? = nil) {
    self.length = length
    self.chunks = Mutex(chunks)
  }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    let chunk = chunks.withLock { $0.isEmpty ? BodyChunk.end(trailers: HeaderFields()) : $0.removeFirst() }
    deliver(chunk)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
