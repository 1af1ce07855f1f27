import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Testing

/// Responses that look like a missing endpoint but aren't one.
@Suite struct ProbeCareTests {
  private static let nowhere = #"{ "detail": "Not Found" }"#

  private static func backup(documented: Bool) throws -> Contract {
    try DirectBench(
      """
      "backup": { "summary": "x", "request": "GET /backup", "source": "x",
        "success": { "200": { "body": { "type": "object" } } }\(documented ? #", "failures": ["none"]"# : "") }
      """,
      more: #""failures": { "none": { "status": 404, "body": { "type": "object", "required": ["code"] } } },"#
    ).contract
  }

  private static func verdict(
    _ endpoint: String, _ contract: Contract, answers: @escaping @Sendable (Request) -> OutgoingResponse
  ) async throws -> Report.Verdict.Kind? {
    let result = try await ProbeBench.run(ScriptedUpstream(answers), contract: { _ in contract })
    return result.verdict(endpoint)?.kind
  }

  @Test func `there may be nothing to show where no item is named`() async throws {
    let server: @Sendable (Request) -> OutgoingResponse = { request in
      json(404, request.path == "/backup" ? #"{ "code": "NO_BACKUP" }"# : Self.nowhere)
    }
    #expect(try await Self.verdict("backup", Self.backup(documented: true), answers: server) == .exists)
    #expect(try await Self.verdict("backup", Self.backup(documented: false), answers: server) == .inconclusive)
  }

  @Test func `a path that is answered as one that can't exist is missing, whatever is documented`() async throws {
    for documented in [true, false] {
      #expect(
        try await Self.verdict("backup", Self.backup(documented: documented)) { _ in json(404, Self.nowhere) }
          == .missing)
    }
  }

  @Test func `another route of the same path doesn't tell of a POST beside it`() async throws {
    let contract = try DirectBench(
      """
      "pools.get": { "summary": "x", "request": "GET /pools/{name}", "source": "x", "path": { "name": { "type": "string" } },
        "success": { "200": { "body": { "type": "object" } } } },
      "pools.filter": { "summary": "x", "request": "POST /pools/filter", "source": "x", "body": { "type": "object" },
        "success": { "200": { "body": { "type": "array" } } } }
      """
    ).contract
    let verdict = try await Self.verdict("pools.filter", contract) { request in
      guard request.path.hasPrefix("/pools/") else { return json(404, Self.nowhere) }
      if request.method != .get { return json(405, "{}", ["Allow": "GET"]) }
      return json(404, #"{ "detail": "No such pool" }"#)
    }
    #expect(verdict == .inconclusive)
  }
}
