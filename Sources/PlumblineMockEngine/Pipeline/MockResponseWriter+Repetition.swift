import PlumblineContractModel
import PlumblineHTTPMessages

/// Support for idempotency keys: repeated requests get the first response again.
extension MockResponseWriter {
  /// Returns the response to a request whose key has been used before.
  func repeated(_ known: IdempotencyMemory.Recollection) -> Decision {
    let field = endpoint.idempotencyKey?.name ?? ""
    switch known {
    case .answered(let answer):
      return Decision(answer, .repeated("the same request was sent with this \(field) before"))
    case .pending: return refused("A request with this \(field) is still being processed.", otherwise: 409)
    case .other: return refused("This \(field) was used with a different body before.", otherwise: 422)
    }
  }

  /// - Parameter status: The status to use if the contract documents no error.
  private func refused(_ message: String, otherwise status: Int) -> Decision {
    guard let failure = endpoint.failureOfReusedKey else {
      let answer = library.built(status, code: "IDEMPOTENCY_KEY_REUSED", at: endpoint, message: message)
      return Decision(answer, .invalid(message))
    }
    let documented = [422, 409, 400].first { failure.statuses.contains($0) }
    return Decision(play(failure, status: documented, message: message), .invalid(message))
  }
}
