import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct StateRecordTests {
  @Test func `items lie in a wrapper, in answers, lists and requests`() throws {
    let session = try Vault.session()
    let seen = session.ask(.get, "/boxes/one/records/a")
    #expect(seen.json?.at("/data/title") == "Tea")
    #expect(seen.json?["permissions"] == ["write": ["me"]])
    #expect(session.ask(.get, "/boxes/one/records").json?["data"]?.elements.map { $0["id"] } == ["a", "b"])
    #expect(session.ask(.get, "/boxes/two/records/a").status == 404)
    let made = session.ask(.post, "/boxes/one/records", body: #"{ "data": { "title": "Gin", "proof": 80 } }"#)
    #expect(made.status == 201)
    #expect(made.json?.at("/data/proof") == 80)
    let id = try #require(made.json?.at("/data/id")?.string)
    #expect(session.ask(.get, "/boxes/one/records/\(id)").json?.at("/data/title") == "Gin")
  }

  @Test func `a PUT makes what isn't there, with a status of its own, and replaces what is`() throws {
    let session = try Vault.session()
    let made = session.ask(.put, "/boxes/two/records/x", body: #"{ "data": { "title": "Gin", "id": "other" } }"#)
    #expect(made.status == 201, "\(made)")
    #expect(
      made.json?["data"]
        == ["title": "Gin", "id": "x", "last_modified": JSON(Vault.noon(0))])
    let replaced = session.ask(.put, "/boxes/two/records/x", body: #"{ "data": { "proof": 80 } }"#)
    #expect(replaced.status == 200)
    #expect(
      replaced.json?["data"] == ["proof": 80, "id": "x", "last_modified": JSON(Vault.noon(1))])
    // Each box has its own records.
    #expect(session.ask(.put, "/boxes/two/records/a", body: #"{ "data": {} }"#).status == 201)
    #expect(session.ask(.get, "/boxes/one/records/a").json?.at("/data/title") == "Tea")
    #expect(session.ask(.get, "/boxes/three/records").json?["data"] == [])
  }

  @Test func `what no body can say stays when an item is replaced`() throws {
    let session = try Vault.session()
    let seen = session.ask(.put, "/plain/1", body: #"{ "name": "Uno" }"#)
    #expect(seen.json == ["id": 1, "name": "Uno", "size": 1, "made": "2026-01-01T00:00:00Z"])
    let made = session.ask(.put, "/plain/9", body: #"{ "name": "Nine", "size": 3 }"#)
    #expect(made.status == 201)
    #expect(made.json == ["id": 9, "name": "Nine", "size": 3, "made": "2026-11-21T02:15:00Z"])
  }

  @Test func `a merge patch goes all the way down, and null takes away`() throws {
    let session = try Vault.session()
    let patch = #"{ "data": { "tags": { "old": null, "new": { "x": 1 } }, "title": null, "id": "z" } }"#
    let seen = session.ask(.patch, "/boxes/one/records/a", body: patch)
    #expect(seen.status == 200)
    #expect(
      seen.json?["data"] == [
        "id": "a", "last_modified": JSON(Vault.noon(0)), "tags": ["hot": true, "new": ["x": 1]],
      ])
  }

  @Test func `a new item with a key that is taken is the one that is there, where the contract says so`() throws {
    let session = try Vault.session()
    let seen = session.ask(.post, "/boxes/one/records", body: #"{ "data": { "id": "a", "title": "Other" } }"#)
    #expect(seen.status == 200)
    #expect(seen.json?.at("/data/title") == "Tea")
  }

  @Test func `what was deleted leaves a tombstone, which a list shows where it is asked for`() throws {
    let session = try Vault.session()
    let gone = session.ask(.delete, "/boxes/one/records/a")
    let tombstone: JSON = ["id": "a", "last_modified": JSON(Vault.noon(0)), "deleted": true]
    #expect(gone.status == 200)
    #expect(gone.json?["data"] == tombstone)
    #expect(session.ask(.get, "/boxes/one/records/a").status == 404)
    #expect(session.ask(.delete, "/boxes/one/records/a").status == 404)
    #expect(session.ask(.get, "/boxes/one/records").json?["data"]?.count == 1)
    let since = session.ask(.get, "/boxes/one/records?_since=%221714989123457%22")
    #expect(since.json?["data"] == [tombstone])
    #expect(since["Total-Records"] == "1")
    #expect(session.ask(.get, "/boxes/one/records?_since=1714989123456").json?["data"]?.count == 2)
    #expect(session.ask(.get, "/boxes/two/records?_since=1714989123458").json?["data"] == [])
    // A record that is created again no longer counts as deleted.
    #expect(session.ask(.put, "/boxes/one/records/a", body: #"{ "data": {} }"#).status == 201)
    let again = session.ask(.get, "/boxes/one/records?_since=1714989123457").json?["data"]
    #expect(again?.elements.map { $0["deleted"] } == [nil])
    session.reset()
    #expect(session.ask(.get, "/boxes/one/records?_since=0").json?["data"]?.count == 2)
  }

  @Test func `a list goes on by a cursor, whatever comes and goes meanwhile`() throws {
    let session = try Vault.session()
    for id in ["d", "e", "f"] { session.ask(.put, "/boxes/one/records/\(id)", body: #"{ "data": {} }"#).expect(201) }
    let first = session.ask(.get, "/boxes/one/records?_limit=2")
    #expect(first.json?["data"]?.elements.map { $0["id"] } == ["a", "b"])
    #expect(first["Total-Records"] == "5")
    let next = try #require(first["Next-Page"])
    let prefix = "http://vault.test/boxes/one/records?_limit=2&_token="
    #expect(next.hasPrefix(prefix))
    session.ask(.delete, "/boxes/one/records/a").expect(200)
    let second = session.ask(.get, String(next.dropFirst("http://vault.test".count)))
    #expect(second.json?["data"]?.elements.map { $0["id"] } == ["d", "e"], "\(second)")
    let third = session.ask(.get, String((second["Next-Page"] ?? "").dropFirst("http://vault.test".count)))
    #expect(third.json?["data"]?.elements.map { $0["id"] } == ["f"])
    #expect(third["Next-Page"] == nil)
    #expect(session.ask(.get, "/boxes/one/records?_limit=2&_token=nonsense").status == 400)
    let sorted = session.ask(.get, "/boxes/one/records?_sort=-last_modified&_limit=2")
    #expect(sorted.json?["data"]?.elements.map { $0["id"] } == ["f", "e"])
  }

  @Test func `a key lies at any depth`() throws {
    let session = try Vault.session()
    #expect(session.ask(.get, "/docs/7").json?["by"] == "ada")
    let made = session.ask(.post, "/docs", body: #"{ "data": { "name": "Eight" } }"#)
    #expect(made.json == ["data": ["name": "Eight", "id": 8]])
    #expect(session.ask(.post, "/docs", body: #"{ "data": { "id": 8, "name": "X" } }"#).json?.at("/data/id") == 9)
    let changed = session.ask(.put, "/docs/8", body: #"{ "data": { "name": "Acht", "id": 7 } }"#)
    #expect(changed.json?["data"] == ["name": "Acht", "id": 8])
    #expect(session.ask(.get, "/docs/7").json?.at("/data/name") == "Seven")
    #expect(session.ask(.get, "/docs/8").json?.at("/data/name") == "Acht")
  }

  @Test func `a time has the form that its schema or the first items have`() throws {
    let seen = try Vault.session().ask(.put, "/clocks/1", body: "{}")
    #expect(
      seen.json == [
        "id": 1, "guessed": JSON("\(Vault.noon(0))"), "seconds": JSON(Desk.noon), "thousandths": JSON(Vault.noon(0)),
        "text": JSON("\(Desk.noon)"), "day": "2026-11-21", "moment": "2026-11-21T02:15:00Z",
      ])
  }

  @Test func `required members next to the items are filled`() throws {
    let session = try Vault.session()
    let first = session.ask(.get, "/plain")
    #expect(first.json?["meta"] == ["total": 3, "kind": "things", "next": "/plain?page=2"])
    #expect(first.json?["version"] == 2)
    #expect(first.json?["items"]?.count == 2)
    #expect(first["Link"] == "</plain?page=2>; rel=\"next\"")
    let last = session.ask(.get, "/plain?per=2&page=2")
    #expect(last.json?["meta"] == ["total": 3, "kind": "things", "next": nil, "previous": 1])
    #expect(last["Link"] == "</plain?per=2&page=1>; rel=\"prev\"")
    #expect(session.ask(.get, "/plain?sort=-size,name").json?["items"]?.elements.map { $0["id"] } == [1, 3])
  }

  @Test func `none of it breaks the contract`() throws {
    let session = try Vault.session()
    let inspector = Inspector(try Vault.contract())
    let requests: [(HTTPMethod, String, String)] = [
      (.get, "/boxes/one/records", ""), (.get, "/boxes/one/records/a", ""), (.get, "/boxes/one/records?_limit=1", ""),
      (.post, "/boxes/one/records", #"{ "data": { "title": "x" } }"#),
      (.put, "/boxes/one/records/q", #"{ "data": { "title": "x" } }"#),
      (.put, "/boxes/one/records/q", #"{ "data": { "title": "y" } }"#),
      (.patch, "/boxes/one/records/q", #"{ "data": { "title": null } }"#), (.delete, "/boxes/one/records/q", ""),
      (.get, "/boxes/one/records?_since=1", ""), (.get, "/plain", ""), (.get, "/plain?page=2", ""),
      (.post, "/docs", #"{ "data": { "name": "x" } }"#), (.get, "/docs/7", ""),
    ]
    for (method, target, body) in requests {
      let headers: HeaderFields = body.isEmpty ? [:] : ["Content-Type": "application/json"]
      let request = Request(method: method, target: target, headers: headers, body: Body(body))
      let answer = session.answer(to: request)
      let drift = inspector.inspect(Exchange(request: request, outcome: .response(answer.response)))
      #expect(answer.response.status < 300)
      #expect(drift.filter { $0.severity != .notice }.isEmpty, "\(method) \(target): \(drift)")
    }
  }

  @Test func `whose the items are, the path of a recording says`() throws {
    let text = Vault.text.replacing(#""seeds": { "one": ["#, with: #""seed": "records.list/two", "seeds": { "one": ["#)
    let contract = try ContractLoader.contract(text, folder: "vault")
    let recording = try Shop.recording(
      "records.list", "two", request: #"{ "method": "GET", "path": "/boxes/four/records" }"#,
      body: #"{ "data": [{ "id": "r", "last_modified": 1714989999999 }] }"#)
    let session = MockSession(
      library: MockLibrary(contract: contract, recordings: [recording]), clock: .fixed(1_714_989_999))
    #expect(session.ask(.get, "/boxes/four/records/r").status == 200)
    #expect(session.ask(.get, "/boxes/five/records/r").status == 404)
    #expect(session.ask(.get, "/boxes/one/records/a").status == 200)
    // Later items get a later time than all existing ones, regardless of the clock.
    let made = session.ask(.post, "/boxes/one/records", body: #"{ "data": {} }"#)
    #expect(made.json?.at("/data/last_modified") == 1_714_990_000_000)
  }
}
