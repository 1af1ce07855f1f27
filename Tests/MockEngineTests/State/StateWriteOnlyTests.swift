import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Members that only the client or only the server sets.
@Suite struct StateWriteOnlyTests {
  private static let account = """
    "Account": { "type": "object", "required": ["id", "email", "code"], "properties": {
      "id": { "type": "integer", "readOnly": true }, "email": { "type": "string" },
      "code": { "type": "string", "writeOnly": true } } }
    """

  private static func endpoint(_ id: String, _ line: String, _ rest: String) -> String {
    #""\#(id)": { "summary": "x", "request": "\#(line)", "source": "x", \#(rest) }"#
  }

  private static func bench(isKept: Bool) throws -> Bench {
    let one = ##"{ "$ref": "#/schemas/Account" }"##
    func state(_ action: String, _ key: String = "") -> String {
      isKept ? #", "state": { "action": "\#(action)", "collection": "accounts"\#(key) }"# : ""
    }
    let key = #", "key": "path.id""#
    let endpoints = [
      endpoint(
        "add", "POST /accounts",
        #""body": \#(one), "failures": ["invalid"], "success": { "201": { "body": \#(one) } }\#(state("create"))"#),
      endpoint(
        "get", "GET /accounts/{id}",
        #""path": { "id": { "type": "integer" } }, "failures": ["invalid", "missing"], "#
          + #""success": { "200": { "body": \#(one) } }\#(state("read", key))"#),
      endpoint(
        "list", "GET /accounts",
        #""success": { "200": { "body": { "type": "array", "items": \#(one) } } }\#(state("list"))"#),
    ]
    let collections =
      isKept
      ? #""collections": { "accounts": { "item": \#(one), "key": "/id", "seed": [] } }, "# : ""
    return try Bench(
      """
      "schemas": { \(account) }, \(collections)
      "failures": { "invalid": { "status": 422 }, "missing": { "status": 404 } },
      "endpoints": { \(endpoints.joined(separator: ", ")) }
      """)
  }

  @Test(arguments: [true, false])
  func `a request needs no member that the server gives, and no answer has what only the client does`(
    isKept: Bool
  ) throws {
    let bench = try Self.bench(isKept: isKept)
    let made = bench.send(.post, "/accounts", #"{ "email": "ada@example.com", "code": "tulip" }"#)
    #expect(made.status == 201, "\(made)")
    #expect(made.json?["id"]?.int != nil && made.json?["email"] != nil && made.json?["code"] == nil, "\(made)")
    let id = made.json?["id"]?.int ?? 0
    let read = bench.send(.get, "/accounts/\(id)")
    #expect(read.status == 200 && read.json?.members.map(\.key).sorted() == ["email", "id"], "\(read)")
    let list = bench.send(.get, "/accounts")
    #expect(list.json?[0]?.members.map(\.key).sorted() == ["email", "id"], "\(list)")
    #expect(bench.send(.post, "/accounts", #"{ "email": "ada@example.com" }"#).status == 422)
  }
}
