import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request under way: whatever ends it first, its answer, its deadline or its cancellation, is what comes of it.
///
/// `URLSession.data(for:)` is not used: on Linux it cancels its task inside the cancellation handler, waits there for the
/// session's queue, and that queue may be waiting for the handler. Here the task is cancelled later, by a thread that
/// nobody waits for; and only where it hasn't ended by itself, after a moment in which its connection can open: URLSession
/// on Linux has died of a task that was cancelled while its socket was being registered.
final class PendingAnswer: Sendable {
  private struct State {
    var continuation: CheckedContinuation<APIResponse, any Error>?
    var outcome: Result<APIResponse, any Error>?
    var task: URLSessionTask?
  }

  /// Where deadlines ring: on a thread of its own, since Swift's tasks may all be busy with the app's work just then.
  private static let clock = DispatchQueue(label: "plumbline.deadlines")

  /// How long a task that nobody waits for any more is left alone before it is cancelled.
  private static let grace = Duration.milliseconds(250)

  private let state = Mutex(State())

  /// Sends the request, unless it has been cancelled already.
  func begin(
    _ request: URLRequest, in session: URLSession, deadline: Duration,
    _ continuation: CheckedContinuation<APIResponse, any Error>
  ) {
    let task = session.dataTask(with: request) { data, response, error in
      let answer = response.flatMap { APIResponse(data ?? Data(), $0) }
      self.end(error.map { .failure($0) } ?? answer.map { .success($0) } ?? .failure(URLError(.badServerResponse)))
    }
    let early = state.withLock { state -> Result<APIResponse, any Error>? in
      if let outcome = state.outcome { return outcome }
      state.continuation = continuation
      state.task = task
      return nil
    }
    guard let early else {
      Self.clock.asyncAfter(deadline: .now() + deadline / .seconds(1)) { [weak self] in
        self?.finish(.failure(URLError(.timedOut)))
      }
      return task.resume()
    }
    continuation.resume(with: early)
  }

  /// Ends the request from outside, by its deadline or its cancellation; only the first end counts.
  func finish(_ outcome: Result<APIResponse, any Error>) {
    guard let task = end(outcome) else { return }
    Self.clock.asyncAfter(deadline: .now() + Self.grace / .seconds(1)) { task.cancel() }
  }

  /// Says what came of the request; the first time, the task that it was sent with.
  @discardableResult
  private func end(_ outcome: Result<APIResponse, any Error>) -> URLSessionTask? {
    let ended = state.withLock { state -> State? in
      guard state.outcome == nil else { return nil }
      let before = state
      state = State(outcome: outcome)
      return before
    }
    ended?.continuation?.resume(with: outcome)
    return ended?.task
  }
}
