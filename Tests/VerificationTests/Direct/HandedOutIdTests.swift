import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Identifiers that a server issues. A session identifier in a rejection is used from then on, and a new item's key has
/// a different name in the response.
struct HandedOutIdTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Torrents", "envelope": null,
      "credentials": {
        "user": { "in": "header", "name": "X-User", "environment": "STORE_USER" },
        "session": { "in": "header", "name": "X-Session-Id" } },
      "authentication": ["user", "session"],
      "personas": {
        "ann": { "id": 1, "credentials": { "user": "ann", "session": "session-of-ann" } },
        "bob": { "id": 2, "credentials": { "user": "bob", "session": "session-of-bob" } } },
      "failures": {
        "unauthorized": { "status": 401, "for": "unauthenticated", "credential": "user" },
        "noSession": { "status": 409, "for": "unauthenticated", "credential": "session",
          "headers": { "X-Session-Id": { "required": true, "schema": { "type": "string" } } } },
        "notFound": { "status": 404 } },
      "commonFailures": ["unauthorized", "noSession"],
      "schemas": { "Torrent": { "type": "object", "required": ["id", "name"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("torrents", "Torrent", in: "body")),
        \(Part.get("torrents", "Torrent", in: "body")),
        "torrents.add": { "summary": "Add", "request": "POST /torrents", "source": "Handbook",
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "type": "object", "required": ["torrent_id"], "additionalProperties": false,
            "properties": { "torrent_id": { "type": "integer" } } } } },
          "state": { "action": "create", "collection": "torrents", "show": { "/torrent_id": "/id" } } },
        \(Part.remove("torrents")) },
      "collections": { "torrents": { "item": { "$ref": "#/schemas/Torrent" }, "key": "/id",
        "seed": [{ "id": 3, "name": "Debian" }] } } }
    """
  private static let contract = Store.load(text)

  private static func request(_ method: HTTPMethod, _ path: String, _ headers: HeaderFields, _ body: String = "")
    -> Request
  {
    var headers = headers
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    return Request(method: method, target: path, headers: headers, body: Body(body))
  }

  private static let environment = ["STORE_USER": "ann", "STORE_USER_BOB": "bob"]

  @Test(arguments: ["ann", "bob"])
  func `a mock's refusal hands out the session of whom the other credentials show`(user: String) {
    let store = StoreServer(Self.contract)
    let refused = store.said(to: Self.request(.get, "/torrents", ["X-User": user])).response
    #expect(refused.status == 409)
    #expect(refused.headers["X-Session-Id"] == "session-of-\(user)")
    let shown = Self.request(.get, "/torrents", ["X-User": user, "X-Session-Id": "session-of-\(user)"])
    #expect(store.said(to: shown).response.status == 200)
    let unknown = store.said(to: Self.request(.get, "/torrents", ["X-Session-Id": "session-of-\(user)"])).response
    #expect(unknown.status == 401)
  }

  @Test func `a run takes the id from the refusal, undoes what it made with it, and finds nothing`() async throws {
    let store = StoreServer(Self.contract)
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, environment: Self.environment))
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    let made = outcomes.filter { $0.line.endpoint == "torrents.add" && $0.line.name.contains("contract") }
    #expect(made.map(\.line.outcome) == [.passed], "\(outcomes.complaints)")
    let left = Self.request(.get, "/torrents", ["X-User": "ann", "X-Session-Id": "session-of-ann"])
    #expect(store.said(to: left).json?.elements.compactMap { $0["id"]?.int } == [3], "\(outcomes.complaints)")
    #expect(store.writes.contains("POST /torrents"))
    #expect(store.writes.contains { $0.hasPrefix("DELETE /torrents/") })
    #expect(
      !store.requests.contains { $0.headers["x-session-id"] == "session-of-bob" && $0.headers["x-user"] == "ann" })
  }

  @Test func `where the id is all that is asked for, its own refusal is the promised one`() async throws {
    let text = Self.text.replacing(#""authentication": ["user", "session"]"#, with: #""authentication": ["session"]"#)
    let outcomes = try await StoreServer(Store.load(text)).verify(VerifierOptions(allowsWrites: true, environment: [:]))
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    #expect(!outcomes.contains { $0.line.outcome == .failed }, "\(outcomes.complaints)")
  }

  @Test(arguments: [409, 403])
  func `which credential a server looks for first is its own affair`(status: Int) async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, _ in
      guard !request.headers.contains("x-session-id"), !request.headers.contains("x-user") else { return nil }
      return OutgoingResponse(Response(status: status, headers: ["X-Session-Id": "session-of-nobody"]))
    }
    let outcomes = try await store.verify(VerifierOptions(environment: Self.environment))
    let anonymous = outcomes.map(\.line).filter { $0.name == "sends no credentials" && $0.outcome != .skipped }
    #expect(!anonymous.isEmpty)
    #expect(anonymous.allSatisfy { ($0.outcome == .passed) == (status == 409) }, "\(outcomes.complaints)")
  }

  @Test func `a server that accepts callers without an id is found`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, _ in
      guard !request.headers.contains("x-session-id") else { return nil }
      var request = request
      request.headers["X-Session-Id"] = "session-of-ann"
      request.headers["X-User"] = "ann"
      return plain.said(to: request)
    }
    let outcomes = try await store.verify(VerifierOptions(environment: Self.environment))
    #expect(
      outcomes.flatMap(\.drift).contains { $0.rule.id == "access.credential-ignored" },
      "\(outcomes.flatMap(\.drift).map(\.message))")
  }

  @Test func `a client's first request without the id is no drift of its own`() throws {
    let exchange = Exchange(
      request: Self.request(.get, "/torrents", ["X-User": "ann"]),
      outcome: .response(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body("[]"))))
    #expect(Inspector(Self.contract).inspect(exchange).map(\.rule.id) == [])
    let keyless = Exchange(
      request: Self.request(.get, "/torrents", ["X-Session-Id": "x"]), outcome: exchange.outcome)
    #expect(Inspector(Self.contract).inspect(keyless).map(\.rule.id) == ["request.header.missing"])
  }

  @Test func `a mock answers a new item's key under the name that the contract has for it`() {
    let store = StoreServer(Self.contract)
    let headers: HeaderFields = ["X-User": "ann", "X-Session-Id": "session-of-ann"]
    let made = store.said(to: Self.request(.post, "/torrents", headers, #"{ "name": "Arch" }"#))
    #expect(made.json == ["torrent_id": 4])
    #expect(store.said(to: Self.request(.get, "/torrents/4", headers)).json?["name"]?.string == "Arch")
  }

  @Test func `an answer with the key of something else is found`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .post else { return nil }
      let answer = ask()
      return answer.response.status == 201 ? answer.saying(["torrent_id": 3]) : answer
    }
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, only: [Wildcard("torrents.add")], environment: Self.environment))
    let found = outcomes.flatMap(\.drift).first { $0.rule == .effect.idReused }
    #expect(found?.pointer == "/response/body/torrent_id", "\(outcomes.flatMap(\.drift).map(\.message))")
  }

  @Test(arguments: [
    (#""show": { "/torrent_id": "/id" }"#, #""show": { "/torrent_id": "/idd" }"#, "idd"),
    (#""show": { "/torrent_id": "/id" }"#, #""show": { "/other": "/id" }"#, "\"torrent_id\", but \"show\" doesn't say"),
    (#""show": { "/torrent_id": "/id" }"#, #""show": "sent""#, "A new item is shown as a whole, or as members"),
  ])
  func `lint says what is wrong with a shown name`(old: String, new: String, says: String) {
    let file = ContractLoader.File(
      name: "contract.json", path: "store/contract.json", bytes: Array(Self.text.replacing(old, with: new).utf8))
    let problems = ContractLoader.load([file]).problems
    #expect(problems.contains { $0.message.contains(says) }, "\(problems)")
  }
}
