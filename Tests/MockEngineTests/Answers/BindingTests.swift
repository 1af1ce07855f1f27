import HTTPMessages
import JSONTree
import MockEngine
import Recordings
import Testing

@Suite struct BindingTests {
  private func session(_ bind: String) throws -> MockSession {
    try Shop.session([
      try Shop.recording(
        "items.put", "success",
        request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "Seven", "size": "S" } }"#,
        body: """
          { "ok": true, "data": { "id": 7, "name": "Seven", "label": "7", "flag": true, "size": null, "by": "owner" },
            "message": "Kept." }
          """,
        more: ", \"bind\": { \(bind) }")
    ])
  }

  private func put(_ bind: String, _ target: String = "/items/9", body: String = #"{"name":"Nine"}"#) throws -> Seen {
    try session(bind).send(.put, target, body: body)
  }

  @Test(arguments: [
    ("id", "path.id", "9"), ("label", "path.id", #""9""#), ("name", "body#/name", #""Nine""#),
    ("id", "query.n", "12"), ("id", "header.x-n", "7"), ("flag", "query.off", "false"), ("flag", "query.n", "true"),
    ("size", "query.n", #""12""#), ("id", "query.absent", "7"), ("name", "body#/size", #""Seven""#),
    ("by", "persona.name", #""owner""#), ("name", "persona.type", #""OWNER""#),
    ("name", "body#", #""Seven""#),
  ])
  func `a value of the request takes the recorded one's type`(member: String, address: String, value: String) throws {
    let session = try session(#""/response/body/data/\#(member)": "\#(address)""#)
    let seen = session.send(
      .put, "/items/9?n=12&off=false", headers: ["X-N": "many"], body: #"{"name":"Nine"}"#)
    #expect(seen.json?["data"]?[member]?.text == value)
    #expect(seen.json?["message"]?.string == "Kept.")
    #expect(seen.from == "items.put/success")
  }

  @Test func `several bindings are all kept`() throws {
    let seen = try put(#""/response/body/data/id": "path.id", "/response/body/data/name": "body#/name""#)
    #expect(seen.json?["data"]?["id"]?.int == 9)
    #expect(seen.json?["data"]?["name"]?.string == "Nine")
    #expect(!seen.isRendered)
  }

  @Test func `bindings that change nothing leave the rendered bytes`() throws {
    let bind = #""/response/body/data/id": "path.id", "/response/body/data/name": "body#/name""#
    #expect(try put(bind, "/items/7", body: #"{"name":"Seven"}"#).isRendered)
  }

  @Test func `a header is bound, but never split`() throws {
    let file = RecordingLoader.File(
      endpoint: "items.put", name: "success", path: "x.json",
      bytes: Array(
        #"""
        { "provenance": { "kind": "authored", "on": "2026-11-20" },
          "request": { "method": "PUT", "path": "/items/7", "body": { "name": "x" } },
          "response": { "status": 200, "headers": { "x-name": "x" }, "body": { "ok": true } },
          "bind": { "/response/headers/x-name": "body#/name" } }
        """#.utf8))
    let session = try Shop.session(RecordingLoader.load([file]).recordings)
    #expect(session.send(.put, "/items/7", body: #"{"name":"new"}"#)["x-name"] == "new")
    #expect(session.send(.put, "/items/7", body: #"{"name":"a\r\nSet-Cookie: b"}"#)["x-name"] == "x")
  }
}
