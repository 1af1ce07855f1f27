import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A batch of JSON-RPC or GraphQL calls, each of which gets its recorded response.
@Suite struct CallBatchTests {
  private static let endpoint = """
    "rpc": { "summary": "Calls", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "body": true, "success": { "200": { "body": true } } }
    """
  /// Endpoints for one method each, distinguished by the body.
  private static let methods = """
    "version": { "summary": "The version", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "when": { "body#/method": { "const": "getVersion" } }, "body": true, "success": { "200": { "body": true } } },
    "status": { "summary": "The status", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "when": { "body#/method": { "const": "tellStatus" } }, "body": true, "success": { "200": { "body": true } } }
    """

  /// An endpoint that describes single calls, like one that was inferred from single calls.
  private static let single = """
    "rpc": { "summary": "Calls", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "body": { "type": "object", "required": ["method"], "properties": { "jsonrpc": { "type": "string" }, "id": {},
        "method": { "enum": ["getVersion", "tellStatus"] }, "params": { "type": "array" }, "query": { "type": "string" } } },
      "success": { "200": { "body": { "type": "object" } } } }
    """

  private static let version = #"{ "jsonrpc": "2.0", "id": 1, "method": "getVersion" }"#
  private static let status = #"{ "jsonrpc": "2.0", "id": 2, "method": "tellStatus", "params": ["a"] }"#

  private func recording(
    _ name: String, _ sent: String, _ answer: String, at endpoint: String = "rpc", status: Int = 200, more: String = ""
  ) throws -> Recording {
    try Shop.recording(
      endpoint, name, request: #"{ "method": "POST", "path": "/rpc", "body": \#(sent) }"#, status: status,
      body: answer, more: more)
  }

  private func session(_ recordings: [Recording], endpoints: String = endpoint) throws -> MockSession {
    try Shop.session(recordings, endpoints: endpoints, envelope: "null")
  }

  private func ask(_ session: MockSession, _ calls: String...) -> Seen {
    session.send(
      .post, "/rpc", as: nil, headers: ["Content-Type": "application/json"],
      body: "[\(calls.joined(separator: ","))]")
  }

  private func calls() throws -> [Recording] {
    [
      try recording("version", Self.version, #"{ "jsonrpc": "2.0", "id": 1, "result": { "version": "1.37" } }"#),
      try recording("status", Self.status, #"{ "jsonrpc": "2.0", "id": 2, "result": "active" }"#),
      try recording(
        "gone", #"{ "jsonrpc": "2.0", "id": 3, "method": "tellStatus", "params": ["gone"] }"#,
        #"{ "jsonrpc": "2.0", "id": 3, "error": { "code": 1, "message": "no such GID" } }"#, status: 400),
    ]
  }

  @Test func `each call gets its own recording's answer, with the id that it has now`() throws {
    let answer = ask(
      try session(try calls()), #"{ "jsonrpc": "2.0", "id": "x", "method": "tellStatus", "params": ["a"] }"#,
      #"{ "jsonrpc": "2.0", "id": 90, "method": "getVersion" }"#)
    #expect(answer.status == 200)
    #expect(answer.from == "batch")
    #expect(
      answer.json
        == #"[{"jsonrpc":"2.0","id":"x","result":"active"},{"jsonrpc":"2.0","id":90,"result":{"version":"1.37"}}]"#
        .parsed, "\(answer)")
    #expect(answer["plumbline-nearest"] == nil)
  }

  @Test func `an error that was recorded is in the list, whatever its status was alone`() throws {
    let gone = #"{ "jsonrpc": "2.0", "id": 8, "method": "tellStatus", "params": ["gone"] }"#
    let answer = ask(try session(try calls()), Self.version, gone)
    #expect(answer.status == 200)
    #expect(answer.json?[1]?["error"]?["code"]?.int == 1, "\(answer)")
    #expect(answer.json?[1]?["id"]?.int == 8)
  }

  @Test func `a notification has no answer, and notifications alone have none at all`() throws {
    let note = #"{ "jsonrpc": "2.0", "method": "getVersion" }"#
    let answer = ask(try session(try calls()), note, Self.status, note)
    #expect(answer.json?.count == 1, "\(answer)")
    #expect(answer.json?[0]?["id"]?.int == 2)
    let none = ask(try session(try calls()), note, note)
    #expect(none.status == 204)
    #expect(none.text.isEmpty)
  }

  @Test func `where a call isn't recorded, no list is made up, and nothing is used up`() throws {
    let step = try (1...2).map { number in
      try recording(
        "step-\(number)", Self.version, #"{ "jsonrpc": "2.0", "id": 1, "result": \#(number) }"#,
        more: #", "sequence": { "name": "s", "step": \#(number) }"#)
    }
    let session = try session(step + [try calls()[1]])
    let answer = ask(session, Self.version, #"{ "jsonrpc": "2.0", "id": 5, "method": "shutdown" }"#)
    #expect(answer.from == "synthesised", "\(answer)")
    #expect(answer["plumbline-nearest"] != nil)
    #expect(!answer.text.contains("result"))
    #expect(!answer.text.contains("error"))
    #expect(ask(session, Self.version).json?[0]?["result"]?.int == 1)
    #expect(ask(session, Self.version).json?[0]?["result"]?.int == 2)
  }

  @Test func `a batch that was recorded answers the same batch, and a part of it nothing`() throws {
    let batch = try recording(
      "batch", "[\(Self.version), \(Self.status)]",
      #"[{ "jsonrpc": "2.0", "id": 2, "result": "b" }, { "jsonrpc": "2.0", "id": 1, "result": "a" }]"#,
      more: #", "bind": { "/response/body/0/id": "body#/1/id", "/response/body/1/id": "body#/0/id" }"#)
    let session = try session(try calls() + [batch])
    let same = ask(
      session, #"{ "jsonrpc": "2.0", "id": 70, "method": "getVersion" }"#,
      #"{ "jsonrpc": "2.0", "id": 71, "method": "tellStatus", "params": ["a"] }"#)
    #expect(same.from == "rpc/batch", "\(same)")
    #expect(same.json?[0]?["id"]?.int == 71 && same.json?[1]?["id"]?.int == 70, "\(same)")
    let other = ask(session, Self.status, Self.version)
    #expect(other.from == "batch")
    #expect(other.json?[0]?["result"]?.string == "active", "\(other)")
    let alone = try Shop.session([batch], endpoints: Self.endpoint, envelope: "null")
    #expect(ask(alone, Self.version).from == "synthesised")
  }

  @Test func `each method may be an endpoint of its own`() throws {
    let session = try session(
      [
        try recording("success", Self.version, #"{ "jsonrpc": "2.0", "id": 1, "result": "v" }"#, at: "version"),
        try recording("success", Self.status, #"{ "jsonrpc": "2.0", "id": 2, "result": "s" }"#, at: "status"),
      ], endpoints: Self.methods)
    let answer = ask(session, Self.status, Self.version)
    #expect(answer.json?[0]?["result"]?.string == "s" && answer.json?[1]?["result"]?.string == "v", "\(answer)")
    let refused = ask(session, Self.status, #"{ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }"#)
    #expect(refused.status == 404, "\(refused)")
  }

  @Test func `a contract that describes single calls takes a batch of them, and holds each to it`() throws {
    let session = try session(try calls(), endpoints: Self.single)
    let answer = ask(session, Self.status, Self.version)
    #expect(answer.status == 200, "\(answer)")
    #expect(answer.from == "batch")
    #expect(answer.json?[0]?["result"]?.string == "active" && answer.json?[1]?["id"]?.int == 1, "\(answer)")
    let refused = ask(session, Self.version, #"{ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }"#)
    #expect(refused.status == 422, "\(refused)")
    #expect(refused.text.contains("shutdown"), "the refusal is about the call, not about the list: \(refused)")
    #expect(ask(session, #"{ "method": "getVersion" }"#).status == 422, "a list of anything else is no batch")
  }

  /// Returns an endpoint that describes the calls of its methods as alternatives, and doesn't specify anywhere else
  /// that it takes objects.
  ///
  /// - Parameter type: The declaration of a type in each alternative.
  private static func alternatives(_ type: String) -> String {
    """
    "rpc": { "summary": "Calls", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "body": { "oneOf": [
        { \(type)"required": ["method"], "properties": { "method": { "const": "getVersion" } } },
        { \(type)"required": ["method", "params"],
          "properties": { "method": { "const": "tellStatus" }, "params": { "type": "array" } } } ] },
      "success": { "200": { "body": { "type": "object" } } } }
    """
  }

  @Test(arguments: [#""type": "object", "#, ""])
  func `a body that is one of several calls takes a batch of them, and holds each to its own`(_ type: String) throws {
    let session = try session(try calls(), endpoints: Self.alternatives(type))
    let answer = ask(session, Self.status, Self.version)
    #expect(answer.status == 200, "\(answer)")
    #expect(answer.from == "batch")
    #expect(answer.json?[0]?["result"]?.string == "active" && answer.json?[1]?["id"]?.int == 1, "\(answer)")
    let refused = ask(session, Self.version, #"{ "jsonrpc": "2.0", "id": 3, "method": "tellStatus" }"#)
    #expect(refused.status == 422, "a call without its params: \(refused)")
    #expect(ask(session, #"{ "method": "getVersion" }"#).status == 422, "a list of anything else is no batch")
  }

  private static let user =
    #"{ "query": "query User($id: ID!) { user(id: $id) { name } }", "variables": { "id": "1" } }"#
  private static let people = #"{ "query": "{ people { name } }", "variables": {} }"#

  private func operations() throws -> [Recording] {
    [
      try recording("user", Self.user, #"{ "data": { "user": { "name": "Ada" } } }"#),
      try recording("people", Self.people, #"{ "errors": [{ "message": "no" }], "data": null }"#),
    ]
  }

  @Test func `each operation of a GraphQL batch gets its own recording's answer, in the order of the batch`() throws {
    let answer = ask(try session(try operations()), Self.people, Self.user, Self.people)
    #expect(answer.status == 200)
    #expect(answer.from == "batch", "\(answer)")
    let error = #"{"errors":[{"message":"no"}],"data":null}"#
    #expect(answer.json == #"[\#(error),{"data":{"user":{"name":"Ada"}}},\#(error)]"#.parsed, "\(answer)")
    #expect(answer["plumbline-nearest"] == nil)
  }

  @Test func `a GraphQL batch with an operation that isn't recorded, or with other calls, gets no list`() throws {
    let session = try session(try operations() + calls())
    let unknown = ask(session, Self.user, #"{ "query": "{ places { name } }" }"#)
    #expect(unknown.from == "synthesised", "\(unknown)")
    let mixed = ask(session, Self.user, Self.version)
    #expect(mixed.from == "synthesised", "\(mixed)")
  }

  @Test func `each operation of GraphQL may be an endpoint of its own`() throws {
    let endpoints = ["User", "People"].map { name in
      """
      "\(name.lowercased())": { "summary": "\(name)", "request": "POST /rpc", "source": "Handbook", "authentication": [],
        "when": { "body#/operationName": { "const": "\(name)" } }, "body": true, "success": { "200": { "body": true } } }
      """
    }.joined(separator: ",")
    let user = #"{ "operationName": "User", "query": "query User { user { name } }" }"#
    let people = #"{ "operationName": "People", "query": "query People { people { name } }" }"#
    let session = try session(
      [
        try recording("success", user, #"{ "data": 1 }"#, at: "user"),
        try recording("success", people, #"{ "data": 2 }"#, at: "people"),
      ], endpoints: endpoints)
    let answer = ask(session, people, user)
    #expect(answer.json == #"[{"data":2},{"data":1}]"#.parsed, "\(answer)")
  }
}

extension String {
  fileprivate var parsed: JSON? { try? JSON.parse(Array(utf8)) }
}
