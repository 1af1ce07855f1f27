import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Accounts that are opened while the mock runs, and sessions that end.
@Suite struct StateAccountTests {
  /// Registers an account and logs in to it.
  private func join(_ session: MockSession, _ name: String) throws -> (session: String, renewal: String) {
    session.send(.post, "/join", as: nil, body: #"{ "name": "\#(name)", "word": "open" }"#).expect(201)
    return try login(session, name)
  }

  private func login(
    _ session: MockSession, _ name: String, _ word: String = "open"
  ) throws -> (session: String, renewal: String) {
    let seen = session.send(.post, "/login", as: nil, body: #"{ "name": "\#(name)", "word": "\#(word)" }"#)
    #expect(seen.status == 200, "\(seen)")
    #expect(seen.json?["member"]?["name"]?.string == name)
    return (try #require(seen.json?["session"]?.string), try #require(seen.json?["renewal"]?.string))
  }

  @Test func `a caller who opens an account is a new persona`() throws {
    let session = try Club.session()
    let people = try ["ada", "bob", "cem"].map { ($0, try join(session, $0).session) }
    for (number, (name, token)) in people.enumerated() {
      #expect(
        session.send(.get, "/me", as: token).json == ["id": JSON("m-\(number + 2)"), "name": JSON(name), "letters": 0])
    }
    session.send(.post, "/letters", as: people[1].1, body: #"{ "text": "Mine" }"#).expect(201)
    #expect(session.send(.get, "/letters", as: people[1].1).json?.count == 2)
    #expect(session.send(.get, "/letters", as: people[2].1).json?.count == 1)
    #expect(session.send(.get, "/me", as: people[1].1).json?["letters"] == 1)
    #expect(session.send(.get, "/me", as: people[2].1).json?["letters"] == 0)
  }

  @Test func `an account with a persona's id is that persona`() throws {
    let session = try Club.session()
    #expect(session.send(.get, "/me", as: "new-token").status == 404)
    let token = try join(session, "ada").session
    #expect(session.send(.get, "/me", as: "new-token").json == session.send(.get, "/me", as: token).json)
    #expect(try login(session, "olga", "sesame").session == "owner-session-2")
  }

  @Test func `callers start with their own seeds, the others with the shared one`() throws {
    let session = try Club.session()
    #expect(session.send(.get, "/letters").json?.count == 4)
    let token = try join(session, "ada").session
    #expect(session.send(.get, "/letters", as: token).json?.elements.compactMap { $0["id"]?.string } == ["welcome"])
  }

  @Test(arguments: [#"{ "name": "olga", "word": "open" }"#, #"{ "name": "olga" }"#, #"{ "word": "sesame" }"#, "{}"])
  func `a caller without the token isn't admitted`(body: String) throws {
    let seen = try Club.session().send(.post, "/login", as: nil, body: body)
    #expect((seen.status, seen.code) == (401, "WRONG_WORD"))
  }

  @Test func `a changed word is the one that counts`() throws {
    let session = try Club.session()
    session.send(.put, "/word", body: #"{ "word": "other" }"#).expect(204)
    #expect(session.send(.post, "/login", as: nil, body: #"{ "name": "olga", "word": "sesame" }"#).status == 401)
    session.send(.post, "/logout").expect(204)
    let token = try login(session, "olga", "other").session
    #expect(session.send(.get, "/me", as: token).json?["id"] == "m-1")
  }

  @Test func `a logout ends the session with all that was handed out for it, and no other`() throws {
    let session = try Club.session()
    let phone = try join(session, "ada")
    let tablet = try login(session, "ada")
    session.send(.post, "/logout", as: phone.session).expect(204)
    #expect(session.send(.get, "/me", as: phone.session).status == 401)
    #expect(session.send(.post, "/renew", as: phone.renewal).status == 401)
    #expect(session.send(.get, "/open", as: phone.session).status == 401)
    #expect(session.send(.get, "/open", as: nil).status == 200)
    #expect(session.send(.get, "/me", as: tablet.session).status == 200)
    #expect(session.send(.post, "/renew", as: tablet.renewal).status == 200)
    #expect(session.send(.get, "/me").status == 200)
  }

  @Test func `a persona's own credentials end, too, until a reset`() throws {
    let session = try Club.session()
    for _ in 0..<3 { #expect(session.send(.get, "/me").status == 200, "It is kept for replaying by now.") }
    session.send(.post, "/logout").expect(204)
    let seen = session.send(.get, "/me")
    #expect(seen.status == 401)
    #expect(seen.message.contains("has ended"))
    #expect(!seen.text.contains("owner-token"))
    #expect(session.send(.post, "/renew", as: "owner-renewal").status == 401)
    #expect(session.send(.post, "/logout").status == 401)
    #expect(session.send(.get, "/me", as: "new-token").status == 404, "Somebody else is let in.")
    session.reset()
    #expect(session.send(.get, "/me").status == 200)
  }

  @Test func `new tokens replace those before, where the contract says so`() throws {
    let session = try Club.session()
    let first = try join(session, "ada")
    let seen = session.send(.post, "/renew", as: first.renewal)
    let second = try #require(seen.json?["session"]?.string)
    #expect(session.send(.get, "/me", as: second).json?["name"] == "ada")
    #expect(session.send(.get, "/me", as: first.session).status == 401)
    #expect(session.send(.post, "/renew", as: first.renewal).status == 401)
  }

  @Test func `callers that logged in survive a reload`() throws {
    let session = try Club.session()
    _ = try join(session, "ada")
    let token = try join(session, "bob").session
    let next = session.successor(library: try Club.library(), options: MockOptions())
    #expect(next.send(.get, "/me", as: token).json?["name"] == "bob")
    next.send(.post, "/logout", as: token).expect(204)
    #expect(next.send(.get, "/me", as: token).status == 401)
  }

  @Test(arguments: [
    ("?from=20", ["a", "b"]), ("?from=20.01", ["b"]), ("?to=99.5", ["a", "b"]), ("?from=20&to=50", ["a"]),
    ("?from=1000", []), ("?since=2026-11-12", ["b", "c"]), ("?until=2026-11-12", ["a", "b"]),
    ("?since=2026-11-12&until=2026-11-12", ["b"]), ("?until=2026-11-12T12:00:00Z", ["a"]),
    ("?from=20&q=jam", ["b"]), ("?from=0&per=1&page=2", ["b"]),
  ])
  func `a list keeps within bounds; what can't be compared stays out`(query: String, ids: [String]) throws {
    let seen = try Club.session().send(.get, "/letters" + query)
    #expect(seen.json?.elements.compactMap { $0["id"]?.string } == ids, "\(seen)")
  }

  @Test func `bounds hold for what was made as for what was there`() throws {
    let session = try Club.session()
    session.send(.post, "/letters", body: #"{ "id": "e", "text": "Rye", "weight": 30 }"#).expect(201)
    let ids = { (query: String) in
      session.send(.get, "/letters" + query).json?.elements.compactMap { $0["id"]?.string }
    }
    #expect(ids("?from=25&to=40") == ["e"])
    #expect(ids("?to=30") == ["a", "e"])
  }
}
