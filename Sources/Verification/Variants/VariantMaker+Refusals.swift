import ContractModel
import HTTPMessages
import JSONTree
import MockEngine

extension VariantMaker {
  /// Answers that are no success: other statuses, bodies that can't be read, an envelope that says no.
  func refusals(from library: MockLibrary) -> [Variant] {
    documentedFailures(from: library) + undocumentedStatuses() + brokenBodies() + flippedFlag()
  }

  /// Each failure that the contract names, as the mock would answer it.
  private func documentedFailures(from library: MockLibrary) -> [Variant] {
    endpoint.failures.map { failure in
      let override = Override(endpoint: endpoint.id, plays: .failure(failure.name))
      let session = MockSession(library: library, options: MockOptions(overrides: [override]))
      var response = session.answer(to: ordinary.request).response
      if response.status != failure.status { response = bare(failure) }
      return variant(.refusal, "\(failure.status) \(failure.name)", response)
    }
  }

  private func bare(_ failure: Failure) -> Response {
    Response(
      status: failure.status, headers: ["Content-Type": "application/json"],
      body: Body(refusal(failure.codes.first).serialized()))
  }

  private func undocumentedStatuses() -> [Variant] {
    let known = Set(endpoint.failures.map(\.status) + endpoint.answers.map(\.status))
    let page = Body("<!doctype html><title>Something else answered</title>")
    var all: [Variant] = []
    for status in [302, 418, 429, 500, 502, 503] where !known.contains(status) {
      var response = Response(status: status, headers: ["Content-Type": "text/html"], body: page)
      if status == 302 { response.headers["Location"] = "/plumbline/elsewhere" }
      all.append(variant(.refusal, "\(status) with a page", response))
    }
    // What looks like a success in its body is none with this status.
    for status in [418, 500] {
      var response = response
      response.status = status
      all.append(variant(.refusal, "\(status) with the body of a success", response))
    }
    return all
  }

  /// A body that should be JSON and isn't.
  private func brokenBodies() -> [Variant] {
    guard body != nil, let bytes = response.body.bytes, !bytes.isEmpty else { return [] }
    let bodies: [(String, [UInt8])] = [
      ("an empty body", []), ("half of the body", Array(bytes.prefix(bytes.count / 2))),
      ("a body that isn't JSON", Array("<!doctype html><title>Not found</title>".utf8)),
      ("an empty object", Array("{}".utf8)), ("null", Array("null".utf8)),
    ]
    return bodies.compactMap { title, bytes in
      var response = response
      response.body = Body(bytes)
      return allows(response) ? nil : variant(.unreadable, title, response)
    }
  }

  /// The envelope says no, whatever the status says.
  private func flippedFlag() -> [Variant] {
    guard let envelope = contract.envelope, let flag = envelope.flag, let body, body[flag]?.bool == true,
      let flipped = body.replacing(JSONPointer(tokens: [flag]), with: false)
    else { return [] }
    return [
      variant(.refusal, "\(flag) false beside the payload", answering(flipped)),
      variant(
        .refusal, "\(flag) false with a code",
        answering(refusal(endpoint.failures.lazy.compactMap(\.codes.first).first))
      ),
    ]
  }

  private func refusal(_ code: String?) -> JSON {
    guard let envelope = contract.envelope else { return ["error": JSON(code ?? "ERROR")] }
    var members: [(String, JSON)] = []
    if let flag = envelope.flag { members.append((flag, false)) }
    if let slot = envelope.errorCode { members.append((slot, JSON(code ?? "ERROR"))) }
    if let slot = envelope.message { members.append((slot, "It was refused.")) }
    return .object(members)
  }

  private func variant(_ standing: Variant.Standing, _ title: String, _ response: Response) -> Variant {
    Variant(standing: standing, change: .other, place: nil, title: title, response: response)
  }
}
