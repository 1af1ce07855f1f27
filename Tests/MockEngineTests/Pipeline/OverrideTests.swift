import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct OverrideTests {
  private func recordings() throws -> [Recording] {
    [
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
      try Shop.recording(
        "items.get", "down", request: #"{ "method": "GET", "path": "/items/7" }"#, status: 500,
        body: Shop.failure("SERVER_ERROR")),
    ]
  }

  private func session(_ overrides: Override...) throws -> MockSession {
    try Shop.session(try recordings(), options: MockOptions(overrides: overrides))
  }

  @Test func `a recording, a failure and a status can be played`() throws {
    let recording = try session(Override(endpoint: "items.get", plays: .recording("down")))
    #expect(recording.send(.get, "/items/7").from == "items.get/down")
    let recorded = try session(Override(endpoint: "items.get", plays: .failure("serverError")))
    #expect(recorded.send(.get, "/items/7").from == "items.get/down")
    let built = try session(Override(endpoint: "items.get", plays: .failure("conflict"))).send(.get, "/items/7")
    #expect((built.status, built.code, built.from) == (409, "CONFLICT", "built"))
    let status = try session(Override(endpoint: "items.get", plays: .status(503))).send(.get, "/items/7")
    #expect((status.status, status.code, status.from) == (503, "SERVICE_UNAVAILABLE", "built"))
    let success = try session(Override(endpoint: "items.get", plays: .status(202))).send(.get, "/items/7")
    #expect((success.status, success.json?["ok"]?.bool) == (202, true))
  }

  @Test func `an answer of one's own is played, and one is made of each request`() throws {
    let answer = StubResponse(
      status: 203, fields: [.init("Content-Type", "text/plain"), .init("X-Two", "a"), .init("x-two", "b")],
      body: Array("own".utf8))
    let session = try session(Override(endpoint: "items.get", plays: .written(answer), times: 1))
    let own = session.send(.get, "/items/7")
    #expect(own.status == 203)
    #expect(own.from == "override")
    #expect(own.response.headers.values("x-two") == ["a", "b"])
    #expect(own.response.body.bytes.map { String(decoding: $0, as: UTF8.self) } == "own")
    #expect(session.send(.get, "/items/7").status == 200)
    let maker = ResponseMaker { request in
      StubResponse(status: 200, fields: [], body: Array("\(request.target)".utf8))
    }
    session.add(Override(endpoint: "items.get", plays: .made(maker)))
    for path in ["/items/7", "/items/8", "/items/7?a=b"] {
      let made = session.send(.get, path).response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
      #expect(made == path)
    }
    let broken = ResponseMaker { _ in StubResponse(status: 200, fields: [.init("a b", "c")], body: []) }
    session.add(Override(endpoint: "items.get", plays: .made(broken)))
    #expect(session.send(.get, "/items/7").status == 500)
  }

  @Test func `an override is used up after its times, and the next one follows`() throws {
    let session = try session(
      Override(endpoint: "items.get", plays: .status(503), times: 2),
      Override(endpoint: "items.get", plays: .failure("notFound"), times: 1))
    #expect((0..<5).map { _ in session.send(.get, "/items/7").status } == [503, 503, 404, 200, 200])
    #expect(session.overrides.isEmpty)
    session.reset()
    #expect(session.send(.get, "/items/7").status == 503)
    session.removeOverrides()
    #expect(session.send(.get, "/items/7").status == 200)
  }

  @Test func `a newer override comes first, and other endpoints and sessions don't see it`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: try recordings())
    let (one, other) = (MockSession(library: library), MockSession(library: library))
    one.add(Override(endpoint: "items.get", plays: .status(503)))
    one.add(Override(endpoint: "items.get", plays: .status(409)))
    #expect(one.send(.get, "/items/7").status == 409)
    #expect(one.send(.get, "/items").status == 200)
    #expect(other.send(.get, "/items/7").status == 200)
    one.removeOverrides(of: "items.list")
    #expect(one.overrides.count == 2)
  }

  @Test func `a refused request uses up no override, nor does an explanation`() throws {
    let session = try session(Override(endpoint: "items.get", plays: .status(503), times: 1))
    #expect(session.send(.get, "/items/7", as: nil).status == 401)
    let request = Request(
      method: .get, target: "/items/7", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    #expect(session.explain(request) == "built: a stub responds with status 503")
    #expect(session.send(.get, "/items/7").status == 503)
  }

  @Test func `options that can't be kept are said, with the nearest`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: try recordings())
    let options = MockOptions(
      persona: "gest",
      overrides: [
        Override(endpoint: "item.get", plays: .status(503)), Override(endpoint: "items.get", plays: .recording("dwn")),
        Override(endpoint: "items.get", plays: .failure("notfound")),
        Override(endpoint: "items.get", plays: .status(42)), Override(endpoint: "items.get", plays: .status(503)),
      ])
    let problems = library.problems(with: options)
    #expect(problems.count == 5)
    for (problem, hint) in zip(problems, ["\"guest\"", "\"items.get\"", "\"down\"", "\"notFound\"", "100 to 599"]) {
      #expect(problem.contains(hint), "\(problem)")
    }
  }
}
