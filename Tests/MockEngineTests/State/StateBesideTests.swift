import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@Suite struct StateBesideTests {
  @Test func `what lies beside an item is shown beside it, and not in lists`() throws {
    let session = try Archive.session()
    let made = session.file(
      .post, "/shelves/ada/one/papers", body: #"{ "data": { "id": "n" }, "rights": { "read": ["bo"] } }"#)
    #expect(made.status == 201, "\(made)")
    #expect(made.json?["rights"] == ["read": ["bo"], "write": ["ada"]])
    #expect(made.json?["data"]?.members.map(\.key).sorted() == ["changed", "id"])
    #expect(session.file(.get, "/shelves/ada/one/papers/n").json?["rights"] == ["read": ["bo"], "write": ["ada"]])
    let listed = session.file(.get, "/shelves/ada/one/papers")
    #expect(listed.json?["data"]?.elements.allSatisfy { $0["acl"] == nil } == true)
    #expect(listed.json?["data"]?.count == 4)
    #expect(listed.json?["rights"] == nil)
  }

  @Test func `its members change one by one, whatever becomes of the item`() throws {
    let session = try Archive.session()
    session.file(.put, "/shelves/new", body: #"{ "data": { "a": 1 }, "rights": { "read": ["bo"] } }"#).expect(201)
    let replaced = session.file(.put, "/shelves/new", body: #"{ "data": { "b": 2 }, "rights": { "make": ["bo"] } }"#)
    #expect(replaced.json?["rights"] == ["read": ["bo"], "write": ["ada"], "make": ["bo"]])
    #expect(replaced.json?.at("/data/a") == nil)
    #expect(replaced.json?.at("/data/b") == 2)
    let kept = session.file(.put, "/shelves/new", body: #"{ "data": {} }"#)
    #expect(kept.json?["rights"] == ["read": ["bo"], "write": ["ada"], "make": ["bo"]])
    let alone = session.file(.patch, "/shelves/ada/one/papers/x", body: #"{ "rights": { "read": ["bo"] } }"#)
    #expect(alone.json?["rights"] == ["write": ["ada"], "read": ["bo"]])
    #expect(alone.json?.at("/data/title") == "Tea")
  }

  @Test func `a member of the item with the same name is the item's own, and no way in`() throws {
    let session = try Archive.session()
    let body = #"{ "data": { "acl": { "write": ["bo"] } } }"#
    #expect(session.file(.patch, "/shelves/ada/one/papers/x", body: body).json?["rights"] == ["write": ["ada"]])
    #expect(session.file(.get, "/shelves/ada/one/papers/x").json?.at("/data/acl") == nil)
  }

  @Test func `an item that is there is shown with all that belongs beside it`() throws {
    let session = try Archive.session()
    let seen = session.file(.post, "/shelves/ada/one/papers", body: #"{ "data": { "id": "x", "title": "Other" } }"#)
    #expect(seen.status == 200)
    #expect(seen.json?.at("/data/title") == "Tea")
    #expect(seen.json?["rights"] == ["write": ["ada"]])
  }

  @Test func `what the answer can't show is what its schema has for nothing`() throws {
    let session = try Archive.session()
    session.file(.patch, "/shelves/ada/one/papers/x", body: #"{ "rights": { "read": ["bo"] } }"#).expect(200)
    let seen = session.file(.get, "/shelves/ada/one/papers/x", key: "b")
    #expect(seen.status == 200)
    #expect(seen.json?["rights"] == [:])
  }

  @Test func `one of several tests has to hold, and who may comes before what is there`() throws {
    let session = try Archive.session()
    #expect(session.file(.get, "/shelves/ada/one/papers/x", key: "b").status == 403)
    #expect(session.file(.get, "/shelves/ada/one/papers/none", key: "b").status == 403)
    #expect(session.file(.get, "/shelves/ada/one/papers/none").status == 404)
    #expect(session.file(.get, "/shelves/bo/one/papers/x").status == 403)
    #expect(session.file(.put, "/shelves/ada", key: "b", body: "{}").status == 403)
    #expect(session.file(.put, "/shelves/theirs", key: "b", body: "{}").status == 201)
    #expect(session.file(.delete, "/shelves/none").status == 403)
  }

  @Test(arguments: [("a", ["ada", "open"]), ("b", ["open", "bo"])])
  func `a list shows the items that contain one of the caller's own names`(key: String, ids: [String]) throws {
    let session = try Archive.session()
    let listed = session.file(.get, "/shelves", key: key)
    #expect(listed.json?["data"]?.elements.map { $0["id"]?.string } == ids)
  }

  @Test(arguments: [
    ("not=2", ["x", "z"]), ("in=1,3", ["x", "z"]), ("out=1,3", ["y"]), ("like=tea", ["x", "y"]), ("has=true", ["x"]),
    ("has=false", ["y", "z"]), ("tag=hot", ["x"]), ("tag=ho", []),
  ])
  func `filters leave out, choose and look into texts and lists`(query: String, ids: [String]) throws {
    let session = try Archive.session()
    let listed = session.file(.get, "/shelves/ada/one/papers?\(query)")
    #expect(listed.json?["data"]?.elements.map { $0["id"]?.string } == ids)
    let cleared = session.file(.delete, "/shelves/ada/one/papers?\(query)")
    #expect(cleared.json?["data"]?.elements.map { $0["id"]?.string } == ids)
    #expect(cleared.json?["data"]?.elements.allSatisfy { $0["gone"] == true && $0["acl"] == nil } == true)
    #expect(session.file(.get, "/shelves/ada/one/papers").json?["data"]?.count == 3 - ids.count)
  }

  @Test func `what goes with an item goes from all that lies below it, and from nowhere else`() throws {
    let session = try Archive.session()
    session.file(.post, "/shelves/ada/three/papers", body: #"{ "data": { "id": "new" } }"#).expect(201)
    session.file(.delete, "/shelves/ada").expect(200)
    for box in ["one", "two", "three"] {
      #expect(session.file(.get, "/shelves/ada/\(box)/papers").json?["data"] == [])
    }
    #expect(session.file(.get, "/shelves/bo/one/papers").json?["data"]?.count == 1)
  }

  @Test func `an answer shows what was sent, or what became otherwise`() throws {
    let session = try Archive.session()
    let path = "/shelves/ada/one/papers/x"
    let body = #"{ "data": { "title": "New", "rank": 7 }, "rights": { "read": [] } }"#
    #expect(session.file(.patch, path, ["Show": "sent"], body: body).json == ["data": ["title": "New", "rank": 7]])
    #expect(session.file(.patch, path, ["Show": "other"], body: body).json == ["data": ["title": "Set"]])
    #expect(session.file(.get, path).json?.at("/data/title") == "Set")
  }

  @Test func `the steps of a JSON Patch see the item and what lies beside it`() throws {
    let session = try Archive.session()
    let path = "/shelves/ada/one/papers/x"
    let kind: HeaderFields = ["Content-Type": "application/json-patch+json"]
    let steps =
      #"[{"op":"add","path":"/data/rank","value":9},{"op":"add","path":"/rights/read","value":["bo"]},{"op":"replace","path":"/data/id","value":"q"}]"#
    let seen = session.file(.patch, path, kind, body: steps)
    #expect(seen.status == 200 && seen.json?.at("/data/rank") == 9 && seen.json?.at("/data/id") == "x", "\(seen)")
    #expect(seen.json?["rights"] == ["write": ["ada"], "read": ["bo"]])
    let failed = session.file(
      .patch, path, kind, body: #"[{"op":"remove","path":"/data/rank"},{"op":"remove","path":"/data/none"}]"#)
    #expect(failed.status == 400)
    #expect(session.file(.get, path).json?.at("/data/rank") == 9)
  }

  @Test func `only the members that are asked for are shown, with the key and the time`() throws {
    let session = try Archive.session()
    session.file(.put, "/shelves/x", body: "{}").expect(201)
    let seen = session.file(.get, "/shelves/ada/one/papers/x?fields=title,none")
    #expect(seen.json?["data"] == ["id": "x", "changed": 1_700_000_001_000, "title": "Tea"])
    #expect(seen.json?["rights"] == ["write": ["ada"]])
    let listed = session.file(.get, "/shelves/ada/two/papers?fields=title")
    #expect(listed.json?["data"] == [["id": "x", "changed": 1_700_000_004_000]])
  }

  @Test func `the time of the change is next to the tag, in answers, lists, 304 and 412`() throws {
    let session = try Archive.session()
    session.file(.put, "/shelves/x", body: "{}").expect(201)
    let path = "/shelves/ada/one/papers/x"
    let date = "Tue, 14 Nov 2023 22:13:21 GMT"
    let seen = session.file(.get, path)
    #expect(seen["ETag"] == "\"1700000001000\"")
    #expect(seen["Last-Modified"] == date)
    let same = session.file(.get, path, ["If-None-Match": "\"1700000001000\""])
    #expect(same.status == 304)
    #expect(same["Last-Modified"] == date)
    let other = session.file(.get, path, ["If-Match": "\"1\""])
    #expect(other.status == 412)
    #expect(other["ETag"] == "\"1700000001000\"")
    #expect(other["Last-Modified"] == date)
    #expect(session.file(.get, "/shelves/ada/one/papers")["Last-Modified"] == "Tue, 14 Nov 2023 22:13:23 GMT")
    let changed = session.file(.patch, path, body: #"{ "data": {} }"#)
    #expect(changed["Last-Modified"] == "Sat, 21 Nov 2026 02:15:00 GMT")
  }

  @Test func `a member that may be anything is absent until it is sent`() throws {
    let session = try Archive.session()
    let made = session.file(.post, "/shelves/ada/one/papers", body: "{}")
    #expect(made.status == 201)
    #expect(made.json?.at("/data/anything") == nil)
  }
}
