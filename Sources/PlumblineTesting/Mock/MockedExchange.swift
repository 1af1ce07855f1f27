import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine

/// A request and the mock's response.
public struct MockedExchange: Sendable {
  /// The endpoint's id, such as `tickets.get`, or `nil` if no endpoint of the contract matches.
  public let endpoint: String?
  public let method: String
  /// The path and query as sent, without a path prefix of the server (`/v1` of `https://api.example.com/v1`), such as
  /// `/api/v2/tickets?page=2`.
  public let target: String
  /// The request's body as text, which is empty if there was none.
  public let requestBody: String
  /// The status that was sent to the client, or `nil` if no complete response arrived because of a fault.
  public let status: Int?
  /// The response's body as text, which is empty if there was none.
  public let responseBody: String
  /// The source of the response: a recording, `state`, `batch`, `synthesised`, or `built` from the envelope.
  public let answeredBy: String?
  /// The fault that affected the exchange, such as `offline`.
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
