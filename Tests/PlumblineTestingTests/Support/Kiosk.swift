import PlumblineTesting
import TestSupport

/// A minimal client of the kiosk, which opens a connection for each request.
struct Kiosk {
  let mock: MockedService
  var key: String? = "reader-key"

  init(_ mock: MockedService, key: String? = "reader-key") {
    self.mock = mock
    self.key = key
  }

  /// Creates a client for the current test.
  init() throws {
    try self.init(.current)
  }

  @discardableResult
  func get(_ target: String, fields: String = "") async throws -> RawResponse {
    try await send("GET \(target)", fields)
  }

  @discardableResult
  func order(_ paper: String) async throws -> RawResponse {
    let body = "{\"paper\":\"\(paper)\"}"
    let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return try await send("POST /orders", fields, body)
  }

  private func send(_ line: String, _ fields: String, _ body: String = "") async throws -> RawResponse {
    let connection = try await RawConnection.connect(port: mock.port)
    let credential = key.map { "X-Kiosk-Key: \($0)\r\n" } ?? ""
    return try await connection.exchange(
      "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(credential)\(fields)\r\n\(body)")
  }
}
