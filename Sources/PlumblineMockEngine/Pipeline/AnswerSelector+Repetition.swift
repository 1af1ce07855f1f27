import PlumblineContractModel
import PlumblineHTTPMessages

/// Requests with an idempotency key: a repetition gets the first response again.
extension AnswerSelector {
  /// Returns the response to a request: the one that its key got before, a refusal of a key that came with other content,
  /// otherwise a new one.
  func once(_ respond: () -> Decision) -> Decision {
    guard let request = KeyedRequest(reading) else { return respond() }
    let session = pipeline.session
    guard pipeline.isForReal else {
      return session.recollection(of: request).map { repeated($0) } ?? respond()
    }
    if let known = session.begin(request) { return repeated(known) }
    let decision = respond()
    session.end(request, with: decision.answer.response.status < 400 ? decision.answer : nil)
    return decision
  }

  private func repeated(_ known: IdempotencyMemory.Recollection) -> Decision {
    let field = endpoint.idempotencyKey?.name ?? ""
    switch known {
    case .answered(let answer): return Decision(answer, .repeated("the same request had this \(field) before"))
    case .pending: return refused("A request with this \(field) is still being answered.", otherwise: 409)
    case .other: return refused("This \(field) came with another body before.", otherwise: 422)
    }
  }

  /// - Parameter status: the status if the contract documents no failure.
  private func refused(_ message: String, otherwise status: Int) -> Decision {
    guard let failure = endpoint.failureOfReusedKey else {
      let answer = pipeline.built(status, code: "IDEMPOTENCY_KEY_REUSED", at: endpoint, message: message)
      return Decision(answer, .invalid(message))
    }
    let documented = [422, 409, 400].first { failure.statuses.contains($0) }
    return Decision(play(failure, status: documented, message: message), .invalid(message))
  }
}
