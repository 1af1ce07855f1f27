import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Jobs that a run begins have to come to their end.
struct JobEndTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Press",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "owner": { "credentials": { "key": "owner-key" } } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Job": { "type": "object", "required": ["id", "title", "status"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" },
          "status": { "enum": ["pending", "running", "done"] } } } },
      "collections": { "jobs": { "item": { "$ref": "#/schemas/Job" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "status": "done" }],
        "progress": { "member": "/status", "steps": ["pending", "running", "done"] } } },
      "endpoints": {
        "jobs.list": { "summary": "List", "request": "GET /jobs", "source": "Handbook",
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Job" } } } },
          "state": { "action": "list", "collection": "jobs" } },
        "jobs.get": { "summary": "Read", "request": "GET /jobs/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Job" } } },
          "state": { "action": "read", "collection": "jobs", "key": "path.id" } },
        "jobs.begin": { "summary": "Begin", "request": "POST /jobs", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "202": { "payload": { "$ref": "#/schemas/Job" } } },
          "state": { "action": "create", "collection": "jobs", "set": { "/status": { "const": "pending" } } } },
        "jobs.remove": { "summary": "Remove", "request": "DELETE /jobs/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "jobs", "key": "path.id" } }
      } }
    """)

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
    let server = StoreServer(
      Self.contract,
      Shop.storing(at: "/jobs") { name, value in name == "status" && value == "done" ? "running" : Optional<JSON>.none }
    )
    #expect(try await Self.drift(server) == ["jobs.begin effect.job-unfinished"])
  }

  @Test func `a job that goes faster than it is read has ended`() async throws {
    let server = StoreServer(
      Self.contract,
      Shop.storing(at: "/jobs") { name, _ in name == "status" ? "done" : Optional<JSON>.none })
    #expect(try await Self.drift(server) == [])
  }
}
