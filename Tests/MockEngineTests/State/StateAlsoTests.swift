import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Changes that accompany a main change. Either all of them happen or none.
@Suite struct StateAlsoTests {
  private func texts(_ session: MockSession, _ collection: String) -> [String] {
    session.collections?[collection]?.elements.compactMap { $0["text"]?.string } ?? []
  }

  @Test func `one request changes several collections, and what comes later sees what came of it`() throws {
    let session = try Club.session()
    let made = session.send(.post, "/letters", body: #"{ "text": "Milk" }"#)
    #expect((made.status, made.json?["text"]) == (201, "Milk"))
    let id = try #require(made.json?["id"]?.string)
    #expect(session.collections?["lines"]?[1] == ["id": 2, "letter": JSON(id), "text": "Milk"])
    #expect(session.send(.get, "/me").json?["letters"] == 1)
  }

  @Test func `when a later change is refused nothing has happened, not even to the next key`() throws {
    let session = try Club.session()
    var ids: [String] = []
    for text in ["one", "two", "three", "four"] {
      let seen = session.send(.post, "/letters", body: #"{ "text": "\#(text)" }"#)
      if let id = seen.json?["id"]?.string, seen.status == 201 { ids.append(id) }
      #expect(seen.status == (ids.count < 2 || text == "two" ? 201 : 422), "\(seen)")
    }
    #expect(ids == ["1", "2"])
    #expect(texts(session, "lines") == ["Tea", "one", "two"])
    #expect(session.send(.get, "/letters").json?.count == 6)
    #expect(session.send(.get, "/me").json?["letters"] == 2)
  }

  @Test func `a session ends together with what goes with it, or goes on`() throws {
    let session = try Club.session()
    let seen = session.send(.post, "/login", as: nil, body: #"{ "name": "olga", "word": "sesame" }"#)
    let token = try #require(seen.json?["session"]?.string)
    session.send(.post, "/leave", as: token, body: #"{ "cover": 99 }"#).expect(404)
    #expect(session.send(.get, "/me", as: token).status == 200, "What was refused has ended nothing.")
    session.send(.post, "/leave", as: token, body: #"{ "cover": 1 }"#).expect(204)
    #expect(session.send(.get, "/me", as: token).status == 401)
  }

  @Test func `a read may change what was read`() throws {
    let session = try Club.session()
    #expect(session.send(.get, "/letters").json?[0]?["unread"] == 2)
    #expect(session.send(.get, "/letters/a/lines").json?[0]?["text"] == "Tea")
    #expect(session.send(.get, "/letters").json?[0]?["unread"] == 0)
    #expect(session.send(.get, "/letters/none/lines").status == 404, "There is nothing to mark as read.")
  }

  @Test func `what is deleted takes what belongs to it along, or stays`() throws {
    let session = try Club.session()
    #expect(session.send(.delete, "/letters/a").status == 204)
    #expect(session.collections?["covers"]?.count == 0)
    #expect(session.send(.delete, "/letters/b").status == 404, "It has no cover to take along.")
    #expect(session.send(.get, "/letters").json?.elements.compactMap { $0["id"]?.string } == ["b", "c", "d"])
  }

  @Test func `asking why changes nothing of it`() throws {
    let session = try Club.session()
    let request = Request(method: .delete, target: "/letters/a", headers: ["Authorization": "Bearer owner-token"])
    #expect(session.explain(request) == "state: the response comes from the session's state (delete)")
    #expect(session.collections?["covers"]?.count == 1)
  }

  @Test func `many at once lose nothing`() async throws {
    let session = try Club.session()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 { group.addTask { _ = session.send(.post, "/join", as: nil, body: Self.joining(number)) } }
    }
    #expect(session.collections?["members"]?.count == 41)
    let ids = { (name: String) in Set(session.collections?[name]?.elements.compactMap { $0["id"]?.string } ?? []) }
    #expect(ids("members") == ids("words"))
    #expect(ids("members").count == 41)
  }

  private static func joining(_ number: Int) -> String { #"{ "name": "member \#(number)", "word": "open" }"# }
}
