import PlumblineJSONTree

/// A check for a 428 (RFC 6585 section 3) without a documented precondition. A 428 rejects requests without a
/// precondition.
struct PreconditionLint {
  /// The endpoint as written in its file.
  let value: JSON
  let endpoint: Endpoint
  let log: ProblemLog

  /// The header fields that make a request conditional (RFC 9110 section 13.1).
  private static let fields: Set<String> = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]

  func check() {
    guard !endpoint.headers.contains(where: { Self.fields.contains($0.name.lowercased()) }),
      let failure = endpoint.failures.prefix(endpoint.ownFailureCount).first(where: { $0.statuses == .exactly(428) })
    else { return }
    log.warning(
      value["errors"]?.elements.first { $0.string == failure.name }?.location ?? endpoint.location,
      "\(failure.name) (428) rejects requests without a condition, but \(endpoint.id) documents no header for one; add "
        + "\"If-Match\": { \"type\": \"string\" } to its \"headers\".")
  }
}
