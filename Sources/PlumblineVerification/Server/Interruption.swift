import Synchronization

/// A request to end a run early. The run then stops calls that only read, cleans up, and reports.
package final class Interruption: Sendable {
  private struct State {
    var reason: String?
    var next = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Requests the end of the run. If this is called again, the first reason is kept.
  package func request(_ reason: String) {
    let waiting = state.withLock { state in
      guard state.reason == nil else { return [@Sendable () -> Void]() }
      state.reason = reason
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for body in waiting { body() }
  }

  /// The reason to end the run, or `nil` if there is none.
  package var reason: String? { state.withLock { $0.reason } }

  /// Calls a closure when the end is requested, or immediately if it already was. Returns a number that can be used to
  /// remove the closure.
  func whenRequested(_ body: @escaping @Sendable () -> Void) -> Int {
    let number: Int? = state.withLock { state in
      guard state.reason == nil else { return nil }
      state.next += 1
      state.waiting[state.next] = body
      return state.next
    }
    if number == nil { body() }
    return number ?? 0
  }

  func forget(_ number: Int) {
    state.withLock { $0.waiting[number] = nil }
  }
}
