import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// Repeated requests. Every request is sent often enough that its response comes from the cache, and the responses must
/// stay correct.
@Suite struct ReplayTests {
  private func recordings() throws -> [Recording] {
    [
      try Shop.recording(
        "items.get", "owned", request: #"{ "method": "GET", "path": "/items/7", "persona": "owner" }"#),
      try Shop.recording("items.get", "seen", request: #"{ "method": "GET", "path": "/items/7", "persona": "guest" }"#),
      try Shop.recording(
        "items.get", "french",
        request: #"{ "method": "GET", "path": "/items/7", "persona": "owner", "headers": { "x-language": "fr" } }"#),
      try Shop.recording(
        "items.get", "down", request: #"{ "method": "GET", "path": "/items/7" }"#, status: 500,
        body: Shop.failure("SERVER_ERROR")),
      try Shop.recording(
        "items.get", "bound", request: #"{ "method": "GET", "path": "/items/8" }"#,
        body: #"{ "ok": true, "data": { "id": 8, "name": "Eight" } }"#,
        more: #", "bind": { "/response/body/data/id": "path.id" }"#),
      try Shop.recording(
        "items.list", "first", request: #"{ "method": "GET", "path": "/items", "query": { "page": "1" } }"#,
        body: #"{ "ok": true, "data": [], "pages": 1 }"#),
      try Shop.recording(
        "items.list", "second", request: #"{ "method": "GET", "path": "/items", "query": { "page": "2" } }"#,
        body: #"{ "ok": true, "data": [], "pages": 2 }"#),
    ]
  }

  /// Returns a session whose only recorded item takes its identifier from the path.
  private func boundSession() throws -> MockSession {
    try Shop.session([
      try Shop.recording(
        "items.get", "bound", request: #"{ "method": "GET", "path": "/items/7" }"#,
        more: #", "bind": { "/response/body/data/id": "path.id" }"#)
    ])
  }

  /// Sends a request often enough that its response is cached, and returns the last response.
  private func often(_ session: MockSession, _ send: (MockSession) -> Seen) -> Seen {
    for _ in 0..<4 { _ = send(session) }
    return send(session)
  }

  @Test func `what no endpoint fits is looked for once, and says the same each time`() throws {
    let session = try Shop.session()
    let answers = (0..<4).map { _ in session.send(.get, "/itemz/7") }
    #expect(answers.map(\.status) == [404, 404, 404, 404])
    #expect(Set(answers.map(\.text)).count == 1)
    #expect(answers.map(\.isRendered) == [false, false, true, true])
    #expect((0..<4).map { _ in session.send(.patch, "/items/7").status } == [405, 405, 405, 405])
  }

  @Test func `the same request gets the same answer each time`() throws {
    let session = try Shop.session(try recordings())
    let answers = (0..<6).map { _ in session.send(.get, "/items/7") }
    #expect(answers.allSatisfy { $0.from == "items.get/owned" && $0.text == answers[0].text })
  }

  @Test func `an answer with bound values is kept as bytes`() throws {
    let session = try boundSession()
    let bound = (0..<6).map { _ in session.send(.get, "/items/12") }
    #expect(bound.allSatisfy { $0.json?["data"]?["id"] == 12 && $0["content-type"] == "application/json" })
    #expect(bound.last?.isRendered == true)
  }

  @Test func `another persona gets its own response, and an anonymous caller none`() throws {
    let session = try Shop.session(try recordings())
    #expect(often(session) { $0.send(.get, "/items/7") }.from == "items.get/owned")
    #expect(often(session) { $0.send(.get, "/items/7", as: "guest-token") }.from == "items.get/seen")
    #expect(often(session) { $0.send(.get, "/items/7", as: "ghost-token") }.status == 401)
    #expect(often(session) { $0.send(.get, "/items/7", as: nil) }.status == 401)
    #expect(session.send(.get, "/items/7").from == "items.get/owned")
  }

  @Test func `another path, query or method is another request`() throws {
    let session = try Shop.session(try recordings())
    #expect(often(session) { $0.send(.get, "/items?page=1") }.from == "items.list/first")
    #expect(often(session) { $0.send(.get, "/items?page=2") }.from == "items.list/second")
    #expect(often(session) { $0.send(.get, "/items?page=0") }.status == 422)
    #expect(often(session) { $0.send(.get, "/items/8") }.from == "items.get/bound")
    #expect(often(session) { $0.send(.post, "/items/8") }.status == 405)
    #expect(session.send(.get, "/items?page=1").from == "items.list/first")
  }

  @Test func `header fields that a recording names, and preferences, are looked at`() throws {
    let session = try Shop.session(try recordings())
    #expect(often(session) { $0.send(.get, "/items/7") }.from == "items.get/owned")
    #expect(often(session) { $0.send(.get, "/items/7", headers: ["X-Language": "fr"]) }.from == "items.get/french")
    #expect(often(session) { $0.send(.get, "/items/7", headers: ["Prefer": "code=500"]) }.status == 500)
    let named = often(session) { $0.send(.get, "/items/7", headers: ["Prefer": "example=bound"]) }
    #expect(named.from == "items.get/bound")
    #expect(named["preference-applied"] == "example=bound")
    #expect(session.send(.get, "/items/7").from == "items.get/owned")
  }

  @Test func `fields that share their bytes but not their borders are told apart`() throws {
    let session = try Shop.session(try recordings())
    let owner: HeaderFields = ["X-Key": "k", "Authorization": "Bearer owner-token", "X-Language": "fr"]
    // The same bytes in a row, but split differently between the header's name and value.
    let other: HeaderFields = ["X-Key": "k", "Authorization": "Bearer owner-token", "X-Languagef": "r"]
    func ask(_ headers: HeaderFields) -> Seen {
      Seen(session.answer(to: Request(method: .get, target: "/items/7", headers: headers)))
    }
    #expect((0..<5).map { _ in ask(owner).from }.last == "items.get/french")
    #expect((0..<5).map { _ in ask(other).from }.last == "items.get/owned")
    #expect(ask(owner).from == "items.get/french")
  }

  @Test func `a field that was removed doesn't count`() throws {
    let session = try Shop.session(try recordings())
    var headers: HeaderFields = ["X-Key": "k", "Authorization": "Bearer owner-token", "X-Language": "fr"]
    func ask() -> Seen { Seen(session.answer(to: Request(method: .get, target: "/items/7", headers: headers))) }
    #expect((0..<5).map { _ in ask().from }.last == "items.get/french")
    headers.remove("x-language")
    #expect((0..<5).map { _ in ask().from }.last == "items.get/owned")
  }

  @Test func `an override answers at once, and its end shows at once`() throws {
    let session = try Shop.session(try recordings())
    #expect(often(session) { $0.send(.get, "/items/7") }.status == 200)
    session.add(Override(endpoint: "items.get", plays: .status(503)))
    #expect(often(session) { $0.send(.get, "/items/7") }.status == 503)
    session.removeOverrides(of: "items.get")
    #expect(often(session) { $0.send(.get, "/items/7") }.status == 200)
    session.add(Override(endpoint: "items.get", plays: .status(404), times: 2))
    #expect((0..<5).map { _ in session.send(.get, "/items/7").status } == [404, 404, 200, 200, 200])
    session.add(Override(endpoint: "items.get", plays: .status(503)))
    #expect(session.send(.get, "/items/7").status == 503)
    session.reset()
    #expect(session.send(.get, "/items/7").status == 200)
  }

  @Test func `sequences go on, whatever was answered beside them`() throws {
    let step = #"{ "method": "GET", "path": "/items/9" }"#
    var all = try recordings()
    for number in 1...3 {
      all.append(
        try Shop.recording(
          "items.get", "step-\(number)", request: step, more: #", "sequence": { "name": "row", "step": \#(number) }"#))
    }
    let session = try Shop.session(all)
    let expected = ["step-1", "step-2", "step-3", "step-3", "step-3"].map { "items.get/\($0)" }
    for _ in 0..<2 {
      #expect(often(session) { $0.send(.get, "/items/7") }.from == "items.get/owned")
      #expect((0..<5).map { _ in session.send(.get, "/items/9").from } == expected)
      session.reset()
    }
  }

  @Test func `a request with a body is decided each time`() throws {
    let session = try Shop.session(try recordings())
    for _ in 0..<4 {
      #expect(session.send(.put, "/items/7", body: #"{ "name": "A" }"#).status == 200)
      #expect(session.send(.put, "/items/7", body: #"{ "name": "" }"#).status == 422)
      #expect(session.send(.put, "/items/7").status == 422)
    }
  }

  @Test func `a caller that was admitted with a body is admitted again, and no other`() throws {
    let session = try Shop.session(try recordings())
    let body = #"{ "name": "A" }"#
    for _ in 0..<4 {
      #expect(session.send(.put, "/items/7", body: body).status == 200)
      #expect(session.send(.put, "/items/7", as: "guest-token", body: body).status == 403)
      #expect(session.send(.put, "/items/7", as: "stranger-token", body: body).status == 401)
      #expect(session.send(.put, "/items/7", as: nil, body: body).status == 401)
      #expect(session.send(.put, "/items/7?q=1", body: body).status == 200)
      #expect(session.send(.put, "/itemz/7", body: body).status == 404)
      #expect(session.send(.post, "/items/7", body: body).status == 405)
    }
  }

  @Test func `where the body decides who may, it is looked at each time`() throws {
    let endpoint = """
      "items.sign": { "summary": "Signs", "request": "POST /sign", "source": "Handbook",
        "requires": [{ "body#/as": { "const": "me" } }],
        "body": { "type": "object", "properties": { "as": { "type": "string" } } },
        "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } }, "failures": ["forbidden"] }
      """
    let session = try Shop.session(endpoints: endpoint)
    for _ in 0..<4 {
      #expect(session.send(.post, "/sign", body: #"{ "as": "me" }"#).status == 200)
      #expect(session.send(.post, "/sign", body: #"{ "as": "you" }"#).status == 403)
    }
  }

  @Test func `sessions don't share what they answered`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: try recordings())
    let guest = MockSession(library: library, options: MockOptions(persona: "guest"))
    let owner = MockSession(library: library, options: MockOptions(persona: "owner"))
    for _ in 0..<4 {
      #expect(guest.send(.get, "/items/7", as: nil).from == "items.get/seen")
      #expect(owner.send(.get, "/items/7", as: nil).from == "items.get/owned")
    }
  }

  @Test func `a flood of different requests leaves every answer right`() throws {
    let session = try boundSession()
    let padding = String(repeating: "p", count: 900)
    for _ in 0..<3 {
      let wrong = (0..<2000).filter { id in
        let target = id.isMultiple(of: 2) ? "/items/\(id)" : "/items/\(id)?\(padding)"
        return session.send(.get, target).json?["data"]?["id"] != JSON(id)
      }
      #expect(wrong.isEmpty)
    }
  }
}
