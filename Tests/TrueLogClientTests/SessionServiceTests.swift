import Foundation
import PlumblineAPIClient
import TestSupport
import Testing
import TrueLogClient

@Suite struct SessionServiceTests {
  private func client(_ transport: StubTransport, _ tokens: InMemoryTokenStore) throws -> TrueLogClient {
    TrueLogClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:1")), apiKey: "demo-key", tokens: tokens,
      transport: transport)
  }

  @Test func `a login keeps the token, a logout forgets it`() async throws {
    let tokens = InMemoryTokenStore(token: "old")
    let transport = StubTransport(#"{"success":true,"data":\#(Samples.session)}"#)
    let client = try client(transport, tokens)
    let session = try await client.session.login(email: "ada@truelog.example", password: "demo")
    #expect(session.user.canEditTickets)
    #expect(!session.user.canEditAssets)
    #expect(await tokens.token() == "agent-token")
    let request = try #require(transport.requests.first)
    #expect(request.url?.path == "/api/v2/auth/login")
    #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(request.httpBody == Data(#"{"email":"ada@truelog.example","password":"demo"}"#.utf8))
    _ = try? await client.tickets.deleteTicket(ticketId: 1)
    #expect(transport.requests.last?.value(forHTTPHeaderField: "Authorization") == "Bearer agent-token")
    try await client.session.logout()
    #expect(await tokens.token() == nil)
  }

  @Test func `a failed login leaves the token alone`() async throws {
    let tokens = InMemoryTokenStore(token: "old")
    let transport = StubTransport(status: 401, #"{"success":false,"error":"INVALID_CREDENTIALS","message":"No."}"#)
    let client = try client(transport, tokens)
    let error = await #expect(throws: APIError.self) { try await client.session.login(email: "a", password: "b") }
    guard case .unauthorized = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(await tokens.token() == "old")
  }
}
