import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying

/// Sends requests as they are, and throws what a client would throw of the answers.
struct DirectSender: Sendable {
  /// A refused request, as a client would throw it.
  struct Refusal: Error {
    let failure: ClientFailure
  }

  let contract: Contract
  let client: UpstreamClient

  /// The answer to a request, where it is a success; a refusal is thrown.
  func send(_ request: Request, in context: CallContext) async throws -> Response {
    let base = try BaseURL(parsing: context.baseURL)
    // The verifier's own deadline comes first.
    let exchange = await client.exchange(request, with: base, deadline: context.deadline * 2)
    guard let response = exchange.response else {
      throw Refusal(failure: ClientFailure(.network, message: exchange.failure?.message ?? "no answer"))
    }
    let isDone = WireReading(exchange.request, in: contract)?.isDone(response) ?? true
    guard response.status < 400, isDone || response.status >= 300 else {
      let kinds = ClientFailure.Kind.fitting(status: response.status)
      let kind = ClientFailure.Kind.allCases.first(where: kinds.contains) ?? .server
      throw Refusal(failure: ClientFailure(kind, message: "the answer was \(response.status)"))
    }
    return response
  }
}
