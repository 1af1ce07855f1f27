import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Jobs that a run starts, which must finish.
struct JobEndTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Press",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "unfinished": { "status": 409, "codes": ["UNFINISHED"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Job": { "type": "object", "required": ["id", "title", "status"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" },
          "status": { "enum": ["pending", "running", "done"] } } } },
      "collections": { "jobs": { "item": { "$ref": "#/schemas/Job" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "status": "done" }],
        "progress": { "member": "/status", "steps": ["pending", "running", "done"] } } },
      "endpoints": {
        \(Part.list("jobs", "Job")),
        \(Part.get("jobs", "Job")),
        "jobs.begin": { "summary": "Begin", "request": "POST /jobs", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "202": { "payload": { "$ref": "#/schemas/Job" } } },
          "state": { "action": "create", "collection": "jobs", "set": { "/status": { "const": "pending" } } } },
        \(Part.remove("jobs")),
        "jobs.result": { "summary": "Result", "request": "GET /jobs/{id}/result", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "unfinished"],
          "success": { "200": { "payload": { "type": "object", "required": ["text"], "properties": {
            "text": { "type": "string" } } } } },
          "state": { "action": "check", "guards": [{
            "value": { "from": "jobs", "where": { "path.id": "/id" }, "member": "/status" }, "is": { "const": "done" },
            "failure": "unfinished" }] } }
      } }
    """
  private static let contract = Store.load(text)
  /// Jobs that must be read many times before they're done.
  private static let slow = Store.load(
    text.replacing(
      #""pending", "running", "done""#, with: #""pending", "queued", "held", "tried", "running", "late", "done""#))

  private static func drift(_ server: StoreServer) async throws -> [String] {
    let before = server.contents("/jobs")
    let outcomes = try await server.verify(
      VerifierOptions(allowsWrites: true, only: [Wildcard("jobs.begin"), Wildcard("jobs.remove")]))
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
    #expect(server.contents("/jobs") == before)
    return outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id)" }
  }

  @Test func `a job that goes on and ends is as it should be`() async throws {
    #expect(try await Self.drift(StoreServer(Self.contract)) == [])
  }

  @Test func `a job that never ends is found`() async throws {
    let never = Shop.storing(at: "/jobs") { name, value in
      name == "status" && value == "done" ? "running" : Optional<JSON>.none
    }
    let server = StoreServer(Self.contract) { request, answer in
      guard request.path.hasSuffix("/result") else { return never(request, answer) }
      return OutgoingResponse(Notes.response(409, #"{ "ok": false, "error": "UNFINISHED", "message": "No." }"#))
    }
    #expect(try await Self.drift(server) == ["jobs.begin effect.job-unfinished"])
  }

  @Test func `a job that goes faster than it is read has ended`() async throws {
    let server = StoreServer(
      Self.contract,
      Shop.storing(at: "/jobs") { name, _ in name == "status" ? "done" : Optional<JSON>.none })
    #expect(try await Self.drift(server) == [])
  }

  @Test func `a result that is there before its job is done is found`() async throws {
    let healthy = StoreServer(Self.slow)
    #expect(try await Self.drift(healthy) == [])
    #expect(healthy.requests.contains { $0.path.hasSuffix("/result") }, "It was asked for.")
    let early = StoreServer(Self.slow) { request, answer in
      guard request.path.hasSuffix("/result"), answer().response.status == 409 else { return nil }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": { "text": "" } }"#))
    }
    #expect(try await Self.drift(early) == ["jobs.result effect.guard-ignored"])
  }

  @Test func `a result of a job that was done meanwhile is no drift`() async throws {
    let server = StoreServer(Self.contract) { request, answer in
      guard request.path.hasSuffix("/result"), answer().response.status == 409 else { return nil }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": { "text": "" } }"#))
    }
    #expect(try await Self.drift(server) == [])
  }
}
