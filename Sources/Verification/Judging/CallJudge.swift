import ContractModel
import DriftDetection
import HTTPMessages
import JSONTree
import Reporting

/// Judges a call from both sides: what went over the wire, and what the client told its caller.
package struct CallJudge: Sendable {
  package let contract: Contract
  private let inspector: Inspector

  package init(contract: Contract) {
    self.contract = contract
    inspector = Inspector(contract)
  }

  /// What came of a call that ran.
  package func judge(
    _ call: Call, of endpoint: Endpoint, exchanges: [Exchange], result: CallResult, milliseconds: Double
  ) -> CallOutcome {
    let drift = exchanges.flatMap { inspector.inspect($0) }
    let verdict = verdict(on: call, of: endpoint, exchanges: exchanges, result: result, drift: drift)
    var all = drift + verdict.drift
    let title = "\(endpoint.id): \(call.name)"
    for index in all.indices { all[index].call = title }
    let outcome: Report.CallLine.Outcome =
      if !all.isEmpty { .drifted } else if verdict.complaint != nil { .failed } else { .passed }
    let line = Report.CallLine(
      service: contract.service, endpoint: endpoint.id, name: call.name, outcome: outcome, reason: verdict.complaint,
      milliseconds: milliseconds)
    return CallOutcome(line: line, drift: all, exchanges: exchanges, outage: exchanges.lazy.compactMap(\.failure).first)
  }

  /// What the two sides say together: a complaint about the call, and drift of the client's own.
  private struct Verdict {
    var complaint: String?
    var drift: [Drift] = []
  }

  private func verdict(
    on call: Call, of endpoint: Endpoint, exchanges: [Exchange], result: CallResult, drift: [Drift]
  ) -> Verdict {
    if case .hung(let deadline) = result {
      return Verdict(complaint: "the client had no result after \(deadline)")
    }
    guard let exchange = exchanges.last(where: { isCall(of: endpoint, $0) }) else {
      return Verdict(complaint: nothingSent(to: endpoint, exchanges: exchanges, result: result))
    }
    guard let response = exchange.response else {
      return Verdict(complaint: "no answer: \(exchange.failure?.message ?? "the connection failed")")
    }
    if let outage = inspector.outage(of: exchange) { return Verdict(complaint: "no answer: \(outage)") }
    let isRefusal = refuses(response)
    if let swallowed = swallowed(result, response, isRefusal: isRefusal, endpoint) { return swallowed }
    if isRefusal {
      return refused(call, of: endpoint, response: response, result: result)
    }
    return granted(call, of: endpoint, response: response, result: result, drift: drift)
  }

  /// The answer is a success.
  private func granted(
    _ call: Call, of endpoint: Endpoint, response: Response, result: CallResult, drift: [Drift]
  ) -> Verdict {
    var unexpected: String?
    if case .failure(let name) = call.expectation {
      let status = endpoint.failure(name)?.status ?? contract.failure(name)?.status
      unexpected = "expected \(status.map { "\($0) " } ?? "")\(name), the server answered \(response.status)"
    }
    guard case .threw(let failure) = result else { return Verdict(complaint: unexpected) }
    let complaint = unexpected ?? "the client threw: \(failure.message)"
    // A client that can't read an answer which has drifted is right; the drift is the cause.
    if drift.contains(where: { $0.severity == .breaking }) { return Verdict(complaint: complaint) }
    let rule = failure.kind == .decoding ? Rule.client.cannotDecode : Rule.client.wrongError
    let place = failure.codingPath.map { "/response/body\($0)" }
    return Verdict(
      complaint: complaint,
      drift: [
        Drift(
          rule: rule, service: contract.service, endpoint: endpoint.id, status: response.status,
          pointer: place.flatMap { .init($0) }, expected: "a decoded value",
          actual: "\(failure.kind): \(failure.message)",
          message: failure.kind == .decoding
            ? "The answer keeps the contract, and the client can't decode it."
            : "The answer is a success, and the client reports \(failure.kind).",
          contract: endpoint.location, detail: failure.codingPath)
      ])
  }

  /// The answer is a refusal and the client threw.
  private func refused(_ call: Call, of endpoint: Endpoint, response: Response, result: CallResult) -> Verdict {
    guard case .threw(let failure) = result else { return Verdict() }
    var verdict = Verdict()
    switch call.expectation {
    case .success:
      verdict.complaint = "expected a success, the server answered \(response.status): \(failure.message)"
    case .failure(let name):
      let promised = endpoint.failure(name) ?? contract.failure(name)
      if let promised, promised.status != response.status, response.status >= 400 {
        verdict.complaint = "expected \(promised.status) \(name), the server answered \(response.status)"
      }
    }
    let fitting = ClientFailure.Kind.fitting(status: response.status)
    if response.status >= 400, !fitting.contains(failure.kind) {
      let wanted = fitting.map(\.rawValue).sorted().joined(separator: " or ")
      verdict.drift.append(
        Drift(
          rule: Rule.client.wrongError, service: contract.service, endpoint: endpoint.id, status: response.status,
          expected: wanted, actual: "\(failure.kind): \(failure.message)",
          message: "The server answered \(response.status), and the client reports \(failure.kind).",
          contract: endpoint.location, detail: failure.kind.rawValue))
    }
    return verdict
  }

  private func swallowed(
    _ result: CallResult, _ response: Response, isRefusal: Bool, _ endpoint: Endpoint
  ) -> Verdict? {
    guard case .returned = result, isRefusal else { return nil }
    return Verdict(
      complaint: "the server refused with \(response.status), and the client reported success",
      drift: [
        Drift(
          rule: Rule.client.swallowedError, service: contract.service, endpoint: endpoint.id, status: response.status,
          expected: "an error", actual: "success",
          message: "The server refused, and the client reports success.", contract: endpoint.location)
      ])
  }

  /// A failure status, or an envelope whose flag says that the request failed.
  private func refuses(_ response: Response) -> Bool {
    if response.status >= 400 { return true }
    guard let flag = contract.envelope?.flag else { return false }
    return (try? JSON.parse(response.body.bytes ?? []))?[flag]?.bool == false
  }

  private func isCall(of endpoint: Endpoint, _ exchange: Exchange) -> Bool {
    guard case .found(let found) = contract.router.route(exchange.request.method, path: exchange.request.path) else {
      return false
    }
    return found.id == endpoint.id
  }

  private func nothingSent(to endpoint: Endpoint, exchanges: [Exchange], result: CallResult) -> String {
    var sentence = "the client sent nothing to \(endpoint.request)"
    if !exchanges.isEmpty {
      sentence += ", but " + exchanges.map { "\($0.request.method) \($0.request.path)" }.joined(separator: ", ")
    }
    if case .threw(let failure) = result { sentence += "; it threw: \(failure.message)" }
    return sentence
  }
}
