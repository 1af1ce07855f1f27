import PlumblineReporting
import PlumblineVerification
import Synchronization

/// Shows the number of completed calls on a terminal.
final class CallProgress: Sendable {
  private let title: String
  private let total: Int
  private let console: Console
  private let done = Mutex(0)

  init(title: String, total: Int, console: Console) {
    self.title = title
    self.total = total
    self.console = console
  }

  func show(_ outcome: CallOutcome) { show(outcome.line.endpoint) }

  /// - Parameter endpoint: the endpoint of the completed call.
  func show(_ endpoint: String) {
    let count = done.withLock { done in
      done += 1
      return done
    }
    console.progress("\(title): \(count) of \(total) calls, \(endpoint)")
  }
}

/// Shows the number of checked endpoints on a terminal.
final class ProbeProgress: Sendable {
  private let title: String
  private let total: Int
  private let console: Console
  private let done = Mutex(0)

  init(title: String, total: Int, console: Console) {
    self.title = title
    self.total = total
    self.console = console
  }

  func show(_ verdict: Report.Verdict) {
    let count = done.withLock { done in
      done += 1
      return done
    }
    console.progress("\(title): \(count) of \(total) endpoints, \(verdict.endpoint) \(verdict.kind.rawValue)")
  }
}
