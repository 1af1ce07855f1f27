import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification
import Testing

/// Operations that the current state forbids. They are tried only on an item that the run creates for this purpose.
struct GuardCheckTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Racks",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": {
        "owner": { "id": 1, "credentials": { "key": "owner-key" } },
        "guest": { "id": 2, "credentials": { "key": "guest-key" } } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "forbidden": { "status": 403, "codes": ["FORBIDDEN"] },
        "noneLeft": { "status": 409, "codes": ["NONE_LEFT"] }, "inUse": { "status": 409, "codes": ["IN_USE"] },
        "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Count": { "type": "integer", "minimum": 0 },
        "Rack": { "type": "object", "required": ["id", "by", "label", "total", "out", "left"], "properties": {
          "id": { "type": "integer" }, "by": { "type": "integer" }, "label": { "type": "string" }, "total": { "$ref": "#/schemas/Count" },
          "out": { "$ref": "#/schemas/Count" }, "left": { "$ref": "#/schemas/Count" } } },
        "Move": { "type": "object", "required": ["amount"], "properties": {
          "amount": { "type": "integer", "minimum": 1, "examples": [1] } } } },
      "endpoints": {
        \(Part.list("racks", "Rack")),
        \(Part.get("racks", "Rack")),
        "racks.add": { "summary": "Make", "request": "POST /racks", "source": "Handbook",
          "body": { "type": "object", "required": ["label", "total"], "properties": {
            "label": { "type": "string", "examples": ["Rack"] }, "total": { "type": "integer", "examples": [3] } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Rack" } } },
          "state": { "action": "create", "collection": "racks", "set": { "/out": { "const": 0 } } } },
        "racks.rename": { "summary": "Rename", "request": "PUT /racks/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } },
          "body": { "type": "object", "required": ["label"], "properties": {
            "label": { "type": "string", "examples": ["Shelf"] } } },
          "failures": ["notFound", "forbidden"], "success": { "200": { "payload": { "$ref": "#/schemas/Rack" } } },
          "state": { "action": "update", "collection": "racks", "key": "path.id", "own": "forbidden" } },
        "racks.take": { "summary": "Take", "request": "POST /racks/{id}/take", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "body": { "$ref": "#/schemas/Move" },
          "failures": ["notFound", "noneLeft"], "success": { "200": { "payload": { "$ref": "#/schemas/Rack" } } },
          "state": { "action": "update", "collection": "racks", "key": "path.id", "merge": false,
            "add": { "/out": "body#/amount" }, "otherwise": "noneLeft" } },
        "racks.give": { "summary": "Give back", "request": "POST /racks/{id}/give", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "body": { "$ref": "#/schemas/Move" },
          "failures": ["notFound", "noneLeft"], "success": { "200": { "payload": { "$ref": "#/schemas/Rack" } } },
          "state": { "action": "update", "collection": "racks", "key": "path.id", "merge": false,
            "add": { "/out": "-body#/amount" }, "otherwise": "noneLeft" } },
        "racks.remove": { "summary": "Remove", "request": "DELETE /racks/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "inUse"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "racks", "key": "path.id",
            "guards": [{ "unless": { "item#/out": { "const": 0 } }, "failure": "inUse" }] } }
      },
      "collections": {
        "racks": { "item": { "$ref": "#/schemas/Rack" }, "key": "/id", "owner": "/by",
          "counters": { "/left": ["/total", "-/out"] },
          "seed": [{ "id": 4, "by": 1, "label": "Old", "total": 2, "out": 0, "left": 2 }] } } }
    """)

  private static let lines = ["racks.take", "racks.give", "racks.rename", "racks.remove"].map {
    "\($0): rejects what the current state forbids"
  }

  /// Verifies the racks. `lenient` contains the rejections that the server omits.
  private func verify(
    _ options: VerifierOptions = VerifierOptions(allowsWrites: true, environment: ["STORE_KEY_GUEST": "guest-key"]),
    suite: (any CallSuite)? = nil,
    lenient: @escaping @Sendable (Request) -> Bool = { _ in false }
  ) async throws -> (outcomes: [CallOutcome], server: StoreServer) {
    let server = StoreServer(Self.contract) { request, answer in
      guard request.method != .get, lenient(request) else { return nil }
      let answer = answer()
      guard [403, 409].contains(answer.response.status) else { return answer }
      return request.method == .delete
        ? OutgoingResponse(Response(status: 204))
        : OutgoingResponse(
          Notes.response(
            200, #"{ "ok": true, "data": { "id": 5, "by": 1, "label": "Rack", "total": 3, "out": 4, "left": 0 } }"#))
    }
    return (try await server.verify(options, suite: suite), server)
  }

  private func drift(_ outcomes: [CallOutcome]) -> [String] {
    outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id) \($0.detail ?? "")" }
  }

  @Test func `a server that refuses passes, and nothing of the check is left`() async throws {
    let (outcomes, server) = try await verify()
    #expect(drift(outcomes) == [])
    #expect(outcomes.filter { $0.line.outcome == .passed }.map(\.line.label).filter(Self.lines.contains).count == 4)
    #expect(server.contents("/racks").first??.elements.compactMap { $0["id"]?.int } == [4])
    #expect(server.requests.filter { $0.method != .get }.allSatisfy { !$0.path.hasPrefix("/racks/4") })
  }

  @Test(arguments: [("take", "noneLeft"), ("give", "noneLeft"), ("rename", "forbidden"), ("remove", "inUse")])
  func `one that does it is reported by the failure that was promised`(what: String, failure: String) async throws {
    let (outcomes, _) = try await verify { request in
      switch what {
      case "remove": request.method == .delete
      case "rename": request.method == .put
      default: request.path.hasSuffix(what)
      }
    }
    #expect(drift(outcomes) == ["racks.\(what) effect.guard-ignored \(failure)"])
  }

  @Test func `nothing is made for it where an answer doesn't show what was made`() async throws {
    let server = StoreServer(Self.contract) { request, answer in
      guard request.method == .post, request.path == "/racks", answer().response.status == 201 else { return nil }
      return OutgoingResponse(Notes.response(201, #"{ "ok": true, "data": { "label": "Rack" } }"#))
    }
    _ = try await server.verify()
    #expect(server.requests.count { $0.method == .post && $0.path == "/racks" && $0.headers.contains("x-key") } == 1)
  }

  @Test func `what a gateway says 503 of isn't sent again, and what was made all the same is removed`() async throws {
    let count = Counted()
    let server = StoreServer(Self.contract) { request, carriedOut in
      guard request.method == .post, request.path == "/racks", count.count("POST") > 1 else { return nil }
      _ = carriedOut()
      return OutgoingResponse(Response(status: 503, headers: ["Retry-After": "1"]))
    }
    _ = try await server.verify()
    #expect(server.contents("/racks").first??.elements.compactMap { $0["id"]?.int } == [4])
  }

  @Test func `nothing is made for it where removals do nothing`() async throws {
    let server = StoreServer(Self.contract) { request, _ in
      request.method == .delete && request.headers["x-key"] == "owner-key"
        ? OutgoingResponse(Response(status: 204)) : nil
    }
    let outcomes = try await server.verify()
    #expect(drift(outcomes) == ["racks.remove effect.not-removed "])
    let made = server.requests.filter { $0.method == .post && $0.path == "/racks" }
    #expect(made.count { $0.headers["x-key"] == "owner-key" } == 1)
  }

  @Test func `nothing is taken from what is made for it where nothing can be given back`() async throws {
    let server = StoreServer(Self.contract) { request, _ in
      guard request.path.hasSuffix("/give") else { return nil }
      return OutgoingResponse(
        Notes.response(
          200, #"{ "ok": true, "data": { "id": 5, "by": 1, "label": "Rack", "total": 3, "out": 0, "left": 3 } }"#))
    }
    let outcomes = try await server.verify(VerifierOptions(allowsWrites: true, variables: ["rack_id": "4"]))
    #expect(drift(outcomes).contains("racks.give effect.not-applied "), "\(drift(outcomes))")
    #expect(server.contents("/racks").first??.elements.compactMap { $0["id"]?.int } == [4])
  }

  @Test func `nothing is tried without permission to write, or without being asked`() async throws {
    let (reading, _) = try await verify(VerifierOptions())
    #expect(!reading.contains { Self.lines.contains($0.line.label) })
    let only = VerifierOptions(
      allowsWrites: true, only: ["racks.add", "racks.take", "racks.list"].map { Wildcard($0) })
    let (some, _) = try await verify(only)
    #expect(some.map(\.line.label).filter(Self.lines.contains) == [Self.lines[0]])
  }

  @Test func `an undocumented state after one ignored refusal proves nothing about another`() async throws {
    let client = try UpstreamClient()
    let suite = TryingSuite(
      base: DirectSuite(contract: Self.contract, recordings: [], client: client), client: client, gives: true)
    let (outcomes, _) = try await verify(suite: suite) { request in
      request.path.hasSuffix("take") || String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("99")
    }
    await client.shutdown()
    #expect(drift(outcomes) == ["racks.take effect.guard-ignored noneLeft"])
    let second = try #require(outcomes.first { $0.line.name == "gives too much" }?.line)
    #expect(second.outcome == .skipped)
    #expect(second.reason?.contains("since \"racks.take: takes too much\"") == true, "\(second.reason ?? "")")
  }

  @Test func `what a call tries isn't tried again`() async throws {
    let client = try UpstreamClient()
    let suite = TryingSuite(base: DirectSuite(contract: Self.contract, recordings: [], client: client), client: client)
    let (outcomes, _) = try await verify(suite: suite)
    await client.shutdown()
    #expect(outcomes.map(\.line.label).filter(Self.lines.contains) == Array(Self.lines.dropFirst()))
  }
}

/// A suite with a call that takes more than is available, and that may return more than was taken.
private struct TryingSuite: CallSuite {
  let base: DirectSuite
  let client: UpstreamClient
  var gives = false

  var service: String { base.service }
  var variables: [SuiteVariable] { base.variables }

  var calls: [Call] {
    base.calls + [trying("racks.take", "takes too much")] + (gives ? [trying("racks.give", "gives too much")] : [])
  }

  func failure(of error: any Error) -> ClientFailure { base.failure(of: error) }

  private func trying(_ endpoint: String, _ name: String) -> Call {
    Call(endpoint, name, expecting: .failure("noneLeft")) { context in
      let verb = endpoint.dropFirst("racks.".count)
      let request = Request(
        method: .post, target: "/racks/\(try context.integer("rack_id", default: 4))/\(verb)",
        headers: ["X-Key": context.credentials["key"] ?? "", "Content-Type": "application/json"],
        body: Body(#"{ "amount": 99 }"#))
      _ = await client.exchange(request, with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
      throw CancellationError()
    }
  }
}
