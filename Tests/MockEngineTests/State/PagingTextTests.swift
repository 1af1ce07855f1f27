import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Pages whose positions are strings, and items that are rejected with the contract's general error.
@Suite struct PagingTextTests {
  private static let text = """
    { "plumbline": 1, "service": "peers", "title": "Peers", "envelope": null,
      "failures": { "wrong": { "status": "default" } }, "commonFailures": ["wrong"],
      "schemas": { "Peer": { "type": "object", "required": ["id", "name"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string", "pattern": "^[a-z]+$" } } } },
      "collections": { "peers": { "item": { "$ref": "#/schemas/Peer" }, "key": "/id",
        "seed": [{ "id": 1, "name": "a" }, { "id": 2, "name": "b" }, { "id": 3, "name": "c" }] } },
      "endpoints": {
        "peers.list": { "summary": "x", "request": "GET /peers", "source": "x",
          "query": { "page": { "type": "integer" }, "size": { "type": "integer" } },
          "success": { "200": { "body": { "type": "object", "required": ["peers"], "properties": {
            "next": { "type": "string", "x-paging": "next" }, "page": { "type": "integer", "x-paging": "page" },
            "peers": { "type": "array", "items": { "$ref": "#/schemas/Peer" } } } } } },
          "state": { "action": "list", "collection": "peers", "at": "/peers", "page": "query.page", "size": "query.size" } },
        "peers.create": { "summary": "x", "request": "POST /peers", "source": "x",
          "body": { "type": "object", "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Peer" } } },
          "state": { "action": "create", "collection": "peers" } }
      } }
    """

  private func session() throws -> MockSession {
    let file = ContractLoader.File(name: "contract.json", path: "peers/contract.json", bytes: Array(Self.text.utf8))
    let result = ContractLoader.load([file])
    #expect(result.problems.filter { $0.level == .error } == [])
    return MockSession(
      library: MockLibrary(contract: try #require(result.contract), recordings: []), clock: .fixed(Desk.noon))
  }

  @Test func `a page's number is a text where the contract has a text`() throws {
    let session = try session()
    let first = session.ask(.get, "/peers?page=1&size=2").json
    #expect(first?["next"] == "2", "\(String(describing: first))")
    #expect(first?["page"] == 1)
    #expect(session.ask(.get, "/peers?page=2&size=2").json?["next"] == nil)
  }

  @Test func `a body that no item can have is answered with the status of a wrong request`() throws {
    let answer = try session().ask(.post, "/peers", ["Content-Type": "application/json"], body: #"{ "name": "B.1" }"#)
    #expect(answer.status == 422, "\(answer)")
  }
}
