import PlumblineContractModel

/// The plan for the response to a request, with everything that it uses up or changes. Planning itself changes nothing.
enum AnswerPlan {
  /// The stages of a choice, in order.
  enum Stage: Int, Comparable {
    case override, sequence, key, state, batch, calls, recordings

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// A stub is sent.
  case override
  /// The current step of a sequence is sent. The sequence advances if the step is used.
  case step(EndpointRecordings.Row, MatchDistance, isUsed: Bool)
  /// A request with an idempotency key is executed once.
  case once(KeyedRequest)
  /// A rule of the endpoint's state is executed.
  case state(StateRule)
  /// The requests of a batch are executed.
  case batch(Batch, [BatchedRequest])
  /// The calls of a batch are executed, each as if it had been sent alone.
  case calls(CallBatch)
  /// The response is decided without any effect.
  case decided(Decision)

  /// The next stage, if the plan yields no response.
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
