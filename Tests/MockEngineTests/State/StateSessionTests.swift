import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import Testing

@Suite struct StateSessionTests {
  @Test func `sessions never meet, and a reset goes back to the seed`() throws {
    let library = try Desk.library()
    let (one, other) = (MockSession(library: library), MockSession(library: library))
    one.send(.post, "/notes", body: #"{ "title": "Milk" }"#).expect(201)
    one.send(.delete, "/notes/7", as: "guest-token").expect(200)
    #expect(one.send(.get, "/notes").ids == [3, 5, 8])
    #expect(other.send(.get, "/notes").ids == [3, 7, 5])
    one.reset()
    #expect(one.send(.get, "/notes").ids == [3, 7, 5])
    #expect(one.send(.post, "/notes", body: #"{ "title": "Milk" }"#).data?["id"] == 8)
    #expect(MockSession(library: library).send(.get, "/notes").ids == [3, 7, 5])
  }

  @Test func `many at once get keys of their own`() async throws {
    let session = try Desk.session()
    let ids = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<60 {
        group.addTask { session.send(.post, "/notes", body: #"{ "title": "Milk" }"#).data?["id"]?.int }
      }
      return await group.reduce(into: Set<Int>()) { if let id = $1 { $0.insert(id) } }
    }
    #expect(ids == Set(8..<68))
    #expect(session.send(.get, "/notes?per=100").ids?.count == 63)
  }

  @Test func `as long as nothing has changed the recording answers, then the state`() throws {
    let body = #"{ "ok": true, "data": [{ "id": 3, "title": "As recorded" }] }"#
    let session = try Desk.session([
      try Shop.recording("notes.list", "success", request: #"{ "method": "GET", "path": "/notes" }"#, body: body)
    ])
    let recorded = session.send(.get, "/notes")
    #expect((recorded.from, recorded.isRendered) == ("notes.list/success", true))
    #expect(session.send(.get, "/notes?q=tea").from == "state")
    #expect(session.send(.get, "/notes").from == "notes.list/success")
    session.send(.post, "/notes/7/take", body: #"{ "count": 9 }"#).expect(409)
    #expect(session.send(.get, "/notes").from == "notes.list/success")
    session.send(.post, "/notes/7/take").expect(200)
    #expect(session.send(.get, "/notes").from == "state")
    session.reset()
    #expect(session.send(.get, "/notes").from == "notes.list/success")
  }

  @Test func `an item that the collection never knew is still answered as recorded`() throws {
    let session = try Desk.session([
      try Shop.recording("notes.get", "far", request: #"{ "method": "GET", "path": "/notes/4000" }"#),
      try Shop.recording("notes.get", "seven", request: #"{ "method": "GET", "path": "/notes/7" }"#),
    ])
    session.send(.delete, "/notes/7", as: "guest-token").expect(200)
    #expect(session.send(.get, "/notes/4000").from == "notes.get/far")
    #expect(session.send(.get, "/notes/7").status == 404)
  }

  @Test func `a login hands out a token that lets its persona in, until its time is over`() throws {
    let now = Mutex(Desk.noon)
    let clock = MockClock { now.withLock { $0 } }
    let session = MockSession(library: try Desk.library(), clock: clock)
    let seen = session.send(.post, "/login", as: "x", body: #"{ "user": "gus" }"#)
    #expect(seen.data == ["token": "guest-session-1", "until": "2026-11-21T03:15:00Z"])
    #expect(session.send(.get, "/settings", as: "guest-session-1").status == 200)
    #expect(session.send(.delete, "/notes/7", as: "guest-session-1").status == 200)
    #expect(session.send(.get, "/settings", as: "guest-session-2").status == 401)
    #expect(try Desk.session().send(.get, "/settings", as: "guest-session-1").status == 401)
    now.withLock { $0 += 1800 }
    let renewed = session.send(.post, "/refresh", as: "guest-session-1")
    #expect(renewed.data == ["token": "guest-session-2", "until": "2026-11-21T03:45:00Z"])
    now.withLock { $0 += 1800 }
    #expect(session.send(.get, "/settings", as: "guest-session-1").status == 401)
    #expect(session.send(.get, "/settings", as: "guest-session-2").status == 200)
    session.reset()
    #expect(session.send(.get, "/settings", as: "guest-session-2").status == 401)
    #expect(session.send(.get, "/settings", as: "guest-token").status == 200)
  }

  @Test func `a wrong login is refused as the contract says`() throws {
    let seen = try Desk.session().send(.post, "/login", body: #"{ "user": "nobody" }"#)
    #expect((seen.status, seen.code, seen.message) == (401, "WRONG", "Nobody has this login."))
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_709_251_199, "2024-02-29T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (.max, "9999-12-31T23:59:59Z"), (.min, "0001-01-01T00:00:00Z"),
  ])
  func `the time is written as RFC 3339 has it`(seconds: Int, text: String) throws {
    let session = try Desk.session(clock: .fixed(seconds))
    #expect(session.send(.post, "/notes", body: #"{ "title": "a" }"#).data?["created_at"]?.string == text)
  }
}
