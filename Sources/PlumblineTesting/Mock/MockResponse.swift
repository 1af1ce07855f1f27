import PlumblineHTTPMessages
import PlumblineMockEngine

/// A response written in a test. It is inspected like any other response, so any part that the contract doesn't
/// document is drift.
public struct MockResponse: Sendable, Hashable {
  /// The status, from 200 to 599.
  public var status: Int
  /// The header fields by name.
  public var headers: [String: String]
  /// The body, sent unchanged.
  public var body: String

  /// Creates a response with any kind of body.
  public init(status: Int = 200, headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns a response whose body is a JSON text (RFC 8259), sent unchanged.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> MockResponse {
    let hasType = headers.keys.contains { $0.lowercased() == "content-type" }
    return MockResponse(
      status: status,
      headers: hasType ? headers : headers.merging(["Content-Type": "application/json"]) { own, _ in own },
      body: text)
  }

  var written: StubResponse {
    StubResponse(
      status: status, fields: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }, body: Array(body.utf8)
    )
  }
}

/// A request that a mock received.
public struct MockRequest: Sendable {
  public let method: String
  /// The path and query as sent, such as `/api/v2/tickets?page=2`.
  public let target: String
  /// The body as text, or an empty string if there is none.
  public let body: String
  private let fields: HeaderFields

  init(_ request: Request) {
    method = request.method.rawValue
    target = request.target
    body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
    fields = request.headers
  }

  /// Returns the value of a header field. Names are case-insensitive.
  public func header(_ name: String) -> String? { fields[name] }
}
