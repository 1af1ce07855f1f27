import APIClient
import Foundation
import Testing

@Suite struct URLSessionTransportTests {
  @Test func `a port where nobody listens is a network error`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let client = APIClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(port.number)")), apiKey: "k", token: InMemoryTokenStore())
    let error = await #expect(throws: APIError.self) { try await client.delete("/a") }
    guard case .networkError = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
  }

  @Test func `a server that never answers runs into the deadline`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    try port.listen()
    let client = APIClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(port.number)")), apiKey: "k", token: InMemoryTokenStore(),
      deadline: .milliseconds(50))
    let error = await #expect(throws: APIError.self) { try await client.delete("/a") }
    guard case .networkError(let cause as URLError) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(cause.code == .timedOut)
  }
}
