import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying

/// A sender that sends requests unchanged, and throws errors like a client.
struct DirectSender: Sendable {
  /// The error for a rejected request, as a client would throw it.
  struct Refusal: Error {
    let failure: ClientFailure
  }

  let contract: Contract
  let client: UpstreamClient
  private let handedOut: HandedOutIds

  init(contract: Contract, client: UpstreamClient) {
    self.contract = contract
    self.client = client
    handedOut = HandedOutIds(contract: contract)
  }

  /// Sends a request and returns its response, or throws an error if the response isn't a success.
  ///
  /// - Parameter isAnonymous: A Boolean value that indicates whether the request has no caller. In this case, no
  ///   session id is taken from a refusal.
  func send(_ request: Request, in context: CallContext, isAnonymous: Bool = false) async throws -> Response {
    let base = try BaseURL(parsing: context.baseURL)
    let request = isAnonymous ? request : handedOut.completed(request)
    // Allow more time than the verifier's own deadline, so that the verifier's applies first.
    var exchange = await client.exchange(request, with: base, deadline: context.deadline * 2)
    if !isAnonymous, let again = exchange.response.flatMap({ handedOut.retry(request, after: $0) }) {
      exchange = await client.exchange(again, with: base, deadline: context.deadline * 2)
    }
    guard let response = exchange.response else {
      throw Refusal(failure: ClientFailure(.network, message: exchange.failure?.message ?? "no response"))
    }
    let isDone = WireReading(exchange.request, in: contract)?.isDone(response) ?? true
    guard response.status < 400, isDone || response.status >= 300 else {
      let kinds = ClientFailure.Kind.fitting(status: response.status)
      let kind = ClientFailure.Kind.allCases.first(where: kinds.contains) ?? .server
      var failure = ClientFailure(kind, message: "the response was \(response.status)")
      failure.isOfStatusAlone = true
      throw Refusal(failure: failure)
    }
    return response
  }
}
