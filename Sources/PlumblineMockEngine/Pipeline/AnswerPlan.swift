import PlumblineContractModel

/// The plan for the response to a request, with everything that it uses up or changes. Making a plan changes nothing.
enum AnswerPlan {
  /// The stages of a choice, in order.
  enum Stage: Int, Comparable {
    case override, sequence, key, state, batch, calls, recordings

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  /// An override answers.
  case override
  /// The current step of a sequence is sent; the sequence advances if it is used.
  case step(EndpointRecordings.Row, MatchDistance, isUsed: Bool)
  /// A request with an idempotency key is carried out once.
  case once(KeyedRequest)
  /// A rule of the endpoint's state is carried out.
  case state(StateRule)
  /// The requests of a batch are answered.
  case batch(Batch, [BatchedRequest])
  /// The calls of a batch are answered, each as if it had come alone.
  case calls(CallBatch)
  /// Nothing has to be carried out.
  case decided(Decision)

  /// The stage that follows if the plan leads to no response.
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
