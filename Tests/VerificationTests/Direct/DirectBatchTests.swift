import PlumblineHTTPMessages
import Testing

/// Batches. The effect of a generated batch is unknown.
@Suite struct DirectBatchTests {
  private static func bench(_ more: String = "") throws -> DirectBench {
    try DirectBench(
      """
      "notes.list": { "summary": "x", "request": "GET /notes", "source": "x", "success": { "200": { "body": true } } },
      "batch": { "summary": "x", "request": "POST /batch", "source": "x",
        "body": { "type": "object", "required": ["ask"], "properties": { "ask": { "type": "array", "minItems": 1,
          "items": { "type": "object", "required": ["to"], "properties": { "to": { "const": "/notes" } } } } } \(more) },
        "success": { "201": { "body": { "type": "array", "items": { "type": "object", "properties": {
          "code": { "const": 200 } } } } } },
        "batch": { "requests": "body#/ask", "request": { "path": "/to" }, "answer": { "status": "/code" } } }
      """)
  }

  private static let example = #", "examples": [{ "ask": [{ "to": "/notes" }] }]"#

  @Test func `none is made up`() async throws {
    #expect(try await Self.bench().lines().filter { $0.contains(" batch:") } == [])
    let server = ScriptedUpstream { _ in json(201, "[]") }
    _ = try await Self.bench().lines(at: server, allowsWrites: true)
    #expect(server.requests.allSatisfy { $0.method == .get })
  }

  @Test func `an example of the contract's is sent to a mock, and to no real server that it could change`() async throws
  {
    let bench = try Self.bench(Self.example)
    #expect(try await bench.lines().contains("passed batch: sends a request made from the contract"))
    for allowsWrites in [false, true] {
      let server = ScriptedUpstream { _ in json(201, "[]") }
      let lines = try await bench.lines(at: server, allowsWrites: allowsWrites)
      #expect(server.requests.allSatisfy { $0.method == .get })
      let line = try #require(lines.first { $0.contains(" batch:") })
      #expect(line.hasPrefix("skipped"))
      if allowsWrites {
        #expect(
          line.contains("the changes made by its requests aren't known beforehand, so they couldn't be undone"),
          "\(line)")
      }
    }
  }
}
