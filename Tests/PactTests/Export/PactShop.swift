import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblinePact

/// A service for whose client calls are exported.
enum PactShop {
  static func contract() throws -> Contract {
    let text = #"""
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" },
          "session": { "in": "bearer", "environment": "SHOP_SESSION" } },
        "authentication": ["key", "session"],
        "personas": { "agent": { "id": 3, "credentials": { "key": "demo-key", "session": "agent-token" },
          "login": { "email": "ada@shop.example", "password": "secret-word" } } },
        "collections": { "tickets": { "key": "/id", "item": { "type": "object", "required": ["id"],
          "properties": { "id": { "type": "integer" } } } } },
        "endpoints": {
          "tickets.get": { "summary": "Reads", "request": "GET /tickets/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "success": { "200": { "body": { "type": "object" } } },
            "state": { "action": "read", "collection": "tickets", "key": "path.id" } },
          "tickets.list": { "summary": "Lists", "request": "GET /tickets", "source": "Handbook",
            "query": { "status": { "type": "string" } }, "success": { "200": { "body": { "type": "array" } } },
            "state": { "action": "list", "collection": "tickets" } },
          "tickets.add": { "summary": "Adds", "request": "POST /tickets", "source": "Handbook",
            "body": { "type": "object" }, "success": { "201": { "body": { "type": "object" } } },
            "state": { "action": "create", "collection": "tickets" } },
          "session.login": { "summary": "Logs in", "request": "POST /login", "source": "Handbook",
            "authentication": [], "safe": true, "body": { "type": "object" },
            "success": { "200": { "body": { "type": "object" } } },
            "state": { "action": "login", "set": { "/token": "credential.session" } } } } }
      """#
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    ])
    return try #require(loaded.contract, "\(loaded.problems)")
  }

  static let agent: HeaderFields = [
    "X-Key": "demo-key", "Authorization": "Bearer agent-token", "Accept": "application/json", "User-Agent": "shop/1",
  ]

  static func exchange(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = agent, _ body: String = "", status: Int = 200,
    answer: String
  ) -> Exchange {
    var headers = headers
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    return Exchange(
      request: Request(method: method, target: target, headers: headers, body: Body(body)),
      response: Response(status: status, headers: ["Content-Type": "application/json"], body: Body(answer)))
  }

  static func need(
    _ field: JSONPointer, _ kinds: Set<String>, isRequired: Bool = true, pattern: String? = nil
  ) -> ConsumedCall.Need {
    ConsumedCall.Need(field, isRequired: isRequired, kinds: kinds, pattern: pattern)
  }

  static let ticket = #"""
    {"id": 1042, "subject": "Dock", "state": "OPEN", "price": 2.5, "open": true, "extra": null,
     "owner": {"id": 3, "floor": 2}, "notes": [{"id": 1}, {"id": 2, "votes": 5}]}
    """#

  /// Returns a call that reads a ticket.
  static func reading(in contract: Contract) throws -> ConsumedCall {
    let endpoint = try #require(contract.endpoint("tickets.get"))
    return ConsumedCall(
      endpoint, "reads a ticket", exchange(.get, "/tickets/1042", answer: ticket), as: contract.personas.first,
      needs: [
        need("/id", ["integer"]), need("/subject", ["string"]), need("/state", ["string"], pattern: "^(OPEN|DONE)$"),
        need("/price", ["integer", "number"]), need("/open", ["boolean"]),
        need("/extra", ["string", "null"], isRequired: false), need("/owner", ["object"]),
        need("/owner/id", ["integer"]), need("/owner/floor", ["integer"], isRequired: false),
        need("/notes", ["array"]), need("/notes/*", ["object"], isRequired: false), need("/notes/*/id", ["integer"]),
        need("/notes/*/votes", ["integer"]),
      ])
  }

  /// Returns a call that lists tickets.
  static func listing(in contract: Contract) throws -> ConsumedCall {
    let endpoint = try #require(contract.endpoint("tickets.list"))
    return ConsumedCall(
      endpoint, "lists tickets", exchange(.get, "/tickets?status=OPEN", answer: #"[{"id": 1}, {"id": 2}]"#),
      as: contract.personas.first, needs: [need("/*", ["object"], isRequired: false), need("/*/id", ["integer"])])
  }

  /// Returns a call that adds a ticket and needs nothing from the response.
  static func adding(in contract: Contract) throws -> ConsumedCall {
    let endpoint = try #require(contract.endpoint("tickets.add"))
    return ConsumedCall(
      endpoint, "adds a ticket",
      exchange(.post, "/tickets", agent, #"{"subject": "Dock"}"#, status: 201, answer: #"{"id": 7}"#),
      as: contract.personas.first, needs: [need("/id", ["integer"], isRequired: false)])
  }

  /// Returns a call that logs in.
  static func login(in contract: Contract) throws -> ConsumedCall {
    let endpoint = try #require(contract.endpoint("session.login"))
    return ConsumedCall(
      endpoint, "logs in",
      exchange(
        .post, "/login", [:], #"{"email": "ada@shop.example", "password": "secret-word"}"#,
        answer: #"{"token": "agent-token", "seat": 4}"#),
      as: contract.personas.first, needs: [need("/token", ["string"])])
  }

  static func pact(_ calls: [ConsumedCall], of contract: Contract, version: Int = 3) -> PactExport {
    PactExport(calls, of: contract, consumer: "ShopApp", provider: "Shop", version: version)
  }
}
