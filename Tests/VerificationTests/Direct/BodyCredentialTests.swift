import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Credentials in bodies, which are members of JSON or fields of a form.
struct BodyCredentialTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Chats", "envelope": null,
      "credentials": { "token": { "in": "body", "at": "/auth/opener", "environment": "STORE_TOKEN" },
        "secret": { "in": "body", "at": "/opener", "environment": "STORE_SECRET" } },
      "authentication": ["token"],
      "personas": {
        "ann": { "id": 1, "credentials": { "token": "ann-opener", "secret": "ann-form" } },
        "bob": { "id": 2, "credentials": { "token": "bob-opener", "secret": "bob-form" } } },
      "failures": { "unauthorized": { "status": 401 }, "notFound": { "status": 404 }, "invalid": { "status": 422 } },
      "commonFailures": ["unauthorized", "invalid"],
      "schemas": {
        "Auth": { "type": "object", "required": ["opener"], "properties": { "opener": { "type": "string" } } },
        "Chat": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "integer" }, "text": { "type": "string" } } } },
      "endpoints": {
        "chats.list": { "summary": "List", "request": "POST /chats/list", "source": "Handbook", "safe": true,
          "body": { "type": "object", "properties": { "auth": { "$ref": "#/schemas/Auth" } } },
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Chat" } } } },
          "state": { "action": "list", "collection": "chats" } },
        "chats.add": { "summary": "Add", "request": "POST /chats", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": {
            "auth": { "$ref": "#/schemas/Auth" }, "text": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Chat" } } },
          "state": { "action": "create", "collection": "chats" } },
        "chats.remove": { "summary": "Remove", "request": "POST /chats/{id}/remove", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "properties": { "auth": { "$ref": "#/schemas/Auth" } } },
          "success": { "204": {} }, "state": { "action": "delete", "collection": "chats", "key": "path.id" } },
        "gate.pass": { "summary": "Pass", "request": "POST /gate", "source": "Handbook", "safe": true,
          "authentication": ["secret"],
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["lane"],
            "properties": { "lane": { "type": "integer" }, "opener": { "type": "string" } } } } },
          "success": { "200": { "body": { "type": "object" } } } } },
      "collections": { "chats": { "item": { "$ref": "#/schemas/Chat" }, "key": "/id", "seed": [{ "id": 3, "text": "Hi" }] } } }
    """
  private static let contract = Store.load(text)
  private static let environment = ["STORE_TOKEN": "ann-opener", "STORE_SECRET": "ann-form"]

  private static func post(_ path: String, _ body: String, _ type: String = "application/json") -> Request {
    Request(method: .post, target: path, headers: ["Content-Type": type], body: Body(body))
  }

  @Test(arguments: [
    (#"{ "auth": { "opener": "ann-opener" } }"#, 200), (#"{ "auth": { "opener": "nobody" } }"#, 401),
    (#"{ "auth": {} }"#, 401), ("{}", 401), (#"{ "auth": { "opener": 4 } }"#, 401),
  ])
  func `a mock admits a caller that sends it in JSON`(body: String, status: Int) {
    // The target and the header fields are the same as before. An accepted request doesn't imply that the next one is
    // accepted.
    let store = StoreServer(Self.contract)
    _ = store.said(to: Self.post("/chats/list", #"{ "auth": { "opener": "bob-opener" } }"#))
    #expect(store.said(to: Self.post("/chats/list", body)).response.status == status)
  }

  @Test(arguments: [("lane=2&opener=ann-form", 200), ("lane=2&opener=x", 401), ("lane=2", 401)])
  func `a mock admits a caller that sends it in a form`(body: String, status: Int) {
    let request = Self.post("/gate", body, "application/x-www-form-urlencoded")
    #expect(StoreServer(Self.contract).said(to: request).response.status == status)
  }

  @Test func `a run shows what the environment gives, undoes with it, and says it nowhere`() async throws {
    let store = StoreServer(Self.contract)
    let outcomes = try await store.verify(VerifierOptions(allowsWrites: true, environment: Self.environment))
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    let passed = Set(outcomes.filter { $0.line.isProof && $0.line.outcome == .passed }.map(\.line.endpoint))
    #expect(passed == ["chats.list", "chats.add", "chats.remove", "gate.pass"], "\(outcomes.complaints)")
    let left = store.said(to: Self.post("/chats/list", #"{ "auth": { "opener": "ann-opener" } }"#)).json
    #expect(left?.elements.compactMap { $0["id"]?.int } == [3])
    #expect(store.writes.contains { $0.hasSuffix("/remove") })
  }

  @Test func `without a value the calls are skipped, and the variable is named`() async throws {
    let outcomes = try await StoreServer(Self.contract).verify(
      VerifierOptions(only: [Wildcard("chats.list: *contract")], environment: ["STORE_SECRET": "ann-form"]))
    #expect(
      outcomes.complaints == [
        "skipped chats.list: it needs the credential token for ann; set STORE_TOKEN_ANN or STORE_TOKEN"
      ])
  }

  @Test func `a server that lets everybody in is found`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, _ in
      guard request.path == "/chats/list" else { return nil }
      return plain.said(to: Self.post("/chats/list", #"{ "auth": { "opener": "ann-opener" } }"#))
    }
    let outcomes = try await store.verify(
      VerifierOptions(only: [Wildcard("chats.list")], environment: Self.environment))
    #expect(outcomes.flatMap(\.drift).contains { $0.rule.id == "access.credential-ignored" }, "\(outcomes.complaints)")
  }

  @Test func `a request without it is a drift of the client, at its place`() throws {
    let exchange = Exchange(
      request: Self.post("/chats/list", "{}"),
      outcome: .response(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body("[]"))))
    let found = Inspector(Self.contract).inspect(exchange)
    #expect(found.map(\.rule.id) == ["request.field.missing"])
    #expect(found.first?.pointer == "/request/body/auth/opener")
  }

  @Test func `reports hold none`() throws {
    let exchange = Exchange(
      request: Self.post("/chats", #"{ "auth": { "opener": "live-one-77" }, "text": 4 }"#),
      outcome: .response(Response(status: 201, headers: ["Content-Type": "application/json"], body: Body("{}"))))
    let found = Inspector(Self.contract).inspect(exchange)
    #expect(!found.isEmpty)
    #expect(!"\(found)".contains("live-one-77"))
  }

  @Test func `a member of its name stays where the endpoint asks for something else`() throws {
    let gate = try #require(Self.contract.endpoint("gate.pass"))
    let request = Self.post("/gate", "lane=2&auth=x&opener=mine", "application/x-www-form-urlencoded")
    let shown = Self.contract.showing(["secret": "ann-form", "token": "ann-opener"], in: request, for: gate)
    #expect(shown.body.bytes.map { String(decoding: $0, as: UTF8.self) } == "lane=2&auth=x&opener=ann-form")
    let list = try #require(Self.contract.endpoint("chats.list"))
    let other = Self.post("/chats/list", #"{"opener":"kept"}"#)
    let both = Self.contract.showing(["secret": "ann-form", "token": "ann-opener"], in: other, for: list)
    #expect((try? JSON.parse(both.body.bytes ?? [])) == ["opener": "kept", "auth": ["opener": "ann-opener"]])
  }

  @Test(arguments: ["/0", "", "/params/0"])
  func `a place that is no member is reported`(place: String) {
    let text = Self.text.replacing(#""at": "/opener""#, with: "\"at\": \"\(place)\"")
    let file = ContractLoader.File(name: "contract.json", path: "store/contract.json", bytes: Array(text.utf8))
    let problems = ContractLoader.load([file]).problems
    #expect(
      problems.contains { $0.message.contains("must be a member of an object or a field of a form") }, "\(problems)")
  }
}
