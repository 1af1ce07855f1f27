import PlumblineContractModel
import PlumblineHTTPMessages

/// A variant that is being played, with the requests so far.
///
/// It answers one exchange. An error is returned again when the same request is repeated, so that a client that retries has to
/// report it in the end. A success isn't, so that a client that polls makes progress, unless the request has the same
/// idempotency key and so is the same request.
struct PlayedVariant {
  private let exchange: VariedExchange
  private let response: Answer
  /// A Boolean value that indicates whether the mock carries out the request although the variant answers it.
  let isCarriedOut: Bool
  private let isLasting: Bool
  private let isSuccess: Bool
  /// The number of requests that fit so far.
  private var fitting = 0
  /// The request that was answered; `nil` if none was yet.
  private var answered: String?
  private var key: String?
  /// The answered requests that the mock is to carry out.
  private(set) var carriedOut: [Request] = []

  init(_ variant: Variant, in exchange: VariedExchange) {
    self.exchange = exchange
    response = Answer(variant.response, delivery: variant.delivery)
    isCarriedOut = variant.standing != .refusal
    isLasting = [.refusal, .unreadable, .cut].contains(variant.standing)
    isSuccess = (200..<300).contains(variant.response.status)
  }

  /// A Boolean value that indicates whether a request was answered with the variant.
  var hasAnswered: Bool { answered != nil }

  /// Returns the variant's response to a request; `nil` if the mock answers it.
  mutating func answer(to request: Request, of endpoint: Endpoint) -> Answer? {
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
