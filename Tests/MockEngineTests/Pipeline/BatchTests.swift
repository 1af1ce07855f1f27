import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Several requests in a single body.
@Suite struct BatchTests {
  private static func contract(
    answer: String = #""body": {}, "headers": { "type": "object", "additionalProperties": { "type": "string" } }"#
  ) -> String {
    """
    "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "K" },
      "sign": { "in": "query", "name": "sig", "environment": "S" } },
    "authentication": [["key"], ["sign"]],
    "personas": { "ada": { "id": 1, "credentials": { "key": "a", "sign": "as" } },
      "ben": { "id": 2, "credentials": { "key": "b", "sign": "bs" } } },
    "failures": { "nobody": { "status": 401 }, "missing": { "status": 404 }, "wrong": { "status": 422 },
      "unreadable": { "status": 400 } },
    "commonFailures": ["nobody"],
    "collections": { "boxes": { "item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
      "owner": { "type": "integer" } } }, "key": "/id", "owner": "/owner" } },
    "endpoints": {
      "boxes.make": { "summary": "x", "request": "POST /boxes", "source": "x", "body": { "type": "object" },
        "success": { "201": { "body": true } }, "failures": ["wrong", "unreadable"],
        "state": { "action": "create", "collection": "boxes" } },
      "boxes.list": { "summary": "x", "request": "GET /boxes", "source": "x", "query": { "owner": { "type": "integer" } },
        "success": { "200": { "body": { "type": "array" } } }, "failures": ["wrong"],
        "state": { "action": "list", "collection": "boxes", "filter": { "query.owner": "/owner" } } },
      "notes.put": { "summary": "x", "request": "PUT /note", "source": "x", "content": { "text/plain": {} },
        "success": { "200": { "content": { "text/plain": { "schema": { "const": "kept" } } } } }, "failures": ["wrong"] },
      "batch": { "summary": "x", "request": "POST /batch", "source": "x", "failures": ["wrong", "unreadable"],
        "body": true,
        "success": { "200": { "body": { "type": "array", "items": { "type": "object", "required": ["code"], "properties": {
          "code": { "type": "integer" }, \(answer) } } } } },
        "batch": { "requests": "body#", "request": { "method": "/method", "path": "/to", "headers": "/headers", "body": "/body" },
          "answer": { "status": "/code", "headers": "/headers", "body": "/body" } } } }
    """
  }

  private static let ada: HeaderFields = ["X-Key": "a"]

  private func codes(_ seen: Seen) -> [Int?] { seen.json?.elements.map { $0["code"]?.int } ?? [] }

  @Test func `who sends the batch calls by each request that doesn't say otherwise`() throws {
    let bench = try Bench(Self.contract())
    #expect(bench.problems == [])
    let body = #"""
      [{ "method": "POST", "to": "/boxes", "body": {} },
       { "method": "POST", "to": "boxes", "body": {}, "headers": { "x-key": "b" } },
       { "method": "POST", "to": "/boxes", "body": {}, "headers": { "X-Key": "c" } },
       { "to": "/boxes?owner=2" }]
      """#
    let seen = bench.send(.post, "/batch", body, headers: Self.ada)
    #expect(codes(seen) == [201, 201, 401, 200])
    let owners = seen.json?.elements.prefix(2).map { $0["body"]?["owner"]?.int }
    #expect(owners == [1, 2])
    #expect(seen.json?[3]?["body"]?.elements.map { $0["id"]?.int } == [2])
    let signed = bench.send(.post, "/batch?sig=bs", #"[{ "method": "POST", "to": "/boxes?x=1", "body": {} }]"#)
    #expect(signed.json?[0]?["body"]?["owner"]?.int == 2)
    #expect(bench.send(.post, "/batch", body).status == 401)
  }

  @Test func `each request is routed and held to the contract as one that comes alone`() throws {
    let bench = try Bench(Self.contract())
    let body = #"""
      [{ "to": "/boxes?owner=x" }, { "to": "/nowhere" }, { "method": "DELETE", "to": "/boxes" }, { "method": "HEAD", "to": "/boxes" },
       { "method": "PUT", "to": "/note", "headers": { "Content-Type": "text/plain" }, "body": "a word" },
       { "to": "/a b?ö#c" }, { "to": "" }]
      """#
    let seen = bench.send(.post, "/batch", body, headers: Self.ada)
    #expect(codes(seen) == [422, 404, 405, 200, 200, 404, 404])
    #expect(seen.json?[2]?["headers"]?["Allow"]?.string == "GET, HEAD, OPTIONS, POST")
    #expect(seen.json?[3]?["body"] == nil)
    #expect(seen.json?[4]?["body"] == "kept")
    #expect(seen.json?.elements.allSatisfy { $0["headers"]?["Plumbline-Recording"] == nil } ?? false)
  }

  @Test func `a body that holds something else is refused before anything is done`() throws {
    let bench = try Bench(Self.contract())
    let made = #"{ "method": "POST", "to": "/boxes", "body": {} }"#
    let many = "[" + Array(repeating: made, count: 101).joined(separator: ",") + "]"
    let wrong = [
      "5", "{}", "[\(made), 7]", "[\(made), {}]", #"[\#(made), { "to": 5 }]"#,
      #"[\#(made), { "to": "/boxes", "method": "G T" }]"#, #"[\#(made), { "to": "/boxes", "headers": [] }]"#,
      #"[\#(made), { "to": "/boxes", "headers": { "a b": "c" } }]"#,
      #"[\#(made), { "to": "/boxes", "headers": { "X-K": 5 } }]"#,
      #"[\#(made), { "to": "/boxes", "headers": { "X-K": true } }]"#,
      #"[\#(made), { "to": "/batch", "method": "POST", "body": [] }]"#, many,
    ]
    for body in wrong {
      #expect(bench.send(.post, "/batch", body, headers: Self.ada).status == 422, "\(body.prefix(100))")
    }
    #expect(bench.send(.post, "/batch", "[", headers: Self.ada).status == 400)
    #expect(bench.send(.get, "/boxes", headers: Self.ada).json?.count == 0)
    let most = "[" + Array(repeating: made, count: 100).joined(separator: ",") + "]"
    #expect(codes(bench.send(.post, "/batch", most, headers: Self.ada)) == Array(repeating: 201, count: 100))
    #expect(bench.send(.post, "/batch", "[]", headers: Self.ada).json?.count == 0)
  }

  @Test func `what an answer has for texts and lists is given them`() throws {
    let schema =
      #""body": { "type": ["string", "null"] }, "headers": { "type": "array", "items": { "type": "object", "properties": { "name": { "type": "string" }, "value": { "type": "string" } } } }"#
    let bench = try Bench(Self.contract(answer: schema))
    let seen = bench.send(.post, "/batch", #"[{ "to": "/boxes" }]"#, headers: Self.ada)
    #expect(seen.json?[0]?["body"]?.string == "[]")
    #expect(seen.json?[0]?["headers"]?[0] == ["name": "Content-Type", "value": "application/json"])
  }

  @Test func `answers that are more than one may have are left out, and what comes after them isn't done`() throws {
    let bench = try Bench(Self.contract())
    let session = MockSession(
      library: MockLibrary(contract: bench.contract, recordings: []),
      options: MockOptions(items: ItemLimits(answer: 500)))
    func send(_ body: String) -> Seen {
      let fields: HeaderFields = ["X-Key": "a", "Content-Type": "application/json"]
      return Seen(
        session.answer(to: Request(method: .post, target: "/batch", headers: fields, body: Body(body))))
    }
    let made = #"{ "method": "POST", "to": "/boxes", "body": {} }"#
    let seen = send("[" + Array(repeating: made, count: 9).joined(separator: ",") + "]")
    let codes = codes(seen)
    let done = codes.prefix { $0 == 201 }.count
    #expect((2...7).contains(done))
    #expect(codes.dropFirst(done).allSatisfy { $0 == 507 })
    #expect(
      seen.json?[done]?["body"]?["message"]?.string?.contains("(--limit answer=500), so this response isn't included")
        ?? false)
    #expect(seen.json?[8]?["body"]?["message"]?.string?.hasSuffix("so this request wasn't carried out.") ?? false)
    #expect(send(#"[{ "to": "/boxes" }]"#).json?[0]?["body"]?.count == done + 1)
  }

  @Test func `of several answers a batch gets one that has room for its own`() throws {
    let bench = try Bench(
      Self.contract().replacing(
        #""200": { "body": { "type": "array", "items": { "type": "object", "required": ["code"]"#,
        with:
          #""202": {}, "203": { "body": { "type": "string" } }, "207": { "body": { "type": "array", "items": { "type": "object", "required": ["code"]"#
      ))
    #expect(bench.problems == [])
    let seen = bench.send(.post, "/batch", #"[{ "to": "/boxes" }]"#, headers: Self.ada)
    #expect(seen.status == 207)
    #expect(codes(seen) == [200])
  }

  @Test func `to explain a batch changes nothing`() throws {
    let bench = try Bench(Self.contract())
    let request = Request(
      method: .post, target: "/batch", headers: ["X-Key": "a", "Content-Type": "application/json"],
      body: Body(#"[{ "method": "POST", "to": "/boxes", "body": {} }]"#))
    #expect(bench.session.explain(request) == "batch: the response contains the response to the batch's request")
    #expect(bench.send(.get, "/boxes", headers: Self.ada).json?.count == 0)
  }
}
