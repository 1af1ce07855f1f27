import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A judge of a client's reactions to variants.
struct VariantJudge {
  let contract: Contract
  let call: Call
  let endpoint: Endpoint
  let deadline: Duration

  /// Returns the client's drift, or `nil` if its reaction was correct.
  func drift(_ variant: Variant, _ result: VariantResult) -> Drift? {
    var drift: Drift?
    if case .crashed(let crash) = result {
      drift = crashed(variant, crash)
    } else {
      drift =
        switch variant.standing {
        case .allowed: allowed(variant, result)
        case .forbidden: forbidden(variant, result)
        case .unreadable: unreadable(variant, result)
        case .refusal: refusal(variant, result)
        case .cut: cut(variant, result)
        }
    }
    drift?.call = call.title
    return drift.map { [$0] }?.showing(exchange(variant), of: contract).first
  }

  /// Returns the drift for a client that crashed, which no response excuses.
  private func crashed(_ variant: Variant, _ crash: ClientCrash) -> Drift {
    var finding = made(
      Rule.client.crashed, variant, expected: "a result or an error", actual: "the client \(crash)",
      detail: variant.place == nil ? variant.title : nil, "The response (\(variant.title)) crashes the client.")
    finding.pointer = variant.place.map { JSONPointer(tokens: ["response", "body"] + $0.tokens) }
    finding.promise = crash.reason.isEmpty ? nil : crash.reason
    return finding
  }

  private func allowed(_ variant: Variant, _ result: VariantResult) -> Drift? {
    let said: String
    var place = variant.place
    switch result {
    case .returnedSame, .returnedOther, .returned, .crashed: return nil
    case .hung: said = "no result after \(deadline)"
    case .threw(let failure):
      said = "\(failure.kind): \(failure.message)"
      if let path = failure.codingPath, !path.isEmpty, let pointer = JSONPointer(path) { place = pointer }
    }
    var finding = made(
      Rule.client.stricterThanContract, variant, expected: "a decoded value", actual: said,
      "The contract allows this response (\(variant.title)), but the client can't decode it.")
    finding.pointer = place.map { JSONPointer(tokens: ["response", "body"] + $0.tokens) }
    return finding
  }

  /// Evaluates the reaction to a field that violates the contract. A client may ignore the violation if it needs less
  /// than the contract documents.
  private func forbidden(_ variant: Variant, _ result: VariantResult) -> Drift? {
    guard let wrong = wrongKind(result, allowed: [.decoding, .server, .other]) else { return nil }
    var finding = made(
      Rule.client.wrongError, variant, expected: "a decoding error", actual: wrong,
      "\(variant.place == nil ? "The response" : "A field") breaks the contract (\(variant.title)), but the client "
        + "doesn't report a decoding error.")
    finding.pointer = variant.place.map { JSONPointer(tokens: ["response", "body"] + $0.tokens) }
    return finding
  }

  private func unreadable(_ variant: Variant, _ result: VariantResult) -> Drift? {
    if result.isSuccess {
      return made(
        Rule.client.swallowedError, variant, expected: "an error", actual: "success", detail: variant.title,
        "The response can't be read (\(variant.title)), but the client reports success.")
    }
    guard let wrong = wrongKind(result, allowed: [.decoding, .other]) else { return nil }
    return made(
      Rule.client.wrongError, variant, expected: "a decoding error", actual: wrong, detail: variant.title,
      "The response can't be read (\(variant.title)), but the client doesn't report a decoding error.")
  }

  /// Evaluates the reaction to a truncated response, which isn't a success even if it can be read.
  private func cut(_ variant: Variant, _ result: VariantResult) -> Drift? {
    if result.isSuccess {
      return made(
        Rule.client.swallowedError, variant, expected: "an error", actual: "success", detail: variant.title,
        "The connection ended before the response did (\(variant.title)), but the client reports success.")
    }
    guard let wrong = wrongKind(result, allowed: [.network, .decoding, .other]) else { return nil }
    return made(
      Rule.client.wrongError, variant, expected: "a network error", actual: wrong, detail: variant.title,
      "The connection ended before the response did (\(variant.title)), but the client doesn't report a network error.")
  }

  private func refusal(_ variant: Variant, _ result: VariantResult) -> Drift? {
    switch result {
    case .crashed: return nil
    case .returnedSame, .returnedOther, .returned:
      return answer(variant).swallowed().drift.first
    case .hung:
      return made(
        Rule.client.wrongError, variant, expected: "an error", actual: "no result after \(deadline)",
        detail: "hung", "The server rejected the request (\(variant.title)), and the client hangs.")
    case .threw(let failure):
      let status = variant.response.status
      // A client isn't responsible for where a redirect leads.
      if (300..<400).contains(status) { return nil }
      if status >= 400 {
        return answer(variant).refused(call, failure)
          .drift.first
      }
      guard let wrong = wrongKind(result, allowed: Set(ClientFailure.Kind.allCases).subtracting([.decoding, .network]))
      else { return nil }
      return made(
        Rule.client.wrongError, variant, expected: "the server's error", actual: wrong, detail: variant.title,
        "The envelope says that the request failed (\(variant.title)), but the client doesn't report the server's "
          + "error.")
    }
  }

  private func answer(_ variant: Variant) -> JudgedResponse {
    JudgedResponse(exchange(variant), variant.response, of: endpoint, contract: contract, drift: [])
  }

  /// Returns the exchange with the variant as its response, regardless of the request.
  private func exchange(_ variant: Variant) -> Exchange {
    let request = Request(method: endpoint.request.method, target: endpoint.request.template.text)
    return Exchange(request: request, response: variant.response)
  }

  private func wrongKind(_ result: VariantResult, allowed: Set<ClientFailure.Kind>) -> String? {
    switch result {
    case .returnedSame, .returnedOther, .returned, .crashed: nil
    case .hung: "no result after \(deadline)"
    case .threw(let failure): allowed.contains(failure.kind) ? nil : "\(failure.kind): \(failure.message)"
    }
  }

  private func made(
    _ rule: Rule, _ variant: Variant, expected: String, actual: String, detail: String? = nil, _ message: String
  ) -> Drift {
    Drift(
      rule: rule, service: contract.service, endpoint: endpoint.id, status: variant.response.status,
      expected: expected, actual: actual, message: message, contract: endpoint.location, detail: detail)
  }
}
