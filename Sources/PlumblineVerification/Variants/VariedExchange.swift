import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The one exchange of a call whose response is replaced with a variant.
///
/// A method may call one endpoint several times, such as for the next page, for the state of a job, or again after a
/// failure. Only one of these requests gets the variant, and the others get the usual response, because no real list
/// has `has_more: true` on every page.
///
/// The request is identified by its method and target, because concurrent requests have no order, and by its position
/// among equal requests. If there is only one request to the endpoint, neither is needed.
struct VariedExchange: Sendable {
  let endpoint: Endpoint
  /// The number of the call's exchanges with the endpoint.
  let count: Int
  /// The method and the target of the request, or `nil` if the call sends the endpoint only one request.
  private let line: String?
  /// The number of equal requests before the varied one.
  private let position: Int

  /// - Parameters:
  ///   - index: The index of the exchange.
  ///   - exchanges: All exchanges of the call with the endpoint.
  init(_ index: Int, of exchanges: [Exchange], with endpoint: Endpoint) {
    self.endpoint = endpoint
    count = exchanges.count
    guard exchanges.count > 1 else {
      line = nil
      position = 0
      return
    }
    let line = Self.line(of: exchanges[index].request)
    self.line = line
    let key = Self.idempotencyKey(of: exchanges[index].request)
    // A repeated request with the same key gets the response to the first one.
    let first = exchanges[..<index].firstIndex { exchange in
      key != nil && Self.line(of: exchange.request) == line && Self.idempotencyKey(of: exchange.request) == key
    }
    position = exchanges[..<(first ?? index)].count { Self.line(of: $0.request) == line }
  }

  /// Returns the index of the exchange with the most data. This is usually the last one, unless it is a last page
  /// without items, for example.
  static func richest(of exchanges: [Exchange]) -> Int? {
    guard exchanges.count > 1, var best = exchanges.indices.last, exchanges[best].isSuccess else {
      return exchanges.indices.last
    }
    var most = fields(of: exchanges[best])
    for index in exchanges.indices.dropLast().reversed() where exchanges[index].isSuccess {
      let count = fields(of: exchanges[index])
      if count > most { (best, most) = (index, count) }
    }
    return best
  }

  /// Returns a request's method and target.
  static func line(of request: Request) -> String { "\(request.method) \(request.target)" }

  /// Returns the key that a server uses to recognize a repeated request, or `nil` if the request has none.
  static func idempotencyKey(of request: Request) -> String? {
    request.headers.first { isIdempotencyKey($0.name) }?.value
  }

  /// Returns a Boolean value that indicates whether a header field with this name contains an idempotency key.
  static func isIdempotencyKey(_ name: String) -> Bool { name.lowercased().contains("idempotency") }

  /// Returns a Boolean value that indicates whether a request with a given line may be the varied one.
  func fits(_ line: String) -> Bool { self.line == nil || self.line == line }

  /// Returns a Boolean value that indicates whether a matching request is the varied one.
  ///
  /// - Parameter earlier: The number of matching requests before it.
  func isReached(after earlier: Int) -> Bool { earlier == position }

  private static func fields(of exchange: Exchange) -> Int {
    guard let bytes = exchange.response?.body.bytes, let body = try? JSON.parse(bytes) else { return 0 }
    return FieldPlaces.all(in: body).count
  }
}

extension Exchange {
  /// A Boolean value that indicates whether the exchange has a response with a success status.
  var isSuccess: Bool { response.map { (200..<300).contains($0.status) } ?? false }
}
