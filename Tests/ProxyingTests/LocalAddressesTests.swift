import PlumblineHTTPMessages
import Synchronization
import Testing

@testable import PlumblineProxying

/// Absolute URLs of a real server, as a client of the proxy receives them and sends them back.
@Suite struct LocalAddressesTests {
  private static let local = "http://127.0.0.1:80"

  private func rewritten(_ text: String, as form: AddressRewriting.Form, of bases: String...) -> String? {
    AddressRewriting(bases, to: Self.local).rewrite(text, as: form)
  }

  @Test(arguments: [
    (#"{"url":"https://api.example/a"}"#, #"{"url":"http://127.0.0.1:80/a"}"#),
    (#"["https://API.example?a=1","https://api.example"]"#, #"["http://127.0.0.1:80?a=1","http://127.0.0.1:80"]"#),
    (#"{"url":"https:\/\/api.example\/a"}"#, #"{"url":"http:\/\/127.0.0.1:80\/a"}"#),
  ])
  func `a text of JSON that begins with the server's address begins with the local one`(json: String, local: String) {
    #expect(rewritten(json, as: .json, of: "https://api.example") == local)
  }

  @Test(arguments: [
    #"{"text":"See https://api.example/a"}"#, #"{"text":"\"https://api.example/a\""}"#,
    #"{"url":"https://api.example.org/a"}"#, #"{"url":"https://api.example:8443/a"}"#,
    #"{"url":"https://api.example@evil.example/"}"#, #"{"url":"http://api.example/a"}"#,
  ])
  func `prose and the addresses of others stay as they are`(json: String) {
    #expect(rewritten(json, as: .json, of: "https://api.example") == nil)
  }

  @Test func `the path of a base URL is part of it, and others of the server aren't behind the proxy`() {
    let base = "https://api.example/v1"
    #expect(rewritten(#""https://api.example/v1/a""#, as: .json, of: base) == #""http://127.0.0.1:80/a""#)
    #expect(rewritten(#""https://api.example/v12/a""#, as: .json, of: base) == nil)
    #expect(rewritten(#""https://api.example/a""#, as: .json, of: base) == nil)
  }

  @Test func `events, fields and queries have addresses where a URL begins`() {
    let base = "https://api.example"
    #expect(rewritten("data: https://api.example/a\n\n", as: .text, of: base) == "data: http://127.0.0.1:80/a\n\n")
    #expect(
      rewritten("<https://api.example/a?p=2>; rel=\"next\"", as: .text, of: base)
        == "<http://127.0.0.1:80/a?p=2>; rel=\"next\"")
    #expect(
      rewritten("a=1&to=https%3A%2F%2Fapi.example%2Fa", as: .encoded, of: base)
        == "a=1&to=http%3A%2F%2F127.0.0.1%3A80%2Fa")
    #expect(rewritten("xhttps://api.example/a", as: .text, of: base) == nil)
  }

  /// Returns the response that a client receives, and the run's messages about it.
  private func seen(
    _ body: String, _ headers: HeaderFields, status: Int = 200
  ) async throws -> (response: Response, told: [String]) {
    let told = Told()
    let server = Scripted { _ in OutgoingResponse(Response(status: status, headers: headers, body: Body(body))) }
    let addresses = LocalAddresses(server, upstream: try BaseURL(parsing: "https://api.example")) { told.add($0) }
    let request = Request(method: .get, target: "/orders", headers: ["Host": "127.0.0.1:80"])
    return (await addresses.answer(to: request).response, told.all)
  }

  @Test func `bodies and fields of a response lead to the proxy, each field of a name separately`() async throws {
    let link = "<https://api.example/orders?p=2>; rel=\"next\""
    let (response, told) = try await seen(
      #"{"self":"https://api.example:443/orders"}"#,
      ["Content-Type": "application/hal+json", "Link": link, "link": "<https://other.example/>", "X-A": "1"])
    #expect(response.body.bytes == Array(#"{"self":"http://127.0.0.1:80/orders"}"#.utf8))
    #expect(
      response.headers.values("link") == ["<http://127.0.0.1:80/orders?p=2>; rel=\"next\"", "<https://other.example/>"])
    #expect(told == [])
  }

  @Test(arguments: ["text/plain", "text/csv", "image/svg+xml", "application/octet-stream"])
  func `what clients compare with what they stored stays as it is`(type: String) async throws {
    let body = "https://api.example/orders"
    let (response, told) = try await seen(body, ["Content-Type": type])
    #expect(response.body.bytes == Array(body.utf8))
    #expect(told == [])
  }

  @Test(arguments: ["Content-Digest", "Digest", "X-Hub-Signature", "Signature"])
  func `what is digested or signed stays as it is, and the run says so`(field: String) async throws {
    let body = #"{"next":"https://api.example/orders"}"#
    let (response, told) = try await seen(body, ["Content-Type": "application/json", field: "abc"])
    #expect(response.body.bytes == Array(body.utf8))
    #expect(told.count == 1 && told[0].contains("GET /orders") && told[0].contains(field), "\(told)")
  }

  @Test func `what the client sends back is the server's own address again`() async throws {
    let sent = Sent()
    let server = Scripted { request in
      sent.take(request)
      return OutgoingResponse(Response(status: 204))
    }
    let addresses = LocalAddresses(server, upstream: try BaseURL(parsing: "https://api.example/v1"))
    let request = Request(
      method: .post, target: "/moves?after=http%3A%2F%2F127.0.0.1%3A80%2Forders%2F7&n=1",
      headers: [
        "Host": "127.0.0.1:80", "Content-Type": "application/json", "Destination": "http://127.0.0.1:80/orders/8",
      ], body: Body(#"{"order":"http://127.0.0.1:80/orders/7"}"#))
    _ = await addresses.answer(to: request)
    let got = try #require(sent.last)
    #expect(got.target == "/moves?after=https%3A%2F%2Fapi.example%2Fv1%2Forders%2F7&n=1")
    #expect(got.headers["destination"] == "https://api.example/v1/orders/8")
    #expect(got.headers["host"] == "127.0.0.1:80")
    #expect(got.body.bytes == Array(#"{"order":"https://api.example/v1/orders/7"}"#.utf8))
  }

  @Test func `a server on this computer is known by all of its names`() async throws {
    let server = Scripted { _ in
      OutgoingResponse(
        Response(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Body(#"["http://localhost:9000/a","http://127.0.0.1:9000/b","http://127.0.0.1:9001/c"]"#)))
    }
    let addresses = LocalAddresses(server, upstream: try BaseURL(parsing: "http://127.0.0.1:9000"))
    let request = Request(method: .get, target: "/", headers: ["Host": "localhost:80"])
    let response = await addresses.answer(to: request).response
    let body = #"["http://localhost:80/a","http://localhost:80/b","http://127.0.0.1:9001/c"]"#
    #expect(response.body.bytes == Array(body.utf8))
  }
}

/// A responder that responds with the result of a closure.
private struct Scripted: Responder {
  let script: @Sendable (Request) -> OutgoingResponse

  func respond(to request: Request, completion: Completion) -> Reply { .now(script(request)) }
}

/// The messages that an observer received.
private final class Told: Sendable {
  private let sentences = Mutex<[String]>([])

  var all: [String] { sentences.withLock { $0 } }

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}

/// The last request that a server received.
private final class Sent: Sendable {
  private let request = Mutex<Request?>(nil)

  var last: Request? { request.withLock { $0 } }

  func take(_ request: Request) { self.request.withLock { $0 = request } }
}
