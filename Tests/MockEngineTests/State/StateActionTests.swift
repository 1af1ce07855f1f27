import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@Suite struct StateActionTests {
  @Test(arguments: ["7.0", "7e0", "70e-1", "07", "+7", "%2B7", "7%2E0", "-0"])
  func `an id that only equals an item's is not that item's`(id: String) throws {
    let session = try Desk.session()
    for (method, body) in [(HTTPMethod.get, ""), (.put, #"{ "title": "Taken" }"#), (.delete, "")] {
      let seen = session.send(method, "/notes/\(id)", body: body)
      #expect((seen.status, seen.code) == (422, "INVALID"), "\(method): \(seen)")
    }
    #expect(session.send(.get, "/notes/%37").data?["title"] == "coffee")
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
  }

  @Test func `what is created has the next key, the defaults and the time, and is there from then on`() throws {
    let session = try Desk.session()
    let seen = session.send(.post, "/notes", body: #"{ "title": "Milk", "colour": "white", "id": 3 }"#)
    #expect(seen.status == 201)
    let expected: JSON = [
      "id": 8, "title": "Milk", "kind": "MID", "text": nil, "tags": [], "stock": ["total": 1, "out": 0, "free": 1],
      "by": ["type": "OWNER", "id": 1], "created_at": "2026-11-21T02:15:00Z",
      "updated_at": "2026-11-21T02:15:00Z",
    ]
    #expect(seen.data == expected)
    #expect(seen.data?.members.keys.first == "id")
    #expect(seen.from == "state")
    #expect(session.send(.get, "/notes/8").data == expected)
    #expect(session.send(.get, "/notes").ids == [3, 7, 5, 8])
    #expect(session.send(.post, "/notes", body: #"{ "title": "Water" }"#).data?["id"] == 9)
  }

  @Test func `a key that is free may be brought along, and a deleted one isn't given again`() throws {
    let session = try Desk.session()
    #expect(session.send(.post, "/notes", body: #"{ "title": "Milk", "id": 20 }"#).data?["id"] == 20)
    session.send(.delete, "/notes/20").expect(200)
    #expect(session.send(.post, "/notes", body: #"{ "title": "Milk" }"#).data?["id"] == 21)
  }

  @Test func `what doesn't fit isn't created`() throws {
    let session = try Desk.session()
    let seen = session.send(.post, "/notes", body: #"{ "title": "" }"#)
    #expect((seen.status, seen.code) == (422, "INVALID"))
    #expect(seen.message.contains("/title"))
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
    #expect(session.send(.post, "/notes", body: #"{ "title": "Milk" }"#).data?["id"] == 8)
  }

  @Test func `an update goes in at the top, or all the way down, or not at all`() throws {
    let session = try Desk.session()
    let shallow = session.send(.put, "/notes/3", body: #"{ "stock": { "total": 6, "out": 0 }, "id": 9, "x": 1 }"#)
    #expect(shallow.data?["stock"] == ["total": 6, "out": 0, "free": 6])
    #expect((shallow.data?["id"], shallow.data?["title"], shallow.data?["x"]) == (3, "Tea", nil))
    #expect(shallow.data?["updated_at"] == "2026-11-21T02:15:00Z")
    let deep = session.send(.patch, "/notes/3", body: #"{ "stock": { "out": 2, "free": 99 }, "text": null }"#)
    #expect(deep.data?["stock"] == ["total": 6, "out": 2, "free": 4])
    #expect(deep.data?["text"] == JSON.null)
    let none = session.send(.post, "/notes/3/take", body: #"{ "count": 2, "title": "Other" }"#)
    #expect((none.data?["title"], none.data?["stock"]?["out"]) == ("Tea", 4))
    #expect(session.send(.get, "/notes/3").data == none.data)
  }

  @Test func `what no longer fits is taken back`() throws {
    let session = try Desk.session()
    let before = session.send(.get, "/notes/7").data
    let much = session.send(.post, "/notes/7/take", body: #"{ "count": 3 }"#)
    #expect((much.status, much.code, much.message) == (409, "CONFLICT", "Not while it is in use."))
    #expect(session.send(.post, "/notes/7/take", body: #"{ "count": 9223372036854775807 }"#).status == 409)
    #expect(session.send(.put, "/notes/7", body: #"{ "kind": "HUGE" }"#).status == 422)
    #expect(session.send(.get, "/notes/7").data == before)
  }

  @Test func `a value that isn't sent is the default of its schema`() throws {
    let session = try Desk.session()
    #expect(session.send(.post, "/notes/7/take").data?["stock"] == ["total": 2, "out": 1, "free": 1])
  }

  @Test func `what is deleted is gone`() throws {
    let session = try Desk.session()
    let seen = session.send(.delete, "/notes/7", as: "guest-token")
    #expect((seen.status, seen.data) == (200, nil))
    let gone = session.send(.get, "/notes/7")
    #expect((gone.status, gone.code, gone.message) == (404, "GONE", "There is no 7 in notes."))
    #expect(session.send(.delete, "/notes/7", as: "guest-token").status == 404)
    #expect(session.send(.get, "/notes").ids == [3, 5])
    #expect(session.send(.get, "/notes/5").data?["title"] == "Cocoa")
  }

  @Test func `append adds to a list inside an item`() throws {
    let session = try Desk.session()
    #expect(session.send(.post, "/notes/7/tags", body: #""black""#).data?["tags"] == ["hot", "black"])
    #expect(session.send(.post, "/notes/7/tags", body: "7").status == 422)
    #expect(session.send(.get, "/notes/7").data?["tags"] == ["hot", "black"])
  }

  @Test func `items within another belong to it alone`() throws {
    let session = try Desk.session()
    #expect(session.send(.get, "/notes/3/remarks").data?.count == 1)
    #expect(session.send(.get, "/notes/5/remarks").data?.count == 0)
    #expect(session.send(.get, "/notes/4/remarks").status == 404)
    let made = session.send(.post, "/notes/5/remarks", body: #"{ "text": "Sweet", "note": 3 }"#)
    #expect(made.data == ["key": "1", "note": 5, "text": "Sweet"])
    #expect(session.send(.get, "/notes/5/remarks").data?.count == 1)
    #expect(session.send(.get, "/notes/5/remarks/1").status == 200)
    #expect(session.send(.get, "/notes/3/remarks/1").status == 404)
  }

  @Test func `values are looked up, counted, summed and timed`() throws {
    let seen = try Desk.session().send(.get, "/notes/3/remarks/a")
    #expect(seen.data?["title"] == "Tea")
    #expect(seen.data?["notes"] == 3)
    #expect(seen.data?["kinds"] == ["HIGH": 1, "LOW": 1, "MID": 1])
    #expect(seen.data?["out"] == 10)
    #expect(seen.data?["at"] == "2026-11-21T02:15:00Z")
    #expect(seen.data?["later"] == "2026-11-22T03:15:00Z")
    #expect(seen.data?["none"] == nil)
  }

  @Test func `every caller has settings of their own`() throws {
    let session = try Desk.session()
    let changed = session.send(.put, "/settings", body: #"{ "sound": { "level": 9 } }"#)
    #expect(changed.data == ["theme": "light", "sound": ["on": true, "level": 9]])
    #expect(session.send(.get, "/settings").data == changed.data)
    #expect(session.send(.get, "/settings", as: "guest-token").data?["sound"]?["level"] == 3)
    #expect(session.collections?["settings"]?.members.keys == ["1"])
    #expect(session.collections?["notes"]?.count == 3)
  }

  @Test func `a collection of which nothing is recorded leaves its endpoints to the schemas`() throws {
    #expect(try Desk.session().send(.get, "/recorded/1").from == "synthesised")
  }
}

extension Seen {
  /// Records an issue if the status differs.
  func expect(_ status: Int) {
    #expect(self.status == status, "\(self)")
  }
}
