import PlumblineReporting
import PlumblineVerification

extension Report {
  /// Records the variants that weren't played, either because of a limit or because the call's client was abandoned.
  mutating func noteLeftOut(_ outcomes: [VariantOutcome]) {
    for outcome in outcomes {
      let all = outcome.variants + outcome.leftOut + (outcome.givenUp?.count ?? 0)
      if let givenUp = outcome.givenUp {
        note(
          OmittedMutations(
            service: outcome.service, endpoint: outcome.endpoint,
            givenUp: .init(call: outcome.call, reason: givenUp.reason), count: givenUp.count, all: all))
      }
      if outcome.leftOut > 0 {
        note(
          OmittedMutations(
            service: outcome.service, endpoint: outcome.endpoint, count: outcome.leftOut, all: all))
      }
    }
  }
}
