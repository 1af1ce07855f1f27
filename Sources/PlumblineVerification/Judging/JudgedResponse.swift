import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The response that a call received from its endpoint, compared with the call's expectation and the client's report.
struct JudgedResponse {
  let exchange: Exchange
  let response: Response
  let endpoint: Endpoint
  let contract: Contract
  /// The drift that the exchanges show.
  let drift: [Drift]
  private let body: JSON?

  init(
    _ exchange: Exchange, _ response: Response, of endpoint: Endpoint, contract: Contract, drift: [Drift]
  ) {
    self.exchange = exchange
    self.response = response
    self.endpoint = endpoint
    self.contract = contract
    self.drift = drift
    body = try? JSON.parse(response.body.bytes ?? [])
  }

  /// A Boolean value that indicates whether the server rejected the request, by an error status or by an error flag in
  /// the envelope.
  var isRefusal: Bool { contract.isRefusal(response.status, body) }

  /// Returns the verdict for a response that is a success.
  func granted(_ call: Call, _ result: CallResult) -> CallVerdict {
    var unexpected: String?
    var ignored: Drift?
    if case .failure(let name) = call.expectation {
      let promised = call.promisedFailure(of: endpoint)
      let wanted = "expected \(promised.map { "\($0.statuses) " } ?? "")\(name)"
      unexpected =
        call.caller == .nobody && promised.map(isAboutCallers) ?? false
        ? "the server accepted a caller without credentials: \(wanted), but it \(words.answered)"
        : "\(wanted), but the server \(words.answered)\(forgetfulness(of: promised))"
      // A response with a different structure, such as a login page, doesn't grant access.
      let isForeign = call.caller == .nobody && drift.contains { $0.severity == .breaking }
      ignored = (isForeign ? nil : promised).flatMap {
        IgnoredRefusal(
          contract: contract, endpoint: endpoint, caller: call.caller, exchange: exchange, response: response,
          promised: $0
        ).drift
      }
    }
    if let ignored { return CallVerdict(complaint: unexpected, drift: [ignored], cause: ignored) }
    let promise = unexpected == nil ? nil : promise(of: call, "granted")
    guard case .threw(let failure) = result else { return CallVerdict(complaint: unexpected, promise: promise) }
    let complaint = unexpected ?? "the client threw: \(failure.message)"
    // If the response has drift, it isn't the client's fault that it can't read the response.
    if let cause = drift.first(where: { $0.severity == .breaking }) ?? drift.first(where: { explains($0, failure) }) {
      return CallVerdict(
        complaint: complaint, cause: unexpected == nil || cause.severity == .breaking ? cause : nil,
        clientError: failure.message, promise: promise)
    }
    let isUnreadable = failure.kind == .decoding
    let place = failure.codingPath.map { "/response/body\($0)" }
    var finding = clientDrift(
      isUnreadable ? Rule.client.cannotDecode : Rule.client.wrongError, expected: "a decoded value",
      actual: "\(failure.kind): \(failure.message)", detail: failure.codingPath,
      isUnreadable
        ? "The response conforms to the contract, but the client can't decode it."
        : "The response is a success, but the client reports \(failure.kind).")
    finding.pointer = place.flatMap { JSONPointer($0) }
    return CallVerdict(complaint: complaint, drift: [finding])
  }

  /// Returns the verdict for a response that is a refusal when the client threw an error.
  func refused(_ call: Call, _ failure: ClientFailure) -> CallVerdict {
    var verdict = CallVerdict()
    switch call.expectation {
    case .success:
      let isKnown = !words.isSilent || failure.isOfStatusAlone
      let said = isKnown ? "" : ": \(failure.message)"
      verdict.complaint = "expected a success, but the server \(words)\(said)\(permission(of: call))"
      verdict.cause = drift.first { $0.rule == Rule.response.status.undocumented && $0.status == response.status }
    case .failure(let name):
      let isExpected = alternatives(to: call).contains { otherFailure(than: $0.name, $0) == nil }
      verdict.complaint = isExpected ? nil : otherFailure(than: name, call.promisedFailure(of: endpoint))
      // A missing or unknown code, or a different structure, is already reported as drift.
      if verdict.complaint != nil { verdict.cause = drift.first(where: isOfRefusal) }
      verdict.promise = promise(of: call, "\(response.status)")
    }
    let fitting = ClientFailure.Kind.fitting(status: response.status)
    if response.status >= 400, !fitting.contains(failure.kind) {
      verdict.drift.append(
        clientDrift(
          Rule.client.wrongError, expected: fitting.map(\.rawValue).sorted().joined(separator: " or "),
          actual: "\(failure.kind): \(failure.message)", detail: failure.kind.rawValue,
          "The server responded with \(response.status), but the client reports \(failure.kind)."))
    }
    return verdict
  }

  /// Returns the phrase that explains an unexpected 403: the server knows the caller, who has permission according to
  /// the contract. The phrase is empty for any other response, and if the contract denies permission.
  private func permission(of call: Call) -> String {
    let persona: Persona? =
      switch call.caller {
      case .first: contract.personas.first
      case .persona(let name): contract.personas.first { $0.name == name }
      case .nobody: nil
      }
    guard response.status == 403, let persona,
      endpoint.requirement(lackedBy: persona, sending: exchange.request) == nil
    else { return "" }
    return "; the server recognizes the caller, and the contract requires no permission that \(persona.name) lacks"
  }

  /// Returns the verdict for a response that is a refusal when the client reported success.
  func swallowed() -> CallVerdict {
    CallVerdict(
      complaint: "the server rejected the request with \(refusalText), but the client reported success",
      drift: [
        clientDrift(
          Rule.client.swallowedError, expected: "an error", actual: "success", detail: nil,
          "The server rejected the request with \(refusalText), but the client reports success.")
      ])
  }

  /// Returns the refusals that are as good as the expected one. A caller without credentials lacks all required ones,
  /// and the server is free to choose which it checks first.
  private func alternatives(to call: Call) -> [Failure] {
    guard call.caller == .nobody, let promised = call.promisedFailure(of: endpoint),
      endpoint.occasions(of: promised).contains(.unauthenticated)
    else { return [] }
    return endpoint.refusalsOfMissingCredentials
  }

  /// A short phrase with the refusal's status and any code, such as `404 "NOT_FOUND"`.
  private var refusalText: String {
    "\(response.status)"
      + (contract.errorCode(of: body, at: response.status, from: endpoint).map {
        " \(JSON($0.description.prefix(60).description).text)"
      } ?? "")
  }

  /// Returns the name of the violated expectation. If a server never rejects requests for a given reason, it fails at
  /// many endpoints, but there is a single cause.
  private func promise(of call: Call, _ came: String) -> String? {
    guard case .failure(let name) = call.expectation else { return nil }
    return "\(name) \(came)"
  }

  /// Returns the reason why a refusal isn't the expected one: a different status, or a code with a different meaning.
  private func otherFailure(than name: String, _ promised: Failure?) -> String? {
    guard let promised else { return "expected \(name), but the server \(words)" }
    if !promised.statuses.contains(response.status), response.status >= 400 {
      return "expected \(promised.statuses) \(name), but the server \(words)"
    }
    // A response without a body has no code.
    guard endpoint.request.method != .head, !promised.codes.isEmpty, let place = contract.codePlace(of: promised) else {
      return nil
    }
    let code = body?.at(place).flatMap(ErrorCode.init)
    if let code, promised.codes.contains(code) { return nil }
    let wanted = promised.codes.map(\.description).joined(separator: " or ")
    return "expected \(promised.statuses) \(name) (\(wanted)), but the server \(words.answered) "
      + (code.map { "with the code \(JSON($0.description.prefix(60).description).text)" } ?? "without a code")
  }

  private var words: ServerWords {
    ServerWords(exchange: exchange, response: response, contract: contract, body: body)
  }

  /// Returns a Boolean value that indicates whether a drift already describes a refusal's fault, so that it needn't be
  /// repeated.
  private func isOfRefusal(_ drift: Drift) -> Bool {
    guard drift.status == response.status, drift.severity >= .warning else { return false }
    return drift.rule.isAbout(.status, .envelope, .body, .mediaType, of: .response)
  }

  /// Returns a Boolean value that indicates whether a drift is where the client stopped decoding, or encloses it.
  private func explains(_ drift: Drift, _ failure: ClientFailure) -> Bool {
    guard failure.kind == .decoding, let path = failure.codingPath, let stop = JSONPointer("/response/body\(path)"),
      drift.rule.isAbout(.field, of: .response), drift.rule != Rule.response.field.undocumented,
      let place = drift.folded ?? drift.pointer, place.tokens.count <= stop.tokens.count
    else { return false }
    return zip(place.tokens, stop.tokens).allSatisfy { $0 == $1 || $0 == "*" || Int($0) != nil && Int($1) != nil }
  }

  /// Returns a phrase that explains why a mock accepts a request for a missing item. The phrase is empty if the
  /// response isn't a mock's, or if the mock stores its items.
  private func forgetfulness(of promised: Failure?) -> String {
    guard let recording = exchange.recording, endpoint.state == nil,
      promised.map({ $0.statuses.contains(404) || $0.statuses.contains(409) }) ?? false
    else { return "" }
    return
      "; this response is the mock's (\(recording)): \(endpoint.id) has no \"state\" and no closer recording of this "
      + "error"
  }

  private func isAboutCallers(_ failure: Failure) -> Bool {
    endpoint.occasions(of: failure).contains { $0 == .unauthenticated || $0 == .forbidden }
  }

  private func clientDrift(
    _ rule: Rule, expected: String, actual: String, detail: String?, _ message: String
  ) -> Drift {
    Drift(
      rule: rule, service: contract.service, endpoint: endpoint.id, status: response.status, expected: expected,
      actual: actual, message: message, contract: endpoint.location, detail: detail)
  }
}

extension ClientFailure.Kind {
  /// Returns the kinds of errors that a client may report for a response with an error status (RFC 9110 sections 15.5
  /// and 15.6).
  package static func fitting(status: Int) -> Set<ClientFailure.Kind> {
    switch status {
    case 401: [.unauthorized]
    case 403: [.forbidden]
    case 404, 410: [.notFound]
    case 409, 412, 423: [.conflict]
    case 400, 413, 414, 415, 422: [.validation]
    case 500...: [.server]
    default: [.server, .other]
    }
  }
}
