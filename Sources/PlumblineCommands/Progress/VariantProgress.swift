import Synchronization

/// A display of the number of variants played, the endpoint of the last one, and the remaining time, for terminals.
final class VariantProgress: Sendable {
  /// The minimum time between updates. Printing each variant would take longer than playing it.
  private static let pause = Duration.milliseconds(200)

  private struct State {
    var played = 0
    var shownAt: ContinuousClock.Instant?
  }

  private let title: String
  private let total: Int
  private let console: Console
  private let begin: ContinuousClock.Instant
  private let state = Mutex(State())

  /// Creates a display.
  ///
  /// - Parameter total: The approximate number of variants.
  init(title: String, total: Int, console: Console) {
    self.title = title
    self.total = total
    self.console = console
    begin = .now
  }

  /// Shows the progress after one more variant.
  ///
  /// - Parameter endpoint: The endpoint of the variant.
  func show(_ endpoint: String) {
    let now = ContinuousClock.now
    let count = state.withLock { state -> Int? in
      state.played += 1
      if let shownAt = state.shownAt, shownAt.duration(to: now) < Self.pause { return nil }
      state.shownAt = now
      return state.played
    }
    guard let count else { return }
    console.progress(Self.line(title, endpoint, count, of: total, after: begin.duration(to: now)))
  }

  /// Returns a line such as `GitHub: issues.list, 4210 of about 20000 variants, about 3 min left`.
  ///
  /// - Parameter duration: The time that the first `count` variants took.
  static func line(_ title: String, _ endpoint: String, _ count: Int, of total: Int, after duration: Duration) -> String
  {
    guard count < total, count > 0 else { return "\(title): \(endpoint), \(count) mutations" }
    let seconds = Int(duration / .seconds(1) / Double(count) * Double(total - count))
    let left = seconds < 90 ? "\(max(1, seconds)) s" : "\((seconds + 30) / 60) min"
    return "\(title): \(endpoint), \(count) of about \(total) mutations, about \(left) left"
  }
}
