import PlumblineHTTPMessages
import Testing

@Suite struct LikenessTests {
  private func request(_ text: String) throws -> Request {
    var parser = RequestParser()
    var offset = 0
    guard case .request(let incoming) = parser.next(Array(text.utf8), &offset) else {
      throw RequestRefusal(400, "No request: \(text)")
    }
    return incoming.request
  }

  @Test func `requests of the same bytes are alike and have the same hash`() throws {
    let text = "GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n"
    let (one, two) = (try request(text), try request(text))
    #expect(one.isAlike(two))
    #expect(one.isAlike(one))
    #expect(one.likeness(seed: 7) == two.likeness(seed: 7))
    #expect(one.likeness(seed: 7) != one.likeness(seed: 8))
  }

  @Test(arguments: [
    "HEAD /a?b=c HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n",
    "GET /a?b=d HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n",
    "GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A: 2\r\n\r\n",
    "GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-B: 1\r\n\r\n",
    "GET /a?b=c HTTP/1.1\r\nHost: i\r\nX-A: 1\r\n\r\n",
    "GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-C: 1\r\n\r\n",
    "GET /a?b=c HTTP/1.1\r\nX-A: 1\r\nHost: h\r\n\r\n",
  ])
  func `a request of other bytes is another one`(_ text: String) throws {
    let one = try request("GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n")
    let other = try request(text)
    #expect(!one.isAlike(other))
    #expect(one.likeness(seed: 1) != other.likeness(seed: 1))
  }

  @Test func `what is changed after parsing counts`() throws {
    let one = try request("GET /a HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n")
    var method = one
    method.method = .delete
    var target = one
    target.target = "/b"
    var header = one
    header.headers["x-a"] = "2"
    var removed = one
    removed.headers.remove("x-a")
    var trailers = one
    trailers.trailers = ["X-B": "1"]
    for other in [method, target, header, removed, trailers] { #expect(!one.isAlike(other)) }
  }

  @Test func `a body doesn't count`() throws {
    let one = Request(method: .post, target: "/a", body: Body("one"))
    let two = Request(method: .post, target: "/a", body: Body("two"))
    #expect(one.isAlike(two))
  }
}
