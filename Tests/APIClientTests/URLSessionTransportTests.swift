import Foundation
import PlumblineAPIClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if os(Linux)
  import CPlumblineSystem
#endif

@Suite struct URLSessionTransportTests {
  @Test func `a port without a listener is a network error`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let client = APIClient(
      baseURL: try #require(URL(string: port.url)), apiKey: "k", token: InMemoryTokenStore())
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
      baseURL: try #require(URL(string: port.url)), apiKey: "k", token: InMemoryTokenStore(),
      deadline: .milliseconds(50))
    let error = await #expect(throws: APIError.self) { try await client.delete("/a") }
    guard case .networkError(let cause as URLError) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(cause.code == .timedOut)
  }

  @Test(arguments: 0..<200)
  func `a request that is cancelled as it ends blocks no other`(round: Int) async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    // Half of them are rejected while they are canceled, and the others never get a response.
    if round.isMultiple(of: 2) { try port.listen() }
    let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    let task = Task { try await URLSessionTransport().send(URLRequest(url: url)) }
    for _ in 0..<round { await Task.yield() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }

  @Test func `a task that is cancelled beforehand sends nothing`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await URLSessionTransport().send(URLRequest(url: url))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(5)))
    func `a connection that waits for a response isn't watched for writing`() async throws {
      let port = try LoopbackPort.bound()
      defer { port.close() }
      try port.listen()
      let url = try #require(URL(string: port.url))
      plumbline_calm_sockets()
      let session = URLSession(configuration: .ephemeral)
      defer { session.invalidateAndCancel() }
      let before = plumbline_calmed_sockets()
      let transport = URLSessionTransport(session: session, deadline: .seconds(600))
      let call = Task { try await transport.send(URLRequest(url: url)) }
      while plumbline_calmed_sockets() == before { await Task.yield() }
      call.cancel()
      await #expect(throws: (any Error).self) { try await call.value }
    }
  #endif
}
