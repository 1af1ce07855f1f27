import PlumblineContractModel
import PlumblineJSONTree

extension Redactor {
  /// A drift as it may be shown.
  package func redact(_ drift: Drift) -> Drift {
    var drift = drift
    drift.endpoint = text(drift.endpoint)
    drift.message = text(drift.message)
    drift.expected = drift.expected.map(text)
    drift.actual = drift.actual.map(text)
    drift.detail = drift.detail.map(text)
    drift.pointer = drift.pointer.map(redact)
    drift.folded = drift.folded.map(redact)
    return drift
  }

  private func redact(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map(text))
  }
}
