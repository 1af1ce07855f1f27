import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// Trials with writes that fail once.
extension HabitTrials {
  private static let busy = Response(
    status: 503, headers: ["Content-Type": "application/json", "Retry-After": "0"], body: Body("{}"))

  /// Returns a finding if the client repeats a failed POST in a way that the server can't recognize.
  ///
  /// The first request may have been executed before the failure. Only the same key with the same body shows that the
  /// second request isn't for a new item (draft-ietf-httpapi-idempotency-key-header; RFC 9110 section 9.2.2). A client
  /// that doesn't retry is always correct.
  func unsafeRepetition() async throws -> Drift? {
    let endpoint = maker.endpoint
    guard endpoint.request.method == .post, !endpoint.isSafe, exchange.count == 1,
      !endpoint.states.contains(where: { [.login, .refresh].contains($0.action) })
    else { return nil }
    let requests = try await trial(Self.busy).requests
    guard requests.count > 1, requests[0].target == requests[1].target else { return nil }
    let (first, second) = (requests[0], requests[1])
    let keys = [first, second].map(VariedExchange.idempotencyKey)
    let documented = endpoint.headers.first { VariedExchange.isIdempotencyKey($0.name) }?.name
    if keys == [nil, nil] {
      let advice = documented.map { " The contract has \($0) for this purpose." } ?? ""
      return finding(
        Rule.client.repeatsUnsafely, severity: documented == nil ? .warning : nil, first, second, actual: "no key",
        detail: "no key",
        "After a 503, the client retries the POST without an idempotency key: the server may process it twice."
          + advice)
    }
    if keys[0] != keys[1] {
      return finding(
        Rule.client.repeatsUnsafely, first, second, actual: "a different key", detail: "key",
        "After a 503, the client retries the POST with a different idempotency key: the server may process it twice.")
    }
    guard !Self.isSame(first, second) else { return nil }
    return finding(
      Rule.client.repeatsUnsafely, first, second, actual: "a different body", detail: "body",
      "After a 503, the client retries the POST with the same idempotency key but a different body.")
  }

  private func finding(
    _ rule: Rule, severity: Severity? = nil, _ first: Request, _ second: Request, actual: String, detail: String,
    _ message: String
  ) -> Drift {
    finding(
      rule, severity: severity, Exchange(request: second, response: Self.busy),
      expected: "the same idempotency key and the same body, or no second request", actual: actual, detail: detail,
      message)
  }

  /// Returns a Boolean value that indicates whether two bodies are equivalent. Members and fields may be in a different
  /// order, and a multipart form may have a different boundary.
  private static func isSame(_ first: Request, _ second: Request) -> Bool {
    if first.headers.mediaType?.hasPrefix("multipart/") == true { return true }
    return first.body.bytes?.sorted() == second.body.bytes?.sorted()
  }
}
