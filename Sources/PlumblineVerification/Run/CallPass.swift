/// A pass over some of a run's calls, several at a time, that ends early if the server is down or the run is
/// interrupted.
struct CallPass: Sendable {
  private let indices: [Int]
  private let interruption: Interruption?
  /// The outcome of each call of the run, or `nil` for those that weren't run.
  var outcomes: [CallOutcome?]
  var health = ServerHealth()

  /// - Parameters:
  ///   - indices: The indices of this pass's calls, in the order to run them.
  ///   - count: The number of calls in the run.
  init(_ indices: [Int], count: Int, interruption: Interruption?) {
    self.indices = indices
    self.interruption = interruption
    outcomes = Array(repeating: nil, count: count)
  }

  /// Runs the calls.
  mutating func run(
    width: Int, _ body: @escaping @Sendable (Int) async -> CallOutcome, progress: @Sendable (CallOutcome) -> Void
  ) async {
    var (health, outcomes) = (health, outcomes)
    await withTaskGroup(of: (Int, CallOutcome).self) { group in
      var next = 0
      func start() {
        guard next < indices.count, health.reasonToStop == nil, interruption?.reason == nil else { return }
        let index = indices[next]
        next += 1
        group.addTask {
          // Don't merge these into a single expression: Swift 6.3 with -O has been observed to drop the index.
          let outcome = await body(index)
          return (index, outcome)
        }
      }
      for _ in 0..<max(1, width) { start() }
      while let (index, outcome) = await group.next() {
        health.note(outcome)
        outcomes[index] = outcome
        progress(outcome)
        start()
      }
    }
    (self.health, self.outcomes) = (health, outcomes)
  }
}
