import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineVerification
import Synchronization
import Testing

/// Requests with an idempotency key. A repetition creates nothing new, and a different body is rejected.
struct IdempotencyKeyTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Till",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "keyReused": { "status": 409, "codes": ["IDEMPOTENCY_KEY_REUSED"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Order": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "seed": [{ "id": 4, "name": "Old" }] } },
      "endpoints": {
        \(Part.list("orders", "Order")),
        \(Part.get("orders", "Order")),
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook",
          "headers": { "Idempotency-Key": { "type": "string", "format": "uuid" } },
          "idempotency": "header.Idempotency-Key", "failures": ["keyReused"],
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "collection": "orders" } },
        \(Part.remove("orders"))
      } }
    """)

  /// Returns the drift of a run that writes, and the data that it leaves unchanged.
  private static func verify(
    _ server: StoreServer, beside till: StoreServer, suite: (any CallSuite)? = nil
  ) async throws -> (drift: [String], messages: [String]) {
    let before = till.contents("/orders")
    let options = VerifierOptions(allowsWrites: true, only: [Wildcard("orders.*")])
    let outcomes = try await server.verify(options, suite: suite)
    #expect(till.contents("/orders") == before, "\(outcomes.undone)")
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
    let drift = outcomes.flatMap(\.drift)
    return (drift.map { "\($0.endpoint) \($0.rule.id)" }, drift.map(\.message))
  }

  /// Returns the run caller's requests that create an order.
  private static func posts(_ server: StoreServer) -> [Request] {
    server.requests.filter { $0.method == .post && $0.headers.contains("x-key") }
  }

  @Test func `a server that keeps its keys is tried with one key and two bodies, and nothing is found`() async throws {
    let till = StoreServer(Self.contract)
    let found = try await Self.verify(till, beside: till)
    #expect(found.drift == [], "\(found.messages)")
    let posts = Self.posts(till)
    let first = try #require(posts.first?.headers["idempotency-key"])
    let same = posts.filter { $0.headers["idempotency-key"] == first }
    #expect(same.count == 3)
    #expect(Set(same.map { $0.body.bytes ?? [] }).count == 2)
  }

  @Test func `a server that makes a second item with the same key is found, and both are removed`() async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, _ in
      var request = request
      request.headers.remove("idempotency-key")
      return till.said(to: request)
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.add effect.idempotency-ignored"], "\(found.messages)")
    let words = "POST /orders, sent twice with the same Idempotency-Key and body, created"
    #expect(found.messages.first?.hasPrefix(words) == true, "\(found.messages)")
  }

  @Test func `a server that answers another body with the first response is found`() async throws {
    let till = StoreServer(Self.contract)
    let answers = Mutex<[String: OutgoingResponse]>([:])
    let server = StoreServer(beside: till) { request, answer in
      guard request.method == .post, let key = request.headers["idempotency-key"] else { return nil }
      if let known = answers.withLock({ $0[key] }) { return known }
      let made = answer()
      if made.response.status == 201 { answers.withLock { $0[key] = made } }
      return made
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.add effect.idempotency-unchecked"], "\(found.messages)")
  }

  @Test func `a server that refuses the repetition is found`() async throws {
    let till = StoreServer(Self.contract)
    let seen = Counted()
    let server = StoreServer(beside: till) { request, _ in
      guard request.method == .post, request.headers.contains("x-key"), let key = request.headers["idempotency-key"],
        seen.count(key) > 1
      else { return nil }
      return OutgoingResponse(
        Notes.response(409, #"{ "ok": false, "error": "IDEMPOTENCY_KEY_REUSED", "message": "Again." }"#))
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.add effect.repeated"], "\(found.messages)")
  }

  @Test func `a client that sends again with its key is right, and so is the server that answers alike`() async throws {
    let till = StoreServer(Self.contract)
    let found = try await Self.verify(till, beside: till, suite: RetryingSuite())
    #expect(found.drift == [], "\(found.messages)")
    #expect(Self.posts(till).count { $0.headers["idempotency-key"] == RetryingSuite.key } == 4)
  }
}

/// A suite whose call sends its request twice with the same key.
private struct RetryingSuite: CallSuite {
  static let key = "0b7e5b36-1f62-4d6b-8f39-5c1f0f6f7a21"

  let service = "store"

  var calls: [Call] {
    [
      Call("orders.add", "sends its request twice") { context in
        let client = try UpstreamClient()
        let base = try BaseURL(parsing: context.baseURL)
        let headers: HeaderFields = [
          "X-Key": context.credentials["key"] ?? "", "Content-Type": "application/json", "Idempotency-Key": Self.key,
        ]
        let body = JSON.object([("name", JSON(context.mark("Tea")))]).text
        let request = Request(method: .post, target: "/orders", headers: headers, body: Body(body))
        _ = await client.exchange(request, with: base, deadline: context.deadline)
        let second = await client.exchange(request, with: base, deadline: context.deadline)
        await client.shutdown()
        guard let status = second.response?.status, status == 201 else { throw CancellationError() }
        return status
      }
    ]
  }

  func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
}
