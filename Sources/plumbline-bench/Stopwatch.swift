/// A namespace for measuring the best of many runs, which shows the cost of the code when nothing else disturbs it.
enum Stopwatch {
  /// Returns the time of a single run of a closure, in seconds.
  static func once(_ body: () -> Void) -> Double { seconds(ContinuousClock().measure(body)) }

  /// Returns the shortest time of a closure, in seconds, over at least `repetitions` runs and at least 0.3 seconds.
  static func best(repetitions: Int = 25, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var best = Duration.seconds(3600)
    var runs = 0
    while runs < repetitions || clock.now - start < .milliseconds(300) {
      best = min(best, clock.measure(body))
      runs += 1
      if clock.now - start > .seconds(20) { break }
    }
    return seconds(best)
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

/// The reason that a benchmark couldn't run, as one sentence.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
