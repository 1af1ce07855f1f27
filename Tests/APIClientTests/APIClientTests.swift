import Foundation
import PlumblineAPIClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct APIClientTests {
  private func client(_ transport: StubTransport, token: String? = nil) throws -> APIClient {
    APIClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:1")), apiKey: "demo-key",
      token: InMemoryTokenStore(token: token), transport: transport)
  }

  @Test func `each verb sends its method and its body`() async throws {
    let transport = StubTransport(#"{"success":true,"data":"ok"}"#)
    let client = try client(transport, token: "t")
    let answers: [String] = [
      try await client.get("/a", query: [QueryItem("q", "+")]), try await client.post("/b", body: ["x": 1]),
      try await client.put("/c", body: ["y": 2]),
    ]
    try await client.delete("/d", query: [QueryItem("mode", "archive")])
    #expect(answers == ["ok", "ok", "ok"])
    #expect(transport.requests.map(\.httpMethod) == ["GET", "POST", "PUT", "DELETE"])
    #expect(
      transport.requests.map { $0.url?.absoluteString.dropFirst(18) } == ["/a?q=%2B", "/b", "/c", "/d?mode=archive"])
    #expect(
      transport.requests.map(\.httpBody) == [nil, Data(#"{"x":1}"#.utf8), Data(#"{"y":2}"#.utf8), nil])
    #expect(transport.requests.allSatisfy { $0.value(forHTTPHeaderField: "Authorization") == "Bearer t" })
  }

  @Test func `a transport's failure becomes a network error`() async throws {
    let client = try client(StubTransport(.failure(URLError(.notConnectedToInternet))))
    let error = await #expect(throws: APIError.self) { try await client.delete("/a") }
    guard case .networkError(let cause as URLError) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(cause.code == .notConnectedToInternet)
  }

  @Test func `a cancellation stays a cancellation`() async throws {
    let client = try client(StubTransport(.failure(CancellationError())))
    await #expect(throws: CancellationError.self) { try await client.delete("/a") }
  }

  @Test func `a cancelled task sends nothing`() async throws {
    let transport = StubTransport(#"{"success":true}"#)
    let client = try client(transport)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await client.delete("/a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a download gives the bytes`() async throws {
    let client = try client(StubTransport(headers: ["Content-Type": "text/csv"], "a,b"))
    let answer = try await client.download(APIRequest(.get, "/r"), mediaType: "text/csv")
    #expect(answer.body == Data("a,b".utf8))
  }
}
