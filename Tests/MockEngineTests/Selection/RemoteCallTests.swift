import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// If one path takes all calls, the body decides between them.
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
      // What isn't recorded is made.
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
