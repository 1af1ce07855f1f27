import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Writes with an outdated entity tag and without one, which are rejected and change nothing.
struct ConditionTrialTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Till",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "changedMeanwhile": { "status": 412, "codes": ["CHANGED"] },
        "tagMissing": { "status": 428, "codes": ["TAG_MISSING"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Order": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "seed": [{ "id": 4, "name": "Old" }] } },
      "endpoints": {
        \(Part.list("orders", "Order")),
        "orders.get": { "summary": "Read", "request": "GET /orders/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Order" },
            "headers": { "ETag": { "schema": { "type": "string" } } } } },
          "state": { "action": "read", "collection": "orders", "key": "path.id" } },
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook",
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "collection": "orders" } },
        "orders.edit": { "summary": "Edit", "request": "PATCH /orders/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "headers": { "If-Match": { "type": "string" } },
          "required": { "headers": ["If-Match"] }, "failures": ["notFound", "changedMeanwhile", "tagMissing"],
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "update", "collection": "orders", "key": "path.id" } },
        \(Part.remove("orders"))
      } }
    """
  private static let contract = Store.load(text)

  /// Returns the drift of a run that writes, and checks that it leaves everything unchanged.
  private static func verify(
    _ server: StoreServer, beside till: StoreServer
  ) async throws -> (drift: [String], messages: [String]) {
    let before = till.contents("/orders")
    let outcomes = try await server.verify(VerifierOptions(allowsWrites: true, only: [Wildcard("orders.*")]))
    #expect(till.contents("/orders") == before, "\(outcomes.undone)")
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
    let drift = outcomes.flatMap(\.drift)
    return (drift.map { "\($0.endpoint) \($0.rule.id) \($0.severity)" }, drift.map(\.message))
  }

  /// Returns the changes that trials of conditions sent as the run's caller.
  private static func trials(_ server: StoreServer) -> [Request] {
    edits(server).filter { request in
      (try? JSON.parse(request.body.bytes ?? []))?["name"] == "Changed meanwhile"
    }
  }

  private static func edits(_ server: StoreServer) -> [Request] {
    server.requests.filter { $0.method == .patch && $0.headers["x-key"] == "owner-key" }
  }

  /// Returns the request with a condition that always holds.
  private static func unconditional(_ request: Request) -> Request {
    var request = request
    request.headers["If-Match"] = "*"
    return request
  }

  private static func refusal(_ status: Int) -> OutgoingResponse {
    OutgoingResponse(Notes.response(status, #"{ "ok": false, "error": "CHANGED", "message": "Read it again." }"#))
  }

  @Test func `a server that refuses an old tag and a missing one is right`() async throws {
    let till = StoreServer(Self.contract)
    let found = try await Self.verify(till, beside: till)
    #expect(found.drift == [], "\(found.messages)")
    let trials = Self.trials(till)
    try #require(trials.count == 2)
    let tag = try #require(trials[0].headers["if-match"])
    #expect(trials[1].headers["if-match"] == nil)
    let first = try #require(Self.edits(till).first { $0.headers["if-match"] == tag })
    #expect(first.body.bytes != trials[0].body.bytes, "The tag was right for the change before.")
  }

  @Test func `a server that takes any tag is found, and the item is as it was`() async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, _ in
      guard request.method == .patch, request.headers.contains("if-match") else { return nil }
      return till.said(to: Self.unconditional(request))
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.edit effect.precondition-ignored breaking"], "\(found.messages)")
    let words =
      "sent with the former entity tag in If-Match, returned 200 instead of 412, and /name is \"Changed meanwhile\"."
    #expect(found.messages.first?.hasSuffix(words) == true, "\(found.messages)")
  }

  @Test func `a server that refuses an old tag and makes the change is found`() async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, answer in
      guard request.method == .patch, request.headers.contains("if-match") else { return nil }
      let given = answer()
      if given.response.status == 412 { _ = till.said(to: Self.unconditional(request)) }
      return given
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.edit effect.precondition-ignored breaking"], "\(found.messages)")
    let words = "returned 412 but was applied anyway, and /name is"
    #expect(found.messages.first?.contains(words) == true, "\(found.messages)")
  }

  @Test func `a read that is behind after a refusal isn't a change`() async throws {
    let till = StoreServer(Self.contract)
    let isBehind = Mutex(false)
    let server = StoreServer(beside: till) { request, answer in
      let given = answer()
      if request.method == .patch, given.response.status == 412 { isBehind.withLock { $0 = true } }
      guard request.method == .get, request.path.hasPrefix("/orders/") else { return given }
      let wasBehind = isBehind.withLock { behind in
        defer { behind = false }
        return behind
      }
      guard wasBehind, let body = try? JSON.parse(given.response.body.bytes ?? []), let order = body["data"] else {
        return given
      }
      var response = given.response
      response.body = Body(body.setting("data", to: order.setting("name", to: "Earlier")).text)
      return OutgoingResponse(response)
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == [], "\(found.messages)")
    #expect(Self.trials(server).count == 2)
    let wasRead = isBehind.withLock { !$0 }
    #expect(wasRead)
  }

  @Test func `a server that takes a change without a tag is found`() async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, _ in
      guard request.method == .patch, !request.headers.contains("if-match") else { return nil }
      return till.said(to: Self.unconditional(request))
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.edit effect.precondition-optional breaking"], "\(found.messages)")
    #expect(Self.trials(server).count == 2)
  }

  @Test func `a required tag without a documented refusal is a warning`() async throws {
    let till = StoreServer(
      Store.load(Self.text.replacing(#""changedMeanwhile", "tagMissing"]"#, with: #""changedMeanwhile"]"#)))
    let server = StoreServer(beside: till) { request, _ in
      guard request.method == .patch, !request.headers.contains("if-match") else { return nil }
      return till.said(to: Self.unconditional(request))
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == ["orders.edit effect.precondition-optional warning"], "\(found.messages)")
  }

  @Test(arguments: [(412, true), (400, false), (409, false)])
  func `a missing tag that is refused as an old one is found, and other refusals aren't judged`(
    status: Int, isFound: Bool
  ) async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, _ in
      guard request.method == .patch, request.headers["x-key"] == "owner-key", !request.headers.contains("if-match")
      else { return nil }
      return Self.refusal(status)
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == (isFound ? ["orders.edit effect.refusal-wrong warning"] : []), "\(found.messages)")
  }

  @Test(arguments: [("\"same\"", true), ("W/\"same\"", false)])
  func `a strong tag that stays after a change is found, and a weak one may`(tag: String, isFound: Bool) async throws {
    let till = StoreServer(Self.contract)
    let server = StoreServer(beside: till) { request, _ in
      let isCurrent = request.headers["if-match"] == tag
      let answer = till.said(to: isCurrent ? Self.unconditional(request) : request)
      guard answer.response.headers.contains("etag") else { return answer }
      var response = answer.response
      response.headers["ETag"] = tag
      return OutgoingResponse(response)
    }
    let found = try await Self.verify(server, beside: till)
    #expect(found.drift == (isFound ? ["orders.edit effect.tag-unchanged breaking"] : []), "\(found.messages)")
    let tags = Self.trials(server).map { $0.headers["if-match"] }
    #expect(tags == [tag.replacing("same", with: "saae"), nil], "A made-up tag is tried, as no old one differs.")
  }
}
