import Synchronization

/// Shows on a terminal the number of played variants, the endpoint of the last one, and the remaining time.
final class VariantProgress: Sendable {
  /// Printing each variant would take longer than playing it.
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

  /// - Parameter total: the approximate number of variants.
  init(title: String, total: Int, console: Console) {
    self.title = title
    self.total = total
    self.console = console
    begin = .now
  }

  /// - Parameter endpoint: the endpoint of the played variant.
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

  /// `GitHub: issues.list, 4210 of about 20000 variants, about 3 min left`.
  ///
  /// - Parameter duration: the time that the first ones took.
  static func line(_ title: String, _ endpoint: String, _ count: Int, of total: Int, after duration: Duration) -> String
  {
    guard count < total, count > 0 else { return "\(title): \(endpoint), \(count) mutations" }
    let seconds = Int(duration / .seconds(1) / Double(count) * Double(total - count))
    let left = seconds < 90 ? "\(max(1, seconds)) s" : "\((seconds + 30) / 60) min"
    return "\(title): \(endpoint), \(count) of about \(total) mutations, about \(left) left"
  }
}
