import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import Testing

@testable import PlumblineVerification

/// The listeners that calls use one after another.
struct CallListenersTests {
  private struct Named: Responder {
    let name: String

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 200, body: Body(name))))
    }
  }

  @Test func `the listener of a client that sends nothing any more serves the next call`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let client = try UpstreamClient()
    let listeners = CallListeners(on: server)
    var bodies: [String?] = []
    var urls: Set<String> = []
    for name in ["first", "second"] {
      let listener = try listeners.take(for: Named(name: name))
      urls.insert(listener.baseURL)
      let exchange = await client.exchange(
        Request(method: .get, target: "/"), with: try BaseURL(parsing: listener.baseURL), deadline: .seconds(3600))
      bodies.append(exchange.response?.body.bytes.map { String(decoding: $0, as: UTF8.self) })
      listeners.put(back: listener, isQuiet: true)
    }
    listeners.close()
    await client.shutdown()
    await server.shutdown(grace: .zero)
    #expect(bodies == ["first", "second"])
    #expect(urls.count == 1)
  }

  @Test func `the listener of any other client is never used again`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let client = try UpstreamClient()
    let listeners = CallListeners(on: server)
    let listener = try listeners.take(for: Named(name: "first"))
    let base = try BaseURL(parsing: listener.baseURL)
    listeners.put(back: listener, isQuiet: false)
    let next = try listeners.take(for: Named(name: "second"))
    let late = await client.exchange(Request(method: .get, target: "/"), with: base, deadline: .seconds(3600))
    #expect(late.failure?.kind == .connectionRefused)
    listeners.put(back: next, isQuiet: true)
    listeners.close()
    await client.shutdown()
    await server.shutdown(grace: .zero)
  }

  @Test func `a listener that comes back after the end is closed`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let client = try UpstreamClient()
    let listeners = CallListeners(on: server)
    let listener = try listeners.take(for: Named(name: "first"))
    listeners.close()
    listeners.put(back: listener, isQuiet: true)
    let late = await client.exchange(
      Request(method: .get, target: "/"), with: try BaseURL(parsing: listener.baseURL), deadline: .seconds(3600))
    #expect(late.failure?.kind == .connectionRefused)
    await client.shutdown()
    await server.shutdown(grace: .zero)
  }

  @Test func `generated calls share as many listeners as run at once, and each sees its own exchange`() async throws {
    let endpoints = (0..<40).map { number in
      #"""
      "things\#(number).get": { "summary": "x", "request": "GET /things\#(number)", "source": "x",
        "success": { "200": { "body": { "type": "object" } } } }
      """#
    }
    let outcomes = try await DirectBench(endpoints.joined(separator: ",")).outcomes()
    let hosts = outcomes.flatMap(\.exchanges).compactMap { $0.request.headers["host"] }
    #expect(outcomes.map { $0.exchanges.map(\.request.target) } == (0..<40).map { ["/things\($0)"] })
    #expect(hosts.count == 40)
    #expect(Set(hosts).count <= 4, "\(Set(hosts).sorted())")
  }
}
