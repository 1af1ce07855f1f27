/// One pass over some of a run's calls, several at once, until there is no point in going on.
struct CallPass: Sendable {
  private let indices: [Int]
  private let interruption: Interruption?
  /// What came of each call of the run; `nil` for those that were not run.
  var outcomes: [CallOutcome?]
  var health = ServerHealth()

  /// - Parameters:
  ///   - indices: the calls of this pass, in their order.
  ///   - count: how many calls the run has.
  init(_ indices: [Int], count: Int, interruption: Interruption?) {
    self.indices = indices
    self.interruption = interruption
    outcomes = Array(repeating: nil, count: count)
  }

  /// Runs the calls.
  ///
  /// After an error nothing more is started, and what is under way comes to its end: cancelling a group cancels requests,
  /// and URLSession on Linux can block for ever when that happens as they end.
  mutating func run(
    width: Int, _ body: @escaping @Sendable (Int) async throws -> CallOutcome,
    progress: @Sendable (CallOutcome) -> Void
  ) async throws {
    var failure: (any Error)?
    var (health, outcomes) = (health, outcomes)
    await withTaskGroup(of: (Int, Result<CallOutcome, any Error>).self) { group in
      var next = 0
      func start() {
        guard next < indices.count, failure == nil, health.reasonToStop == nil, interruption?.reason == nil else {
          return
        }
        let index = indices[next]
        next += 1
        group.addTask {
          // Not one expression: for `(index, .success(try await …))` Swift 6.3 with -O leaves out the index.
          let result: Result<CallOutcome, any Error>
          do { result = .success(try await body(index)) } catch { result = .failure(error) }
          return (index, result)
        }
      }
      for _ in 0..<max(1, width) { start() }
      while let (index, result) = await group.next() {
        switch result {
        case .failure(let error): failure = failure ?? error
        case .success(let outcome):
          health.note(outcome)
          outcomes[index] = outcome
          if failure == nil { progress(outcome) }
        }
        start()
      }
    }
    (self.health, self.outcomes) = (health, outcomes)
    if let failure { throw failure }
  }
}
