import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine

/// One request and what the mock answered.
public struct MockedExchange: Sendable {
  /// The endpoint's id: `tickets.get`; `nil` where the contract has none.
  public let endpoint: String?
  public let method: String
  /// Path and query as they were sent, but for a path of the server's own (`/v1` of `https://api.example.com/v1`):
  /// `/api/v2/tickets?page=2`.
  public let target: String
  /// The request's body as text; empty where there was none.
  public let requestBody: String
  /// The status that the client was meant to see; `nil` where a fault let nothing whole arrive.
  public let status: Int?
  /// The answer's body as text; empty where there was none.
  public let responseBody: String
  /// What answered: a recording, `state`, `batch`, `synthesised`, or `built` from the envelope.
  public let answeredBy: String?
  /// The fault that struck it: `offline`.
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

  /// The value of a field of the request; names are the same in any case.
  public func header(_ name: String) -> String? { fields[name] }
}
