import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct MatchTests {
  private static func recorded(
    _ endpoint: String, _ name: String, _ request: String, match: String, status: Int = 200
  ) throws -> Recording {
    try Shop.recording(
      endpoint, name, request: request, status: status,
      body: status < 400 ? #"{ "ok": true, "data": { "id": 7, "name": "Seven" } }"# : Shop.failure("CONFLICT"),
      more: ", \"match\": \(match)")
  }

  private func session() throws -> MockSession {
    try Shop.session([
      try Self.recorded(
        "items.put", "long", #"{ "method": "PUT", "path": "/items/7", "body": { "name": "abcdefghij" } }"#,
        match: #"{ "body#/name": { "minLength": 10 } }"#, status: 409),
      try Self.recorded(
        "items.put", "overloaded", #"{ "method": "PUT", "path": "/items/7", "body": { "name": "x" } }"#,
        match: #"{ "path.id": { "minimum": 100 }, "body#/name": true }"#, status: 503),
      try Shop.recording(
        "items.put", "success", request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "x" } }"#),
      try Self.recorded(
        "items.list", "late", #"{ "method": "GET", "path": "/items" }"#, match: #"{ "query.page": { "minimum": 3 } }"#),
      try Shop.recording("items.list", "success", request: #"{ "method": "GET", "path": "/items" }"#),
      try Self.recorded(
        "items.get", "beta", #"{ "method": "GET", "path": "/items/7" }"#,
        match: #"{ "header.Accept": { "pattern": "beta" } }"#),
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
    ])
  }

  @Test(arguments: [
    (#"{ "name": "short" }"#, 7, "items.put/success"), (#"{ "name": "ten letters and more" }"#, 7, "items.put/long"),
    (#"{ "name": "ten letters and more", "size": "S" }"#, 7, "items.put/long"),
    (#"{ "name": "ten letters and more" }"#, 8, "items.put/success"),
    (#"{ "name": "any" }"#, 100, "items.put/overloaded"), (#"{ "name": "any" }"#, 99, "items.put/success"),
  ])
  func `a body and a path are matched by schema`(body: String, id: Int, from: String) throws {
    #expect(try session().send(.put, "/items/\(id)", body: body).from == from)
  }

  @Test func `so are a query and a header`() throws {
    let session = try session()
    #expect(session.send(.get, "/items?page=3").from == "items.list/late")
    #expect(session.send(.get, "/items?page=2").from == "items.list/success")
    #expect(session.send(.get, "/items").from == "items.list/success")
    #expect(session.send(.get, "/items/7", headers: ["Accept": "application/vnd.beta+json"]).from == "items.get/beta")
    #expect(session.send(.get, "/items/7").from == "items.get/success")
  }

  @Test func `what doesn't match can still be asked for, and why is said`() throws {
    let session = try session()
    #expect(session.send(.get, "/items", headers: ["Prefer": "example=late"]).from == "items.list/late")
    let request = Request(
      method: .get, target: "/items?page=4", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    #expect(session.explain(request).hasPrefix("items.list/late: "))
  }

  @Test func `where no recording fits, the nearest are named, each with what missed`() throws {
    func late(_ name: String, _ match: String) throws -> Recording {
      try Self.recorded("items.list", name, #"{ "method": "GET", "path": "/items" }"#, match: match)
    }
    let session = try Shop.session([
      try late("late", #"{ "query.page": { "minimum": 3 } }"#), try late("named", #"{ "query.q": true }"#),
      try late("other", #"{ "query.page": { "minimum": 5 } }"#),
      try Shop.recording(
        "items.list", "down", request: #"{ "method": "GET", "path": "/items" }"#, status: 500,
        body: Shop.failure("SERVER_ERROR")),
    ])
    let seen = session.send(.get, "/items?page=2")
    #expect(seen.from == "synthesised")
    #expect(
      seen["Plumbline-Nearest"]
        == "items.list/late: query.page: expected a number that is at least 3, found 2; items.list/other: query.page: "
        + "expected a number that is at least 5, found 2; items.list/named: query.q is absent")
    #expect(session.send(.get, "/items?page=9")["Plumbline-Nearest"] == nil)
    #expect(try Shop.session().send(.get, "/items?page=2")["Plumbline-Nearest"] == nil, "nothing is recorded")
    let hostile = session.send(.get, "/items?page=2%0D%0ASet-Cookie:%20a")
    #expect(hostile["Plumbline-Nearest"]?.contains("\r") != true)
    #expect(hostile["Set-Cookie"] == nil)
  }

  @Test func `of a failure that no request brings about the note says how to have it`() throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.list", "down", request: #"{ "method": "GET", "path": "/items" }"#, status: 500,
        body: Shop.failure("SERVER_ERROR"))
    ])
    let seen = session.send(.get, "/items")
    #expect(seen.from == "synthesised")
    #expect(
      seen["Plumbline-Nearest"]
        == "items.list/down: a 500 isn't caused by a request: use Prefer: code=500 to get it")
    #expect(session.send(.get, "/items", headers: ["Prefer": "code=500"]).from == "items.list/down")
  }
}
