import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// Endpoints on a single path that takes all calls, which the body distinguishes.
@Suite struct RemoteCallTests {
  private static let endpoints = """
    "rpc": { "summary": "Calls", "request": "POST /rpc", "source": "Handbook", "authentication": [],
      "body": true, "success": { "200": { "body": true } } }
    """

  private static let json: HeaderFields = ["Content-Type": "application/json"]

  private func recording(_ name: String, _ sent: String) throws -> Recording {
    try Shop.recording(
      "rpc", name, request: #"{ "method": "POST", "path": "/rpc", "body": \#(sent) }"#, body: #"{ "is": "\#(name)" }"#)
  }

  private func answers(_ recordings: [(String, String)], to requests: [String]) throws -> [String?] {
    let session = try Shop.session(
      try recordings.map { try recording($0.0, $0.1) }, endpoints: Self.endpoints, envelope: "null")
    return requests.map { request in
      let from = session.send(.post, "/rpc", as: nil, headers: Self.json, body: request).from
      // Responses that weren't recorded are generated.
      return from?.hasPrefix("rpc/") == true ? from : nil
    }
  }

  @Test func `JSON-RPC is matched by method and params, whatever the id`() throws {
    let recorded = [
      ("status-a", #"{ "jsonrpc": "2.0", "id": 1, "method": "tellStatus", "params": ["a", { "deep": 1 }] }"#),
      ("status-b", #"{ "jsonrpc": "2.0", "id": 2, "method": "tellStatus", "params": ["b", { "deep": 2 }] }"#),
      ("version", #"{ "jsonrpc": "2.0", "id": 3, "method": "getVersion" }"#),
    ]
    #expect(
      try answers(
        recorded,
        to: [
          #"{ "jsonrpc": "2.0", "id": "q", "method": "tellStatus", "params": ["b", { "deep": 2 }] }"#,
          #"{ "jsonrpc": "2.0", "id": 3, "method": "tellStatus", "params": ["a", { "deep": 2 }] }"#,
          #"{ "jsonrpc": "2.0", "id": 1, "method": "getVersion", "extra": true }"#,
        ]) == ["rpc/status-b", "rpc/status-a", "rpc/version"])
  }

  @Test func `a call's id comes back as it was sent, whatever its type was when it was recorded`() throws {
    let recording = try Shop.recording(
      "rpc", "version",
      request: #"{ "method": "POST", "path": "/rpc", "body": { "jsonrpc": "2.0", "id": 1, "method": "getVersion" } }"#,
      body: #"{ "jsonrpc": "2.0", "id": 1, "result": 7 }"#, more: #", "bind": { "/response/body/id": "body#/id" }"#)
    let session = try Shop.session([recording], endpoints: Self.endpoints, envelope: "null")
    for id in [#""q""#, #""7""#, "2"] {
      let call = #"{ "jsonrpc": "2.0", "id": \#(id), "method": "getVersion" }"#
      let answer = session.send(.post, "/rpc", as: nil, headers: Self.json, body: call)
      #expect(answer.text == #"{"jsonrpc":"2.0","id":\#(id),"result":7}"#, "\(answer)")
    }
  }

  @Test func `a call is never answered with another method's result, nor with a batch's`() throws {
    let one = #"{ "jsonrpc": "2.0", "id": 1, "method": "getVersion" }"#
    let other = #"{ "jsonrpc": "2.0", "id": 1, "method": "shutdown" }"#
    #expect(try answers([("version", one)], to: [other, "[\(one)]", one]) == [nil, nil, "rpc/version"])
    #expect(
      try answers([("batch", "[\(one), \(other)]")], to: [one, "[\(one)]", "[\(one), \(other)]"])
        == [nil, nil, "rpc/batch"])
  }

  @Test func `GraphQL is matched by its operation and its variables`() throws {
    let recorded = [
      ("user-1", #"{ "query": "query User($id: ID!) { user(id: $id) { name } }", "variables": { "id": "1" } }"#),
      ("user-2", #"{ "query": "query User($id: ID!) { user(id: $id) { name } }", "variables": { "id": "2" } }"#),
      ("people", #"{ "query": "{ people { name } }" }"#),
    ]
    #expect(
      try answers(
        recorded,
        to: [
          #"{ "query": "query User($id: ID!) {\n  user(id: $id) {\n    name\n  }\n}", "variables": { "id": "2" } }"#,
          #"{ "query": "{\n  people { name }\n}", "variables": {} }"#, #"{ "query": "{ places { name } }" }"#,
        ]) == ["rpc/user-2", "rpc/people", nil])
  }

  private func nearest(_ recordings: [(String, String)], to request: String) throws -> String? {
    let session = try Shop.session(
      try recordings.map { try recording($0.0, $0.1) }, endpoints: Self.endpoints, envelope: "null")
    return session.send(.post, "/rpc", as: nil, headers: Self.json, body: request)["Plumbline-Nearest"]
  }

  @Test(arguments: [
    (
      #"{ "jsonrpc": "2.0", "id": 9, "method": "tellStatus", "params": ["b", { "deep": 2 }] }"#,
      #"rpc/status: body#/params/0 is "b", not "a", and one more value differs"#
    ),
    (
      #"{ "jsonrpc": "2.0", "id": 9, "method": "tellStatus", "params": ["a", { "deep": [1, 2] }] }"#,
      "rpc/status: body#/params/1/deep is array of 2 items, not 1"
    ),
    (
      #"{ "jsonrpc": "2.0", "id": 9, "method": "shutdown" }"#,
      "rpc/status: the request calls shutdown, not tellStatus"
    ), (#"{ "hello": 1 }"#, "rpc/status: the body isn't a call, but the recorded one calls tellStatus"),
  ])
  func `the note on JSON-RPC names the method, or the parameter that differs`(request: String, note: String) throws {
    let status = #"{ "jsonrpc": "2.0", "id": 1, "method": "tellStatus", "params": ["a", { "deep": 1 }] }"#
    #expect(try nearest([("status", status)], to: request) == note)
  }

  @Test(arguments: [
    (#""variables": { "id": 2, "password": "a" }"#, "rpc/user: body#/variables/id is 2, not 1"),
    (#""variables": { "password": "a" }"#, "rpc/user: body#/variables/id is absent, not 1"),
    (#""variables": { "id": 1, "password": "b" }"#, "rpc/user: body#/variables/password differs"),
    (#""extensions": {}"#, "rpc/user: body#/variables is absent, not object"),
  ])
  func `the note on GraphQL names the variable that differs, and shows no secret`(rest: String, note: String) throws {
    let query = #""query": "query User($id: ID!) { user(id: $id) { name } }""#
    let recorded = #"{ \#(query), "variables": { "id": 1, "password": "a" } }"#
    #expect(try nearest([("user", recorded)], to: #"{ \#(query), \#(rest) }"#) == note)
    #expect(
      try nearest([("user", recorded)], to: #"{ "query": "{ users { name } }" }"#)
        == "rpc/user: the request calls {users{name}}, not query User($id:ID!){user(id:$id){name}}")
  }

  @Test func `other bodies are as before, though they are called query`() throws {
    let recorded = [("a", #"{ "query": "red shoes", "page": 1 }"#), ("b", #"{ "query": "blue hats", "page": 1 }"#)]
    #expect(
      try answers(recorded, to: [#"{ "query": "blue hats", "page": 2 }"#, #"{ "query": "none", "page": 1 }"#])
        == ["rpc/b", "rpc/a"])
  }

  @Test func `calls and other bodies don't answer one another, nor does a sequence answer another call`() throws {
    let add = #"{ "jsonrpc": "2.0", "id": 1, "method": "add" }"#
    let other = #"{ "jsonrpc": "2.0", "id": 1, "method": "mul" }"#
    #expect(
      try answers([("plain", #"{ "hello": 1 }"#), ("add", add)], to: [other, #"{ "hello": 2 }"#, "[]", add])
        == [nil, "rpc/plain", "rpc/plain", "rpc/add"])
    let steps = try (1...2).map { number in
      try Shop.recording(
        "rpc", "step-\(number)", request: #"{ "method": "POST", "path": "/rpc", "body": \#(add) }"#,
        body: #"{ "n": \#(number) }"#, more: #", "sequence": { "name": "s", "step": \#(number) }"#)
    }
    let session = try Shop.session(steps, endpoints: Self.endpoints, envelope: "null")
    let froms = [other, "[\(add)]", add, add].map { body in
      session.send(.post, "/rpc", as: nil, headers: Self.json, body: body).from
    }
    #expect(froms.suffix(2) == ["rpc/step-1", "rpc/step-2"])
    #expect(froms.prefix(2).allSatisfy { $0?.hasPrefix("rpc/") != true }, "\(froms)")
  }
}
