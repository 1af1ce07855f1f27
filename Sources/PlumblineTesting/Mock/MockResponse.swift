import PlumblineHTTPMessages
import PlumblineMockEngine

/// An answer that a test writes down itself. It is inspected like any other: what of it the contract doesn't have is drift.
public struct MockResponse: Sendable, Hashable {
  /// 200 to 599.
  public var status: Int
  /// Header fields by their names.
  public var headers: [String: String]
  /// The body as it is sent.
  public var body: String

  /// An answer with a body of any kind.
  public init(status: Int = 200, headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer with a JSON text (RFC 8259) for its body, sent as it is written.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> MockResponse {
    let hasType = headers.keys.contains { $0.lowercased() == "content-type" }
    return MockResponse(
      status: status,
      headers: hasType ? headers : headers.merging(["Content-Type": "application/json"]) { own, _ in own },
      body: text)
  }

  var written: WrittenAnswer {
    WrittenAnswer(
      status: status, fields: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }, body: Array(body.utf8)
    )
  }
}

/// A request as a mock got it.
public struct MockRequest: Sendable {
  public let method: String
  /// Path and query as they were sent: `/api/v2/tickets?page=2`.
  public let target: String
  /// The body as text; empty where there is none.
  public let body: String
  private let fields: HeaderFields

  init(_ request: Request) {
    method = request.method.rawValue
    target = request.target
    body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
    fields = request.headers
  }

  /// The value of a field; names are the same in any case.
  public func header(_ name: String) -> String? { fields[name] }
}
