import PlumblineDriftDetection
import PlumblineHTTPMessages

extension Secrets {
  /// An outcome as it may be shown. The exchanges stay as they were: nothing prints them.
  package func redact(_ outcome: CallOutcome) -> CallOutcome {
    var outcome = outcome
    outcome.line.reason = outcome.line.reason.map(redact)
    outcome.drift = outcome.drift.map(redact)
    outcome.outage = outcome.outage.map(redact)
    return outcome
  }

  /// A drift as it may be shown.
  package func redact(_ drift: Drift) -> Drift { redactor.redact(drift) }

  private func redact(_ outage: Outage) -> Outage {
    guard case .transport(let failure) = outage.cause else { return outage }
    return Outage(.transport(TransportFailure(kind: failure.kind, message: redact(failure.message))))
  }
}
