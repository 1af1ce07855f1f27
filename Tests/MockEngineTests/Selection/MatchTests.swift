import HTTPMessages
import MockEngine
import Recordings
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
}
