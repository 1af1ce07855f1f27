import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
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
    #expect(seen["content-length"] == nil, "the writer frames the message")
  }

  @Test func `values next to one another, of other lengths and types, land in their places`() throws {
    let put = try Shop.recording(
      "items.put", "success",
      request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "Seven" } }"#,
      body: #"{ "ok": true, "data": { "id": 7, "name": "Seven", "label": "7", "twice": "Seven", "none": null } }"#,
      more: #"""
        , "bind": { "/response/body/data/twice": "body#/name", "/response/body/data/id": "path.id",
          "/response/body/data/name": "body#/name", "/response/body/data/label": "path.id",
          "/response/body/data/none": "query.none" }
        """#)
    let session = try Shop.session([put])
    for (id, name) in [("7", "Seven"), ("123456789", "é\u{1}\"\\"), ("1", "plumbline gap 0 of 97"), ("2", "n")] {
      let body = JSON.object([("name", JSON(name))]).text
      let seen = session.send(.put, "/items/\(id)", body: body)
      #expect(seen.json?["data"]?["id"]?.text == id)
      #expect(seen.json?["data"]?["name"]?.string == name)
      #expect(seen.json?["data"]?["twice"]?.string == name)
      #expect(seen.json?["data"]?["label"]?.string == id)
      #expect(seen.json?["data"]?["none"]?.isNull == true)
      #expect(seen.json?["data"]?.count == 5)
    }
  }

  @Test func `bindings that lie in one another still hold`() throws {
    let put = try Shop.recording(
      "items.put", "success",
      request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "Seven" } }"#,
      body: #"{ "ok": true, "data": { "id": 7, "name": "Seven" } }"#,
      more: #", "bind": { "/response/body/data": "body#", "/response/body/data/name": "body#/name" }"#)
    let seen = try Shop.session([put]).send(.put, "/items/7", body: #"{"name":"Eight","size":"L"}"#)
    #expect(seen.json?["data"]?["name"]?.string == "Eight")
    #expect(seen.json?["data"]?["size"]?.string == "L")
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
