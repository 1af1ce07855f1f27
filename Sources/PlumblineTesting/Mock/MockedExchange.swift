import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine

/// A request and the mock's response.
public struct MockedExchange: Sendable {
  /// The endpoint's ID, such as `tickets.get`, or `nil` if no endpoint of the contract matches.
  public let endpoint: String?
  public let method: String
  /// The path and query as sent, such as `/api/v2/tickets?page=2`, without the path prefix of the server, such as `/v1`
  /// in `https://api.example.com/v1`.
  public let target: String
  /// The request's body as text, or an empty string if there was none.
  public let requestBody: String
  /// The status that was sent to the client, or `nil` if a fault prevented a complete response.
  public let status: Int?
  /// The response's body as text, or an empty string if there was none.
  public let responseBody: String
  /// The source of the response: a recording, `state`, `batch`, `synthesised`, or `built` from the envelope.
  public let answeredBy: String?
  /// The fault that affected the exchange, such as `offline`, or `nil` if there was none.
  public let fault: String?

  private let fields: HeaderFields

  init(_ entry: JournalEntry, in contract: Contract) {
    let route = contract.router.route(entry.request)
    endpoint = if case .found(let found) = route { found.id } else { nil }
    method = entry.request.method.rawValue
    target = entry.request.target
    requestBody = String(decoding: entry.request.body.bytes ?? [], as: UTF8.self)
    status = entry.status
    responseBody = String(decoding: entry.answer.response.body.bytes ?? [], as: UTF8.self)
    answeredBy = entry.recording
    fault = entry.fault
    fields = entry.request.headers
  }

  /// Returns the value of a header field of the request. Names are case-insensitive.
  public func header(_ name: String) -> String? { fields[name] }
}
