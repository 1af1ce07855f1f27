import DriftDetection
import HTTPMessages
import JSONTree

extension Secrets {
  /// An outcome as it may be shown. The exchanges stay as they were: nothing prints them.
  package func redact(_ outcome: CallOutcome) -> CallOutcome {
    var outcome = outcome
    outcome.line.reason = outcome.line.reason.map(redact)
    for index in outcome.drift.indices { redact(&outcome.drift[index]) }
    outcome.outage = outcome.outage.map(redact)
    return outcome
  }

  /// A drift as it may be shown.
  package func redact(_ drift: Drift) -> Drift {
    var drift = drift
    redact(&drift)
    return drift
  }

  private func redact(_ drift: inout Drift) {
    drift.endpoint = redact(drift.endpoint)
    drift.message = redact(drift.message)
    drift.expected = drift.expected.map(redact)
    drift.actual = drift.actual.map(redact)
    drift.detail = drift.detail.map(redact)
    drift.pointer = drift.pointer.map(redact)
    drift.folded = drift.folded.map(redact)
  }

  private func redact(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map(redact))
  }

  private func redact(_ outage: Outage) -> Outage {
    guard case .transport(let failure) = outage.cause else { return outage }
    return Outage(.transport(TransportFailure(kind: failure.kind, message: redact(failure.message))))
  }
}
