import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct StateConditionalTests {
  private static let tag = "\"1714989123456\""

  @Test(arguments: [
    (HTTPMethod.get, "If-None-Match", "\"1714989123456\"", 304), (.get, "If-None-Match", "W/\"1714989123456\"", 304),
    (.get, "If-None-Match", "\"x\", \"1714989123456\"", 304), (.get, "If-None-Match", "*", 304),
    (.get, "If-None-Match", "\"x\"", 200), (.get, "If-None-Match", "1714989123456", 200),
    (.get, "If-Match", "\"x\"", 412), (.get, "If-Match", "\"1714989123456\"", 200),
    (.put, "If-Match", "\"1714989123456\"", 200), (.put, "If-Match", "W/\"1714989123456\"", 412),
    (.put, "If-Match", "*", 200), (.put, "If-Match", "\"x\"", 412), (.put, "If-None-Match", "*", 412),
    (.put, "If-None-Match", "\"x\"", 200), (.delete, "If-Match", "\"x\"", 412),
    (.delete, "If-Match", "\"1714989123456\"", 200), (.patch, "If-Match", "\"x\"", 412),
  ])
  func `a precondition is held to what is there`(method: HTTPMethod, field: String, value: String, status: Int) throws {
    let body = method == .put || method == .patch ? #"{ "data": {} }"# : ""
    let session = try Vault.session()
    let seen = session.ask(method, "/boxes/one/records/a", [field: value], body: body)
    #expect(seen.status == status, "\(seen)")
    if status == 304 {
      #expect(seen["ETag"] == Self.tag)
      #expect(seen.text.isEmpty)
    }
    if status == 412 { #expect(session.ask(.get, "/boxes/one/records/a").json?.at("/data/title") == "Tea") }
  }

  @Test func `a change has another tag, within the same second too`() throws {
    let session = try Vault.session()
    let before = session.ask(.get, "/boxes/one/records/a")["ETag"]
    let first = session.ask(.patch, "/boxes/one/records/a", body: #"{ "data": { "x": 1 } }"#)["ETag"]
    let second = session.ask(.patch, "/boxes/one/records/a", body: #"{ "data": { "x": 2 } }"#)["ETag"]
    #expect(before == Self.tag)
    #expect(first == "\"\(Vault.noon(0))\"")
    #expect(second == "\"\(Vault.noon(1))\"")
    let late = session.ask(.put, "/boxes/one/records/a", ["If-Match": first ?? ""], body: #"{ "data": {} }"#)
    #expect(late.status == 412)
  }

  @Test func `what isn't there can be made once only`() throws {
    let session = try Vault.session()
    let path = "/boxes/one/records/new"
    #expect(session.ask(.put, path, ["If-Match": "*"], body: #"{ "data": {} }"#).status == 412)
    #expect(session.ask(.put, path, ["If-None-Match": "*"], body: #"{ "data": {} }"#).status == 201)
    #expect(session.ask(.put, path, ["If-None-Match": "*"], body: #"{ "data": {} }"#).status == 412)
    let posted = session.ask(.post, "/boxes/one/records", ["If-None-Match": "*"], body: #"{ "data": { "id": "a" } }"#)
    #expect(posted.status == 412)
  }

  @Test func `a list has the tag of its latest change, deletions among them`() throws {
    let session = try Vault.session()
    let list = "/boxes/one/records"
    let tag = try #require(session.ask(.get, list)["ETag"])
    #expect(tag == "\"1714989123457\"")
    #expect(session.ask(.get, list, ["If-None-Match": tag]).status == 304)
    session.ask(.delete, "/boxes/one/records/b").expect(200)
    let changed = session.ask(.get, list, ["If-None-Match": tag])
    #expect(changed.status == 200)
    #expect(changed["ETag"] == "\"\(Vault.noon(0))\"")
    let stale = session.ask(.post, list, ["If-Match": tag], body: #"{ "data": {} }"#)
    #expect(stale.status == 412)
    #expect(session.ask(.get, list).json?["data"]?.count == 1)
  }

  @Test func `lists of tags are read as they are written`() {
    #expect(EntityTagList(["\"a,b\" , W/\"c\"", "\"\""]).tags.map(\.field) == ["\"a,b\"", "W/\"c\"", "\"\""])
    #expect(EntityTagList([" * "]).isAny)
    #expect(!EntityTagList(["\"*\""]).isAny)
    #expect(EntityTagList(["a, \"b", "W/"]).tags.map(\.opaque) == ["b,W/"])
  }

  @Test func `a failure that is recorded of this very request answers, with state and after changes`() throws {
    let refused = try Shop.recording(
      "records.create", "unsupported",
      request:
        #"{ "method": "POST", "path": "/boxes/one/records", "headers": { "content-type": "text/plain" }, "body": "x", "encoding": "text" }"#,
      status: 415, body: #"{ "error": "TEXT" }"#)
    let taken = try Shop.recording(
      "records.create", "invalid",
      request: #"{ "method": "POST", "path": "/boxes/one/records", "body": { "data": { "title": "" } } }"#,
      status: 400, body: #"{ "error": "EMPTY" }"#)
    let session = try Vault.session([refused, taken])
    for _ in 1...2 {
      let text = session.ask(.post, "/boxes/one/records", ["Content-Type": "text/plain"], body: "x")
      #expect((text.status, text.from) == (415, "records.create/unsupported"))
      let empty = session.ask(.post, "/boxes/one/records", body: #"{ "data": { "title": "" } }"#)
      #expect((empty.status, empty.from) == (400, "records.create/invalid"))
      #expect(session.ask(.post, "/boxes/one/records", body: #"{ "data": { "title": "x" } }"#).status == 201)
    }
  }
}
