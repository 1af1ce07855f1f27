import PlumblineReporting
import PlumblineVerification
import Synchronization

/// A display of the number of completed calls or judged endpoints, for terminals.
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

  func show(_ verdict: Report.Verdict) { show("\(verdict.endpoint) \(verdict.kind.rawValue)", among: "endpoints") }

  /// Shows the progress after one more call.
  ///
  /// - Parameter last: The endpoint of the completed call.
  func show(_ last: String, among what: String = "calls") {
    let count = done.withLock { done in
      done += 1
      return done
    }
    console.progress("\(title): \(count) of \(total) \(what), \(last)")
  }
}
