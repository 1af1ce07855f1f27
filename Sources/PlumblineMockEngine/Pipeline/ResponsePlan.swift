import PlumblineContractModel

/// The plan for responding to a request, including everything that the response uses up or changes. Planning itself
/// changes nothing.
enum ResponsePlan {
  /// The stages at which a plan can be made, in order.
  enum Stage: Int, Comparable {
    case override, sequence, key, state, batch, calls, recordings

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// Send a stub.
  case override
  /// Send the current step of a sequence, and advance the sequence if `isUsed` is `true`.
  case step(EndpointRecordings.Row, MatchDistance, isUsed: Bool)
  /// Execute a request with an idempotency key once.
  case once(KeyedRequest)
  /// Execute a rule of the endpoint's state.
  case state(StateRule)
  /// Execute the requests of a batch.
  case batch(Batch, [BatchedRequest])
  /// Execute the calls of a batch, each as if it had been sent alone.
  case calls(CallBatch)
  /// Send a response that has no side effects.
  case decided(Decision)

  /// The stage to continue with if the plan yields no response.
  var next: Stage {
    switch self {
    case .override: .sequence
    case .step: .key
    case .once: .state
    case .state: .batch
    case .batch: .calls
    case .calls, .decided: .recordings
    }
  }
}
