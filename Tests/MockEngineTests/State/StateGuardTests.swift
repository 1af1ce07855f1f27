import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct StateGuardTests {
  @Test func `missing comes before own, own before the guards, and they come in their order`() throws {
    let session = try Desk.session()
    #expect(session.send(.delete, "/notes/4").code == "GONE")
    #expect(session.send(.delete, "/notes/3", as: "guest-token").code == "FORBIDDEN")
    #expect(session.send(.delete, "/notes/3").code == "CONFLICT")
    #expect(session.send(.delete, "/notes/5").code == "INVALID")
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
    session.send(.put, "/notes/5", body: #"{ "stock": { "total": 9, "out": 0 } }"#).expect(200)
    session.send(.delete, "/notes/5").expect(200)
  }

  @Test func `a check tests and leaves the answer to others`() throws {
    let session = try Desk.session()
    let checked = session.send(.post, "/check", body: #"{ "note": 3 }"#)
    #expect((checked.status, checked.from) == (200, "synthesised"))
    let missing = session.send(.post, "/check", body: #"{ "note": 4 }"#)
    #expect((missing.code, missing.message) == ("GONE", "There is no 4 in notes."))
    #expect(missing.refusal == missing.message, "the console repeats the words of the response")
    #expect(session.send(.post, "/check", body: "{}").status == 200, "a value that isn't sent is passed over")
    #expect(session.send(.post, "/check", body: #"{ "note": 4, "skip": true }"#).status == 200)
  }

  @Test func `a sum, a count or what is looked up has to be as the guard says`() throws {
    let session = try Desk.session()
    #expect(session.send(.post, "/count", body: #"{ "note": 3 }"#).status == 200)
    #expect(session.send(.post, "/count", body: #"{ "note": 7 }"#).code == "INVALID")
    #expect(session.send(.post, "/count", body: #"{ "note": 4 }"#).code == "INVALID", "null, where there is none")
    #expect(session.send(.post, "/count", body: "{}").status == 200, "a value that isn't sent is passed over")
    session.send(.post, "/notes/7/take").expect(200)
    let full = session.send(.post, "/count", body: #"{ "note": 7 }"#)
    #expect((full.code, full.message) == ("CONFLICT", "Not while it is in use."))
  }

  @Test func `a recorded refusal is played where its request is the same, or its path for what is missing`() throws {
    func recorded(_ endpoint: String, _ name: String, _ request: String, _ status: Int, _ code: String) throws
      -> Recording
    {
      try Shop.recording(endpoint, name, request: request, status: status, body: Shop.failure(code))
    }
    let session = try Desk.session([
      try recorded("notes.put", "gone", #"{ "method": "PUT", "path": "/notes/99", "body": { "a": 1 } }"#, 404, "GONE"),
      try recorded(
        "notes.take", "many", #"{ "method": "POST", "path": "/notes/7/take", "body": { "count": 50 } }"#, 409,
        "CONFLICT"),
    ])
    #expect(session.send(.put, "/notes/99", body: #"{ "b": 2 }"#).from == "notes.put/gone")
    #expect(session.send(.put, "/notes/98", body: #"{ "a": 1 }"#).from == "built")
    #expect(session.send(.post, "/notes/7/take", body: #"{ "count": 50 }"#).from == "notes.take/many")
    #expect(session.send(.post, "/notes/7/take", body: #"{ "count": 51 }"#).from == "built")
  }

  @Test func `preferences and overrides come before the state, and change nothing`() throws {
    let session = try Desk.session(
      options: MockOptions(overrides: [Override(endpoint: "notes.create", plays: .status(409), times: 1)]))
    #expect(session.send(.post, "/notes", body: #"{ "title": "a" }"#).status == 409)
    #expect(session.send(.delete, "/notes/7", as: "guest-token", headers: ["Prefer": "code=403"]).status == 403)
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
  }

  @Test func `asking why changes nothing`() throws {
    let session = try Desk.session()
    let request = Request(
      method: .delete, target: "/notes/7", headers: ["X-Key": "k", "Authorization": "Bearer guest-token"])
    #expect(session.explain(request) == "state: the response comes from the session's state (delete)")
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
  }
}
