import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Idempotency keys. A request with the key of an earlier request gets the same response again.
@Suite struct IdempotencyTests {
  private static let contract = """
    "failures": { "invalid": { "status": 400 }, "taken": { "status": 409 },
      "keyReused": { "status": 422, "description": "The Idempotency-Key came with another body" } },
    "schemas": { "Order": { "type": "object", "required": ["id", "name"], "properties": {
      "id": { "type": "integer" }, "name": { "type": "string" } } } },
    "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
      "seed": [{ "id": 1, "name": "One" }] } },
    "endpoints": {
      "orders.list": { "summary": "x", "request": "GET /orders", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Order" } } } },
        "state": { "action": "list", "collection": "orders" } },
      "orders.add": { "summary": "x", "request": "POST /orders", "source": "x",
        "headers": { "Idempotency-Key": { "type": "string" } }, "idempotency": "header.Idempotency-Key",
        "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" },
          "note": { "type": "string" } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Order" } } }, "failures": ["invalid", "taken", "keyReused"],
        "state": { "action": "create", "collection": "orders",
          "guards": [{ "none": "orders", "where": { "body#/name": "/name" }, "failure": "taken" }] } },
      "notes.add": { "summary": "x", "request": "POST /notes", "source": "x",
        "headers": { "X-Request-Token": { "type": "string" } }, "idempotency": "header.X-Request-Token",
        "body": { "type": "object" }, "success": { "200": { "body": { "type": "object" } } } } }
    """

  private static let key: HeaderFields = ["Idempotency-Key": "k-1"]

  private func count(_ bench: Bench) -> Int? { bench.send(.get, "/orders").json?.count }

  @Test func `the same key with the same body gets the first response, and makes no second item`() throws {
    let bench = try Bench(Self.contract)
    let first = bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: Self.key)
    #expect(first.status == 201)
    let again = bench.send(.post, "/orders", #"{"name":"Tea"}"#, headers: Self.key)
    #expect(again.status == 201, "\(again)")
    #expect(again.json == first.json)
    #expect(count(bench) == 2)
    // Without the key, the contract's guard rejects the second request.
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#).status == 409)
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: ["Idempotency-Key": "k-2"]).status == 409)
  }

  @Test func `the same key with another body is refused as documented`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: Self.key).status == 201)
    #expect(bench.send(.post, "/orders", #"{ "name": "Jam" }"#, headers: Self.key).status == 422)
    #expect(count(bench) == 2)
  }

  @Test func `a request that failed leaves its key free`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.send(.post, "/orders", #"{ "name": "One" }"#, headers: Self.key).status == 409)
    #expect(bench.send(.post, "/orders", #"{ "name": "Two" }"#, headers: Self.key).status == 201)
    #expect(count(bench) == 2)
  }

  @Test func `a mock that is reset knows no key`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: Self.key).status == 201)
    bench.session.reset()
    #expect(bench.send(.post, "/orders", #"{ "name": "Jam" }"#, headers: Self.key).status == 201)
    #expect(count(bench) == 2)
  }

  @Test func `where no failure is documented the refusal is the mock's own 422, and lint says so`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.problems.map(\.level) == [.warning])
    #expect(
      bench.problems.first?.message.hasPrefix("A reused X-Request-Token with a different body is rejected") == true,
      "\(bench.problems)")
    #expect(bench.problems.first?.message.contains("to the \"errors\"") == true, "\(bench.problems)")
    func note(_ body: String) -> Int {
      let headers: HeaderFields = ["X-Request-Token": "t", "Content-Type": "application/json"]
      return Seen(
        bench.session.answer(to: Request(method: .post, target: "/notes", headers: headers, body: Body(body)))
      ).status
    }
    #expect(note(#"{ "a": 1 }"#) == 200)
    #expect(note(#"{ "a": 1 }"#) == 200)
    #expect(note(#"{ "a": 2 }"#) == 422)
  }

  @Test func `a field of the contract is the key of each POST that documents it and doesn't say otherwise`() throws {
    let own = #", "idempotency": "header.Idempotency-Key""#
    let shared = Self.contract.replacing(own, with: "").replacing(
      #""endpoints": {"#, with: #""idempotency": "header.Idempotency-Key", "endpoints": {"#)
    let bench = try Bench(shared)
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: Self.key).status == 201)
    #expect(bench.send(.post, "/orders", #"{ "name": "Tea" }"#, headers: Self.key).status == 201)
    #expect(bench.send(.post, "/orders", #"{ "name": "Jam" }"#, headers: Self.key).status == 422)
    #expect(count(bench) == 2)
    let names = bench.contract.endpoints.map { $0.idempotencyKey?.name ?? "" }
    #expect(names == ["", "Idempotency-Key", "X-Request-Token"])
    let line = #""POST /orders", "source": "x","#
    let free = try Bench(shared.replacing(line, with: line + #" "idempotency": false,"#))
    #expect(free.contract.endpoints.map { $0.idempotencyKey?.name ?? "" } == ["", "", "X-Request-Token"])
    let said = free.problems.map(\.message)
    #expect(said.contains { $0.hasPrefix("No POST has the header Idempotency-Key") }, "\(said)")
  }

  @Test(arguments: [
    (
      #""request": "POST /notes", "source": "x","#, #""request": "POST /notes", "source": "x", "safe": true,"#,
      "A request that changes nothing can be repeated anyway"
    ),
    (
      #""idempotency": "header.X-Request-Token""#, #""idempotency": "header.X-Token""#,
      "This endpoint documents no header X-Token; add"
    ),
    (#""idempotency": "header.X-Request-Token""#, #""idempotency": "body#/token""#, "isn't valid here"),
  ])
  func `lint says which field can't be the key`(old: String, new: String, says: String) {
    let members = #""plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null"#
    let text = "{ \(members), \(Self.contract.replacing(old, with: new)) }"
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let problems = ContractLoader.load([file]).problems
    #expect(problems.contains { $0.message.contains(says) }, "\(problems)")
  }
}
