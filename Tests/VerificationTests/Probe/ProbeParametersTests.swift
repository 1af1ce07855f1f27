import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings
import PlumblineVerification
import Testing

/// The parameters of the probe's requests, with values in their styles and everything that an endpoint requires.
@Suite struct ProbeParametersTests {
  private static func contract() throws -> Contract {
    try DirectBench(
      """
      "boxes.get": { "summary": "x", "request": "GET /boxes/{ids}", "source": "x",
        "path": { "ids": { "type": "array", "items": { "type": "integer" } } },
        "query": { "kind": { "enum": ["big", "small"] }, "near": { "type": "array", "items": { "type": "string" },
          "examples": [["a b", "c"]] }, "other": { "type": "string" } },
        "headers": { "X-Branch": { "type": "string", "examples": ["north"] } },
        "cookies": { "lang": { "type": "string", "examples": ["en"] } },
        "required": { "query": ["kind", "near"], "headers": ["X-Branch"], "cookies": ["lang"] },
        "styles": { "path": { "ids": { "style": "matrix", "explode": true } },
          "query": { "near": { "style": "pipeDelimited", "explode": false } } },
        "success": { "200": { "body": true } }, "failures": ["missing"] }
      """, more: #""failures": { "missing": { "status": 404 } },"#
    ).contract
  }

  private static func server() -> ScriptedUpstream {
    ScriptedUpstream { request in
      guard request.path.hasPrefix("/boxes/;ids=") else { return json(404, #"{ "error": "no such page" }"#) }
      let isRight =
        request.query == "kind=big&near=a%20b%7Cc" && request.headers["x-branch"] == "north"
        && request.headers["cookie"] == "lang=en"
      return isRight ? json(200, "{}") : json(400, #"{ "error": "bad request" }"#)
    }
  }

  @Test func `a read has what its endpoint requires`() async throws {
    let (contract, server) = (try Self.contract(), Self.server())
    let result = try await ProbeBench.run(server, contract: { _ in contract })
    #expect(result.verdict("boxes.get")?.kind == .exists, "\(result.verdict("boxes.get")?.sentence ?? "")")
    #expect(server.requests.contains { $0.path == "/boxes/;ids=1987654321" })
  }

  @Test func `what is recorded or given is written in the parameter's style`() async throws {
    let (contract, server) = (try Self.contract(), Self.server())
    let recording = try DirectBench.recording(
      "boxes.get", "two", #""method": "GET", "path": "/boxes/;ids=3;ids=4""#, #""status": 200, "body": {}"#)
    _ = try await ProbeBench.run(server, contract: { _ in contract }, recordings: [recording])
    #expect(server.requests.contains { $0.path == "/boxes/;ids=3;ids=4" })
    let other = Self.server()
    _ = try await ProbeBench.run(other, contract: { _ in contract }, options: ProbeOptions(variables: ["ids": "5,6"]))
    #expect(other.requests.contains { $0.path == "/boxes/;ids=5;ids=6" })
  }
}
