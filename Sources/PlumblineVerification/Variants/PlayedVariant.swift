import PlumblineContractModel
import PlumblineHTTPMessages

/// A variant that is being played, with the requests so far.
///
/// The variant replaces the response of one exchange. If the same request is repeated, an error is returned again, so
/// that a client that retries must report it eventually. A success isn't, so that a client that polls makes progress,
/// unless the same idempotency key identifies it as the same request.
struct PlayedVariant {
  private let exchange: VariedExchange
  private let response: OutgoingResponse
  /// A Boolean value that indicates whether the mock executes the request although the variant replaces its response.
  let isCarriedOut: Bool
  private let isLasting: Bool
  private let isSuccess: Bool
  /// The number of matching requests so far.
  private var fitting = 0
  /// The request that received the variant, or `nil` if none has yet.
  private var answered: String?
  private var key: String?
  /// The requests that received the variant and that the mock should execute.
  private(set) var carriedOut: [Request] = []

  init(_ variant: Variant, in exchange: VariedExchange) {
    self.exchange = exchange
    response = OutgoingResponse(variant.response, delivery: variant.delivery)
    isCarriedOut = variant.standing != .refusal
    isLasting = [.refusal, .unreadable, .cut].contains(variant.standing)
    isSuccess = (200..<300).contains(variant.response.status)
  }

  /// A Boolean value that indicates whether a request has received the variant.
  var hasAnswered: Bool { answered != nil }

  /// Returns the variant's response to a request, or `nil` if the mock should respond.
  mutating func answer(to request: Request, of endpoint: Endpoint) -> OutgoingResponse? {
    guard endpoint === exchange.endpoint else { return nil }
    let line = VariedExchange.line(of: request)
    let key = VariedExchange.idempotencyKey(of: request)
    if let answered {
      let isRepeated = isSuccess && key != nil && key == self.key
      guard answered == line, isLasting || isRepeated else { return nil }
    } else {
      guard exchange.fits(line) else { return nil }
      let isReached = exchange.isReached(after: fitting)
      fitting += 1
      guard isReached else { return nil }
      answered = line
      self.key = key
    }
    if isCarriedOut { carriedOut.append(request) }
    return response
  }
}
