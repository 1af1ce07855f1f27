import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in flight. Its outcome is determined by its response, its deadline, or its cancellation, whichever comes
/// first.
///
/// `URLSession.data(for:)` isn't an option on Linux: it cancels its task inside the cancellation handler and waits
/// there for the session's queue, which may itself be waiting for the handler. Instead, a separate thread that blocks
/// nothing else cancels the task later, and only if the task is still running after a grace period in which its
/// connection can open. URLSession on Linux has crashed when a task was canceled while its socket was being registered.
final class PendingResponse: Sendable {
  private struct State {
    var continuation: CheckedContinuation<APIResponse, any Error>?
    var outcome: Result<APIResponse, any Error>?
    var task: URLSessionTask?
  }

  /// The queue for deadlines. It has its own thread, because the app's work may occupy all threads of the Swift
  /// concurrency pool.
  private static let clock = DispatchQueue(label: "plumbline.deadlines")

  /// The time between giving up on a task and canceling it.
  private static let grace = Duration.milliseconds(250)

  private let state = Mutex(State())

  /// Sends the request, unless it has already been canceled.
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

  /// Ends the request because its deadline passed or its task was canceled. Only the first call has an effect.
  func finish(_ outcome: Result<APIResponse, any Error>) {
    guard let task = end(outcome) else { return }
    Self.clock.asyncAfter(deadline: .now() + Self.grace / .seconds(1)) { task.cancel() }
  }

  /// Sets the outcome of the request. The first call returns the task that carried out the request.
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
