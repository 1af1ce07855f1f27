import PlumblineHTTPMessages
import PlumblineProxying
import TestSupport
import Testing

/// Requests whose bodies never complete.
struct UnfinishedBodyTests {
  private let request = Request(method: .post, target: "/notes", body: Body("{"))

  @Test func `the connection ends in a reset, which no server takes for the end of the body`() async throws {
    let server = try LenientServer(items: ["/notes/7"])
    let client = try UpstreamClient()
    let base = try BaseURL(parsing: server.url)
    let exchange = await client.exchange(unfinished: request, promising: 64, with: base, deadline: .milliseconds(50))
    #expect(exchange.failure?.kind == .timeout)
    await server.stop()
    #expect(server.requests == ["POST /notes"])
    #expect(server.changes.isEmpty)
    await client.shutdown()
  }

  @Test func `a client that is shut down resets it, too`() async throws {
    let server = try LenientServer(items: ["/notes/7"])
    let client = try UpstreamClient()
    let base = try BaseURL(parsing: server.url)
    async let exchange = client.exchange(unfinished: request, promising: 64, with: base, deadline: .seconds(3600))
    await server.request()
    await client.shutdown()
    #expect(await exchange.failure?.kind == .cancelled)
    await server.stop()
    #expect(server.changes.isEmpty)
  }

  @Test func `an answer that doesn't wait for the body comes through`() async throws {
    let server = try LenientServer(items: ["/notes/7"], isHasty: true)
    let client = try UpstreamClient()
    let base = try BaseURL(parsing: server.url)
    let exchange = await client.exchange(unfinished: request, promising: 64, with: base, deadline: .seconds(3600))
    #expect(exchange.response?.status == 200)
    await server.stop()
    await client.shutdown()
  }

  @Test func `over TLS none is sent`() async throws {
    let client = try UpstreamClient()
    let base = try BaseURL(parsing: "https://127.0.0.1:1")
    let exchange = await client.exchange(unfinished: request, promising: 64, with: base, deadline: .seconds(1))
    #expect(exchange.failure?.message.contains("no body is left unfinished") == true)
    await client.shutdown()
  }
}
