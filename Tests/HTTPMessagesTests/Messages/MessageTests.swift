import PlumblineHTTPMessages
import Testing

@Suite struct MessageTests {
  @Test func `a target is split and decoded`() {
    let request = Request(method: .get, target: "/a%20b/c%2Fd//?x=1+2&y&=z&%C3%BC=%zz&")
    #expect(request.path == "/a%20b/c%2Fd//")
    #expect(request.query == "x=1+2&y&=z&%C3%BC=%zz&")
    #expect(request.pathSegments == ["a b", "c/d", "", ""])
    #expect(request.queryItems.map(\.name) == ["x", "y", "", "ü"])
    #expect(request.queryItems.map(\.value) == ["1 2", "", "z", "%zz"])
    #expect(Request(method: .get, target: "/").pathSegments == [])
    #expect(Request(method: .get, target: "/").query == nil)
    #expect(Request(method: .get, target: "/?").query == "")
    #expect(Request(method: .get, target: "").path == "")
  }

  @Test func `a target can be replaced`() {
    var request = Request(method: .get, target: "/a?b")
    request.target = "/other"
    #expect(request.path == "/other")
    #expect(request.query == nil)
  }

  @Test func `a method is a token in its own case`() {
    #expect(HTTPMethod("GET") == .get)
    #expect(HTTPMethod("get") != .get)
    #expect(HTTPMethod("") == nil)
    #expect(HTTPMethod("GE T") == nil)
    #expect(HTTPMethod.put.isIdempotent)
    #expect(!HTTPMethod.post.isIdempotent)
  }

  @Test func `statuses have reasons, also unregistered ones`() {
    #expect(HTTPStatus.reason(for: 404) == "Not Found")
    #expect(HTTPStatus.reason(for: 299) == "Success")
    #expect(HTTPStatus.reason(for: -5) == "Unknown")
    #expect(HTTPStatus.isBodyless(204))
    #expect(!HTTPStatus.isBodyless(200))
  }

  @Test func `a body is empty, bytes or a stream`() {
    #expect(Body("").bytes == [])
    #expect(Body("ab").length == 2)
    if case .empty = Body([]) {} else { Issue.record("no bytes are an empty body") }
  }

  @Test func `an exchange has a response or a failure`() {
    let request = Request(method: .get, target: "/")
    let failure = TransportFailure(kind: .timeout, message: "Too late.")
    #expect(Exchange(request: request, response: Response(status: 200)).response?.status == 200)
    #expect(Exchange(request: request, outcome: .failure(failure)).response == nil)
    #expect(Exchange(request: request, outcome: .failure(failure)).failure == failure)
    #expect(OutgoingResponse(failure: failure).response.status == 502)
  }
}
